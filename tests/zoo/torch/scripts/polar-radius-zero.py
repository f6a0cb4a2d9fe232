"""torch.polar: d/dr (r cos t) at r = 0, t = 1 is cos 1; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
r = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
t = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.polar(r, t).real, r)
print("torch", torch.__version__, slope.item())
print("exact", mpmath.nstr(mpmath.diff(lambda r: r * mpmath.cos(1), 0), 20))
