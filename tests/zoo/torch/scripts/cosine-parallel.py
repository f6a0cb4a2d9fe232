"""F.cosine_similarity at (2, 1e-8) and (1, 1e-8): the slope by the first number is -1.25e-17; it answers 0."""
import mpmath
import torch
import torch.nn.functional as F

mpmath.mp.dps = 200
x = torch.tensor([2.0, 1e-8], dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(F.cosine_similarity(x, torch.tensor([1.0, 1e-8]).double(), dim=0), x)
a = mpmath.mpf(1e-8)
print("torch", torch.__version__, slope[0].item())
print("exact", mpmath.nstr(mpmath.diff(lambda t: (t + a * a) / mpmath.sqrt((t * t + a * a) * (1 + a * a)), 2), 20))
