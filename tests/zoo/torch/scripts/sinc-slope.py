"""torch.sinc: its slope at 1e-8 is -3.29e-8; it answers a multiple of 1e-8 that has nothing to do with it."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(1e-8, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.sinc(x), x)
print("torch", torch.__version__, slope.item())
print("exact", mpmath.nstr(mpmath.diff(lambda x: mpmath.sincpi(x), mpmath.mpf(1e-8)), 20))
