"""torch.maximum(NaN, 2): the derivative by the first argument is 0 in forward mode, and 1 in reverse mode."""
import torch
import torch.autograd.forward_ad as forward

x = torch.tensor(float("nan"), dtype=torch.float64, requires_grad=True)
y = torch.tensor(2.0, dtype=torch.float64)
with forward.dual_level():
    ahead = forward.unpack_dual(torch.maximum(forward.make_dual(x.detach(), torch.ones_like(y)), y)).tangent
print("torch", torch.__version__, ahead.item(), torch.autograd.grad(torch.maximum(x, y), x)[0].item())
