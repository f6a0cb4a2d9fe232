"""torch.linalg.det: d2/dadd (a d - b c) is 1 everywhere, at the zero matrix too; it answers NaN."""
import mpmath
import torch

mpmath.mp.dps = 200
a = torch.zeros(2, 2, dtype=torch.float64, requires_grad=True)
(first,) = torch.autograd.grad(torch.linalg.det(a), a, create_graph=True)
(second,) = torch.autograd.grad(first[0, 0], a)
print("torch", torch.__version__, second[1, 1].item())
print("exact", mpmath.nstr(mpmath.diff(lambda a, b, c, d: a * d - b * c, (0, 0, 0, 0), (1, 0, 0, 1)), 20))
