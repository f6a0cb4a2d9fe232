"""PyTorch before `adjudge system`: reverse mode (vjp), forward mode by dual tensors (jvp), reverse over reverse (hessian).
VARIANT=text: programs as the text of Python; VARIANT=assigned: operations in place, on a clone of the left operand; VARIANT=conditional: tests are answered by torch.where."""
import operator
import os
import warnings

import torch
import torch.autograd.forward_ad as forward

from adjudge_system import serve

warnings.filterwarnings("ignore")
torch.set_num_threads(1)
double = torch.float64
functions = {"max": torch.maximum, "min": torch.minimum, "neg": torch.neg, "sign": torch.sign, "abs": torch.abs}
names = ("sin cos tan exp log sqrt tanh sigmoid asin acos atan sinh cosh asinh acosh atanh exp2 expm1 log1p log2 log10 erf "
         "erfc lgamma erfinv digamma atan2 hypot copysign").split()
functions.update({name: getattr(torch, name) for name in names})
functions["pow"] = torch.pow
variant = os.environ.get("VARIANT", "")
in_place = {"+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv}
tests = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b}


class Tensors:
    def number(self, c): return torch.tensor(c, dtype=double)
    def power(self, a, c): return a**c
    def test(self, word, a, b): return bool(tests[word](a, b))

    def apply(self, word, a, b=None):
        if variant == "assigned" and word in in_place:
            t = a.clone()
            return in_place[word](t, t if a is b else b)
        if word == "+": return a + b
        if word == "-": return a - b
        if word == "*": return a * b
        if word == "/": return a / b
        return functions[word](a) if b is None else functions[word](a, b)


class Chosen(Tensors):
    def choose(self, test, a, b, then, otherwise):
        return [torch.where(tests[test](a, b), p, q) for p, q in zip(then, otherwise)]


host = Chosen() if variant == "conditional" else Tensors()


def read(t): return t.item() if t.ndim == 0 else t.tolist()  # of one point, or of each
def leaves(at): return [torch.tensor(x, dtype=double, requires_grad=True) for x in at]


def value(program, at, _):
    return [read(y) for y in program([torch.tensor(x, dtype=double) for x in at], host)]


def jvp(program, at, v):
    with forward.dual_level():
        points = [torch.tensor(a, dtype=double) for a in at]
        x = [forward.make_dual(p, torch.full_like(p, d)) for p, d in zip(points, v)]
        tangents = [forward.unpack_dual(y).tangent for y in program(x, host)]
        return [0.0 if t is None else read(t) for t in tangents]


def gradient(y, x, create=False):
    """Zeros where y does not depend on x, which PyTorch says by None or by no graph.  Of many points each y is of its own x."""
    if not y.requires_grad: return [torch.zeros((), dtype=double) for _ in x]
    found = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=create, retain_graph=True, allow_unused=True)
    return [torch.zeros((), dtype=double) if g is None else g for g in found]


def vjp(program, at, w):
    x = leaves(at)
    total = sum((c * y for c, y in zip(w, program(x, host))), torch.zeros((), dtype=double))
    return [read(g) for g in gradient(total, x)]


def hessian(program, at, output):
    x = leaves(at)
    return [[read(h) for h in gradient(g, x)] for g in gradient(program(x, host)[output], x, create=True)]


head = """import torch
import torch.autograd.forward_ad as forward

point, double = [$X], torch.float64
"""
leaf = "x = [torch.tensor(a, dtype=double, requires_grad=True) for a in point]\n"
number = "def number(t): return 0.0 if t is None else t.item()\n\n\n"
reproduction = {
    "language": "torch", "suffix": "py", "head": head + number,
    "value": "\n\n" + leaf + "print('value', *[y.item() for y in f(x)])\n",
    "vjp": "\n\n" + leaf + "y = sum(w * y for w, y in zip([$SEED], f(x)))\n"
           "print('vjp', *map(number, torch.autograd.grad(y, x, allow_unused=True)))\n",
    "jvp": "\n\nwith forward.dual_level():\n    x = [forward.make_dual(torch.tensor(a, dtype=double), torch.tensor(v, dtype=double))\n"
           "         for a, v in zip(point, [$SEED])]\n"
           "    print('jvp', *[number(forward.unpack_dual(y).tangent) for y in f(x)])\n",
    "hessian": "\n\n" + leaf + "g = torch.autograd.grad(f(x)[$OUTPUT], x, create_graph=True, allow_unused=True)\n"
               "rows = [torch.autograd.grad(h, x, allow_unused=True, retain_graph=True) if h is not None and h.requires_grad else [None] * len(x)\n"
               "        for h in g]\nprint('hessian', *[number(h) for row in rows for h in row])\n"}

title = "PyTorch " + torch.__version__.split("a")[0] + {"assigned": ", op=", "conditional": ", its conditional", "text": ", text, literals, nested"}.get(variant, "")
serve(title, ["+", "-", "*", "/", "^", *functions, *tests],
      {"reproduction": reproduction, "variant": {"assigned": variant == "assigned", "conditional": variant == "conditional"},
       **({"source": {"language": "torch", "literals": True, "nested": True}} if variant == "text" else {})},
      columns=True, text={"torch": torch} if variant == "text" else None, value=value, jvp=jvp, vjp=vjp, hessian=hessian)
