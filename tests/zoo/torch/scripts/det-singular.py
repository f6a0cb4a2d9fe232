"""torch.linalg.det: its gradient at [[0, 1], [0, 0]], the cofactors, is [[0, 0], [-1, 0]]; it answers zeros."""
import mpmath
import torch

mpmath.mp.dps = 200
a = torch.tensor([[0.0, 1.0], [0.0, 0.0]], dtype=torch.float64, requires_grad=True)
(gradient,) = torch.autograd.grad(torch.linalg.det(a), a)
print("torch", torch.__version__, gradient.tolist())
print("exact", [mpmath.nstr(mpmath.diff(lambda *m: m[0] * m[3] - m[1] * m[2], (0, 1, 0, 0), tuple(int(i == k) for i in range(4))), 20) for k in range(4)])
