"""torch.pow: d2/dxdy x^y at (2, 0) is 1/x = 0.5; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
y = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
(first,) = torch.autograd.grad(torch.pow(x, y), x, create_graph=True)
(mixed,) = torch.autograd.grad(first, y)
print("torch", torch.__version__, mixed.item())
print("exact", mpmath.nstr(mpmath.diff(lambda x, y: x**y, (2, 0), (1, 1)), 20))
