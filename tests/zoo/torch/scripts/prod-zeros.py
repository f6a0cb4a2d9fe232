"""torch.prod: d2/dxdy (x y z) at (0, 0, 2) is z = 2; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor([0.0, 0.0, 2.0], dtype=torch.float64)
print("torch", torch.__version__, torch.autograd.functional.hessian(torch.prod, x)[0, 1].item())
print("exact", mpmath.nstr(mpmath.diff(lambda x, y, z: x * y * z, (0, 0, 2), (1, 1, 0)), 20))
