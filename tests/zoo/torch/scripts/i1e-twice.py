"""torch.special.i1e: its second derivative at 1e-9 is -1 + 15/8e-9; it answers -1.00000012."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(1e-9, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.special.i1e(x), x, create_graph=True)
(second,) = torch.autograd.grad(slope, x)
print("torch", torch.__version__, second.item())
print("exact", mpmath.nstr(mpmath.diff(lambda x: mpmath.exp(-x) * mpmath.besseli(1, x), mpmath.mpf(1e-9), 2), 20))
