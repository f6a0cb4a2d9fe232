"""torch.nn.functional.binary_cross_entropy: its slope in p at p = 2e-16, t = 1 is -1/p = -5e15; it answers -1e9."""
import mpmath
import torch

mpmath.mp.dps = 200
p = torch.tensor(2e-16, dtype=torch.float64, requires_grad=True)
torch.nn.functional.binary_cross_entropy(p, torch.tensor(1.0).double()).backward()
print("torch", torch.__version__, p.grad.item())
print("exact", mpmath.nstr(-1 / mpmath.mpf(2e-16), 20))
