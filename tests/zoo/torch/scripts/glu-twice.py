"""F.glu: the second derivative by its gate, which is that of the logistic function, has two digits at 34."""
import mpmath
import torch
import torch.nn.functional as F

mpmath.mp.dps = 200
x = torch.tensor([1.0, 34.0], dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(F.glu(x, 0).sum(), x, create_graph=True)
(second,) = torch.autograd.grad(slope[1], x)
print("torch", torch.__version__, second[1].item())
print("exact", mpmath.nstr(mpmath.diff(lambda x: 1 / (1 + mpmath.exp(-x)), 34, 2), 20))
