"""torch.nn.functional.softplus, beta = 2: its second derivative at 10.5 is 1.5e-9; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(10.5, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.nn.functional.softplus(x, beta=2), x, create_graph=True)
(second,) = torch.autograd.grad(slope, x)
print("torch", torch.__version__, second.item())
print("exact", mpmath.nstr(mpmath.diff(lambda x: mpmath.log(1 + mpmath.exp(2 * x)) / 2, 10.5, 2), 20))
