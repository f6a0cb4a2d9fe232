"""torch.special.i1: its second derivative at 1e-8 is 3/8 of that; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(1e-8, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.special.i1(x), x, create_graph=True)
(second,) = torch.autograd.grad(slope, x)
print("torch", torch.__version__, second.item())
print("exact", mpmath.nstr(mpmath.diff(lambda x: mpmath.besseli(1, x), mpmath.mpf(1e-8), 2), 20))
