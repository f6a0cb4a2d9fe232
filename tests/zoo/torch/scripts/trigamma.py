"""torch.polygamma(1, x) has nine digits, and with it digamma', lgamma'' and multigammaln'': at 1 pi^2/6."""
import mpmath
import torch

mpmath.mp.dps = 200
x = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(torch.digamma(x), x)
print("torch", torch.__version__, slope.item(), torch.polygamma(1, x).item())
print("exact", mpmath.nstr(mpmath.polygamma(1, 1), 20))
