"""torch.nn.functional.hardsigmoid: its slope at 1, in double precision, is 1/6; it answers the float32 nearest to 1/6."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.nn.functional.hardsigmoid(x), x)
print("torch", torch.__version__, repr(slope.item()))
print("exact", mpmath.nstr(mpmath.mpf(1) / 6, 20))
