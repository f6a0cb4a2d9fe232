"""torch.nn.functional.softplus: its slope at 21 is 1 - 7.6e-10; it answers 1."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(21.0, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.nn.functional.softplus(x), x)
print("torch", torch.__version__, repr(slope.item()))
print("exact", mpmath.nstr(mpmath.diff(lambda x: mpmath.log(1 + mpmath.exp(x)), 21), 20))
