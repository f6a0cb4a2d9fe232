"""torch.nn.functional.binary_cross_entropy: its second derivative in p at p = 1e-9, t = 1 is 1/p^2 = 1e18; it answers 0.2 % less."""
import mpmath
import torch

mpmath.mp.dps = 200
p = torch.tensor(1e-9, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.nn.functional.binary_cross_entropy(p, torch.tensor(1.0).double()), p, create_graph=True)
(second,) = torch.autograd.grad(slope, p)
print("torch", torch.__version__, second.item())
print("exact", mpmath.nstr(1 / mpmath.mpf(1e-9) ** 2, 20))
