"""torch.linalg.det: its gradient at [[1, 2, 3], [4, 5, 6], [7, 8, 9]], the cofactors, is [[-3, 6, -3], ...]; it answers zeros."""
import mpmath
import torch

mpmath.mp.dps = 200
rows = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
a = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
(gradient,) = torch.autograd.grad(torch.linalg.det(a), a)
print("torch", torch.__version__, gradient.tolist())
moved = lambda i, j: lambda t: mpmath.det(mpmath.matrix([[rows[k][l] + t * (k == i and l == j) for l in range(3)] for k in range(3)]))
print("exact", [mpmath.nstr(moved(i, j)(1) - moved(i, j)(0), 20) for i in range(3) for j in range(3)])  # det is affine in each entry
