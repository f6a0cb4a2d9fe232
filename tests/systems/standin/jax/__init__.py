"""What tests/systems/jax_system.py uses of JAX, on nested dual numbers; no JAX.  PLANT=NAME switches an error on."""
import os

from . import numpy

__version__ = "of a stand-in"
planted = {
    "product": "vjp takes the product of a number with itself for one of another one",
    "confusion": "hessian has one perturbation for both derivatives",
    "raises": "jvp has no rule for exp",
    "where": "the side that does not hold has its part in a conditional's derivative",
}
numpy.plant = os.environ.get("PLANT", "")
if numpy.plant and numpy.plant not in planted: raise SystemExit(f"PLANT is one of {' '.join(planted)}")


class config:
    @staticmethod
    def update(name, on): assert (name, on) == ("jax_enable_x64", True)


class lax:
    @staticmethod
    def cond(test, then, otherwise): return numpy.where(test, then(), otherwise())


def jit(function):
    """Of a conditional that Python decides there is no text to compile."""
    def compiled(*asked):
        numpy.traced += 1
        try:
            return function(*asked)
        finally:
            numpy.traced -= 1
    return compiled


def slopes(function, x, v, mode):
    before, numpy.mode = numpy.mode, mode
    try:
        y = [numpy.lift(one) for one in function([numpy.Dual(a, d) for a, d in zip(x, v)])]
    finally:
        numpy.mode = before
    return [one.v for one in y], [one.d for one in y]


def unit(x, i): return [float(k == i) for k in range(len(x))]
def jvp(function, x, v): return slopes(function, x[0], v[0], "jvp")


def vjp(function, x):
    def back(w):
        columns = [slopes(function, x, unit(x, i), "vjp")[1] for i in range(len(x))]
        return ([sum((c * y for c, y in zip(w, column)), 0.0) for column in columns],)
    return function(x), back


def hessian(function):
    def entry(x, i, j):
        first, second = unit(x, i), unit(x, j)
        if numpy.plant == "confusion": first = second = [max(a, b) for a, b in zip(first, second)]
        return slopes(lambda inner: slopes(lambda outer: [function(outer)], inner, second, "hessian")[1], x, first, "hessian")[1][0]
    return lambda x: [[entry(x, i, j) for j in range(len(x))] for i in range(len(x))]
