"""torch.nn.functional.soft_margin_loss at x = -40, y = -1 is log(1 + exp(-40)) = 4.2e-18; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(-40.0, dtype=torch.float64)
print("torch", torch.__version__, torch.nn.functional.soft_margin_loss(x, torch.tensor(-1.0).double()).item())
print("exact", mpmath.nstr(mpmath.log(1 + mpmath.exp(-40)), 20))
