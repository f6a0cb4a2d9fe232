"""F.layer_norm at (1e15, 1e15): the gradient in reverse mode has no digits; forward mode and the formula give -26.48."""
import torch
import torch.nn.functional as F

x = torch.full((2,), 1e15, dtype=torch.float64, requires_grad=True)
w = torch.tensor([-1.233, 0.422], dtype=torch.float64)
(gradient,) = torch.autograd.grad(F.layer_norm(x, [2], eps=1 / 1024), x, w)
print("torch", torch.__version__, gradient.tolist())
print("exact", (float(w[0]) - float(w[1])) / 2 * 32)  # (w - mean w) / sqrt eps, where both inputs are the mean
