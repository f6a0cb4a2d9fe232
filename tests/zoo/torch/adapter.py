"""PyTorch over binary64: jvp by forward mode, vjp by reverse mode, jvp2 by reverse mode twice.

One line a function, by its name in functions.prims; matrices are row by row.  `adapter.py --list` prints the names."""
import sys

import torch
import torch.autograd.forward_ad as forward
import torch.nn.functional as F
from torch import linalg, special

from adjudge_rule import serve

torch.set_default_dtype(torch.float64)
indices = torch.tensor([2, 0, 2])


def m(x, rows=2):  # a matrix from its rows
    return x.reshape(rows, -1)


def cholesky(a):
    l = linalg.cholesky(torch.stack([a[0], a[1], a[1], a[2]]).reshape(2, 2))
    return torch.stack([l[0, 0], l[1, 0], l[1, 1]])


functions = {
    "square": torch.square, "cube": lambda x: x ** 3, "neg": torch.neg, "abs": torch.abs, "sign": torch.sign,
    "reciprocal": torch.reciprocal, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt, "pow_three": lambda x: torch.pow(x, 3.0),
    "pow_half": lambda x: torch.pow(x, 0.5), "pow_minus_two": lambda x: torch.pow(x, -2),
    "exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1, "log": torch.log, "log2": torch.log2,
    "log10": torch.log10, "log1p": torch.log1p, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan,
    "asin": torch.asin, "acos": torch.acos, "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh,
    "tanh": torch.tanh, "asinh": torch.asinh, "acosh": torch.acosh, "atanh": torch.atanh,
    "deg2rad": torch.deg2rad, "rad2deg": torch.rad2deg,
    # special functions
    "erf": torch.erf, "erfc": torch.erfc, "lgamma": torch.lgamma, "digamma": torch.digamma, "entr": special.entr,
    "sinc": torch.sinc, "erfinv": torch.erfinv, "ndtr": special.ndtr, "log_ndtr": special.log_ndtr,
    "ndtri": special.ndtri, "erfcx": special.erfcx, "i0": torch.i0, "i0e": special.i0e, "i1": special.i1,
    "i1e": special.i1e, "trigamma": lambda x: torch.polygamma(1, x), "multigammaln": lambda x: special.multigammaln(x, 2),
    # activations
    "sigmoid": torch.sigmoid, "logit": torch.logit, "softplus": F.softplus,
    "softplus_beta": lambda x: F.softplus(x, beta=2), "logsigmoid": F.logsigmoid, "silu": F.silu, "mish": F.mish,
    "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "softsign": F.softsign, "tanhshrink": F.tanhshrink,
    "relu": F.relu, "relu6": F.relu6, "hardtanh": F.hardtanh, "hardsigmoid": F.hardsigmoid, "hardswish": F.hardswish,
    "hardshrink": F.hardshrink, "softshrink": F.softshrink, "threshold": lambda x: F.threshold(x, 1.0, 0.0),
    "leaky_relu": lambda x: F.leaky_relu(x, 0.25), "elu": F.elu, "celu": lambda x: F.celu(x, 2.0), "selu": F.selu,
    "clamp": lambda x: torch.clamp(x, -1, 2), "heaviside_times": lambda x: torch.where(x > 0, x * x, torch.zeros_like(x)),
    # two numbers and more
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "pow": torch.pow, "atan2": torch.atan2,
    "hypot": torch.hypot, "maximum": torch.maximum, "minimum": torch.minimum, "fmod": torch.fmod,
    "remainder": torch.remainder, "copysign": torch.copysign, "logaddexp": torch.logaddexp,
    "logaddexp2": torch.logaddexp2, "xlogy": torch.xlogy, "xlog1py": special.xlog1py, "mse": F.mse_loss,
    "l1": F.l1_loss, "smooth_l1": F.smooth_l1_loss, "huber": lambda x, y: F.huber_loss(x, y, delta=2.0),
    "bce": F.binary_cross_entropy, "bce_with_logits": F.binary_cross_entropy_with_logits,
    "kl_div": lambda x, t: F.kl_div(x, t, reduction="sum"), "poisson_nll": F.poisson_nll_loss,
    "gaussian_nll": lambda x, v: F.gaussian_nll_loss(x[None], torch.zeros(1), v[None]),
    "soft_margin": lambda x: F.soft_margin_loss(x, torch.tensor(-1.0)), "lerp": torch.lerp,
    "addcmul": lambda a, b, c: torch.addcmul(a, b, c, value=0.5), "addcdiv": lambda a, b, c: torch.addcdiv(a, b, c, value=0.5),
    "polar": lambda r, t: torch.view_as_real(torch.polar(r, t)),
    # arrays
    "sum": torch.sum, "mean": torch.mean, "prod": torch.prod, "cumsum": lambda x: torch.cumsum(x, 0),
    "cumprod": lambda x: torch.cumprod(x, 0), "logcumsumexp": lambda x: torch.logcumsumexp(x, 0), "variance": torch.var,
    "std": torch.std, "norm": torch.linalg.norm, "norm_cubed": lambda x: linalg.norm(x, 3), "norm_one": lambda x: linalg.norm(x, 1),
    "normalize": lambda x: F.normalize(x, dim=0), "logsumexp": lambda x: torch.logsumexp(x, 0),
    "softmax": lambda x: F.softmax(x, 0), "softmin": lambda x: F.softmin(x, 0), "log_softmax": lambda x: F.log_softmax(x, 0),
    "cross_entropy": lambda x: F.cross_entropy(x, torch.tensor(1)), "layer_norm": lambda x: F.layer_norm(x, [2], eps=1 / 1024),
    "dot": torch.dot, "outer": torch.outer, "cross": lambda x, y: linalg.cross(x, y),
    "cosine_similarity": lambda x, y: F.cosine_similarity(x, y, dim=0), "distance": torch.dist,
    "maximum_of": torch.amax, "minimum_of": torch.amin, "cummax": lambda x: torch.cummax(x, 0)[0],
    "sort": lambda x: torch.sort(x)[0], "flip": lambda x: torch.flip(x, [0]), "diff": torch.diff,
    "take": lambda x: torch.take(x, indices), "scatter_add": lambda x, y: torch.scatter_add(x, 0, indices, y),
    "index_fill": lambda x, y: torch.index_fill(x, 0, indices, y), "broadcast": torch.add,
    "where_sqrt": lambda x: torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x)), "glu": lambda x: F.glu(x, 0),
    "conv": lambda x, w: F.conv1d(x[None, None], w[None, None]),
    "conv_dilated": lambda x, w: F.conv1d(x[None, None], w[None, None], dilation=2),
    "avg_pool": lambda x: F.avg_pool1d(x[None], 2), "trapezoid": lambda x, y: torch.trapezoid(y, x),
    "addmv": lambda a, b, x: torch.addmv(a, m(b), x), "covariance": lambda x, y: torch.cov(torch.stack([x, y]))[0, 1],
    # matrices
    "matmul": lambda a, b: m(a) @ m(b), "trace": lambda a: torch.trace(m(a)), "transpose": lambda a: m(a).T,
    "det": lambda a: linalg.det(m(a)), "det3": lambda a: linalg.det(m(a, 3)), "logabsdet": lambda a: linalg.slogdet(m(a))[1],
    "inverse": lambda a: linalg.inv(m(a)), "solve": lambda a, b: linalg.solve(m(a), b), "cholesky": cholesky,
    "matrix_square": lambda a: linalg.matrix_power(m(a), 2), "frobenius": lambda a: linalg.matrix_norm(m(a)),
    "quadratic_form": lambda a, x: F.bilinear(x, x, m(a)[None]), "kron": torch.kron,
}


