"""torch.nn.functional.elu(-1e-8) is expm1(-1e-8) = -9.99999995e-9; it answers exp(-1e-8) - 1, right in 8 digits."""
import mpmath
import torch

mpmath.mp.dps = 200
print("torch", torch.__version__, torch.nn.functional.elu(torch.tensor(-1e-8, dtype=torch.float64)).item())
print("exact", mpmath.nstr(mpmath.expm1(mpmath.mpf(-1e-8)), 20))
