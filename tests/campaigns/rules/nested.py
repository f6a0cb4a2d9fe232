"""x d(x + y)/dy at y = 1 by dual numbers inside dual numbers, each derivative with a perturbation of its own."""
from itertools import count
from adjudge_rule import serve

fresh = count()


class Dual:
    def __init__(self, tag, primal, tangent):
        self.tag, self.primal, self.tangent = tag, primal, tangent

    def __add__(self, other):
        tag = newest(self, other)
        return Dual(tag, primal(tag, self) + primal(tag, other), tangent(tag, self) + tangent(tag, other))

    def __mul__(self, other):
        tag = newest(self, other)
        a, b = primal(tag, self), primal(tag, other)
        return Dual(tag, a * b, tangent(tag, self) * b + a * tangent(tag, other))

    __radd__, __rmul__ = __add__, lambda self, other: Dual(self.tag, other, 0.0) * self


def newest(*numbers):
    return max(x.tag for x in numbers if isinstance(x, Dual))


def primal(tag, x):
    return x.primal if isinstance(x, Dual) and x.tag == tag else x


def tangent(tag, x):
    return x.tangent if isinstance(x, Dual) and x.tag == tag else 0.0


def derivative(f, x, v=1.0):
    tag = next(fresh)
    return tangent(tag, f(Dual(tag, x, v)))


def f(x):
    return x * derivative(lambda y: x + y, 1.0)


serve(value=f, jvp=lambda args, tangents: derivative(f, args[0], tangents[0]))
