"""torch.fmod(1, 0.1): the double 0.1 is a little more than 1/10, so that 9 multiples of it are in 1: the slope is -9; it answers -10."""
import mpmath
import torch

mpmath.mp.dps = 200
y = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.fmod(torch.tensor(1.0).double(), y), y)
print("torch", torch.__version__, slope.item())
print("exact", mpmath.nstr(-mpmath.floor(1 / mpmath.mpf(0.1)), 20))
