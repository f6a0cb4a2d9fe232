"""torch.cumprod: d2/dy2 (x y) at (1e15, 0.00127, 1) is 0; it answers -128."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor([1e15, 0.00127, 1.0], dtype=torch.float64)
hessian = torch.autograd.functional.hessian(lambda x: torch.cumprod(x, 0)[1], x)
print("torch", torch.__version__, hessian[1, 1].item())
print("exact", mpmath.nstr(mpmath.diff(lambda y: mpmath.mpf(1e15) * y, mpmath.mpf(0.00127), 2), 20))