def tensors(args):
    return [torch.tensor(a, requires_grad=True) for a in args]


def call(f, inputs):
    y = f(*inputs)
    return y.reshape(-1) if y.dim() > 0 and y.numel() > 1 else y.reshape(())


def zeros_for(gradients, inputs):
    return [torch.zeros_like(x) if g is None else g for g, x in zip(gradients, inputs)]


def calls(f):
    def jvp(args, tangents):
        with forward.dual_level():
            inputs = [forward.make_dual(x.detach(), torch.tensor(v)) for x, v in zip(tensors(args), tangents)]
            y = call(f, inputs)
            tangent = forward.unpack_dual(y).tangent
            return torch.zeros_like(y) if tangent is None else tangent

    def vjp(args, cotangent):
        inputs = tensors(args)
        y = call(f, inputs)
        return zeros_for(torch.autograd.grad(y, inputs, torch.tensor(cotangent), allow_unused=True), inputs)

    def jvp2(args, tangents, along):
        inputs, result = tensors(args), []
        y = call(f, inputs)
        for part in y.reshape(-1):
            if not part.requires_grad: result.append(0.0); continue
            first = zeros_for(torch.autograd.grad(part, inputs, create_graph=True, allow_unused=True), inputs)
            slope = sum((g * torch.tensor(v)).sum() for g, v in zip(first, tangents))
            second = torch.autograd.grad(slope, inputs, retain_graph=True, allow_unused=True) if slope.requires_grad else [None] * len(inputs)
            result.append(sum(float((g * torch.tensor(u)).sum()) for g, u in zip(zeros_for(second, inputs), along)))
        return result if y.dim() > 0 else result[0]

    return dict(value=lambda *args: call(f, tensors(args)).detach(), jvp=jvp, vjp=vjp, jvp2=jvp2)


# What this version refuses: forward mode, and the second derivative.
no_forward = ("logcumsumexp",)
no_second = ("hardsigmoid",)

if sys.argv[1:] == ["--list"]:
    print(*functions)
elif sys.argv[1:] == ["--version"]:
    print("PyTorch", torch.__version__)
else:
    serve({name: {k: c for k, c in calls(f).items() if not (k == "jvp" and name in no_forward or k == "jvp2" and name in no_second)}
           for name, f in functions.items()})
