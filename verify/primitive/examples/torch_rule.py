"""A rule of PyTorch against certified values:

    adjudge campaign softplus.prim --exec 'python3 torch_rule.py'

What autograd does for `f`, a torch.autograd.Function of yours among it, is checked in
reverse mode, over binary64."""
import torch
from adjudge_rule import serve

f = torch.nn.functional.softplus  # the function whose rules are under test


def tensors(args):
    return [torch.tensor(a, dtype=torch.float64, requires_grad=True) for a in args]


def vjp(args, cotangent):
    inputs = tensors(args)
    gradients = torch.autograd.grad(f(*inputs), inputs, torch.tensor(cotangent, dtype=torch.float64), allow_unused=True)
    return [torch.zeros_like(x).tolist() if g is None else g.tolist() for x, g in zip(inputs, gradients)]


serve(value=lambda *args: f(*tensors(args)).tolist(), vjp=vjp)
