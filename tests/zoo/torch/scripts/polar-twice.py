"""torch.polar: d2/drdt (r cos t) at r = 0, t = 1 is -sin 1; it answers 0."""
import mpmath
import torch

mpmath.mp.dps = 200
r = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
t = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
first = torch.autograd.grad(torch.polar(r, t).real, (r, t), create_graph=True)
(mixed,) = torch.autograd.grad(first[0], t, allow_unused=True)
print("torch", torch.__version__, mixed)
print("exact", mpmath.nstr(mpmath.diff(lambda r, t: r * mpmath.cos(t), (0, 1), (1, 1)), 20))
