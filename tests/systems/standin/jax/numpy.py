"""The operations of the stand-in: dual numbers whose parts may be dual numbers again."""
import math

plant, mode, traced = "", "", 0  # mode: which derivative is being taken; traced: how deep in jit


class Truth:
    def __init__(self, holds): self.holds = holds

    def __bool__(self):
        if traced: raise TypeError("a traced array is not concrete")
        return self.holds


class Dual:
    def __init__(self, v, d): self.v, self.d = v, d
    def __add__(self, b): return both(self, b, lambda a, b: Dual(a.v + b.v, a.d + b.d))
    def __mul__(self, b): return both(self, b, lambda a, b: Dual(a.v * b.v, product_slope(a, b)))
    def __neg__(self): return Dual(-self.v, -self.d)
    def __sub__(self, b): return self + -b
    def __rsub__(self, a): return -self + a
    def __truediv__(self, b): return self * (1.0 / b) if not isinstance(b, Dual) else self * b**-1.0
    def __rtruediv__(self, a): return a * self**-1.0
    def __pow__(self, c): return Dual(self.v**c, c * self.v ** (c - 1) * self.d if c != 0 else 0.0 * self.d)
    def __lt__(self, b): return Truth(real(self) < real(b))
    def __gt__(self, b): return Truth(real(self) > real(b))
    def __le__(self, b): return Truth(real(self) <= real(b))
    def __ge__(self, b): return Truth(real(self) >= real(b))
    def __eq__(self, b): return Truth(real(self) == real(b))
    def __abs__(self): return self * sign(self)
    __radd__, __rmul__ = __add__, __mul__


def depth(a): return 1 + depth(a.v) if isinstance(a, Dual) else 0
def real(a): return real(a.v) if isinstance(a, Dual) else a
def lift(a): return a if isinstance(a, Dual) else Dual(a, 0.0)


def both(a, b, operation):
    while depth(a) < depth(b): a = Dual(a, 0.0)
    while depth(b) < depth(a): b = Dual(b, 0.0)
    return operation(a, b)


def product_slope(a, b): return a.d * b.v if plant == "product" and mode == "vjp" and a is b else a.d * b.v + a.v * b.d


def function(value, slope):
    """Of numbers, and its slope at a, where it is y."""
    def of(a):
        if not isinstance(a, Dual): return value(a)
        y = of(a.v)
        return Dual(y, slope(a.v, y) * a.d)
    return of


def array(x): return x
def real_sign(a): return float((a > 0) - (a < 0))


def refuse_in_jvp(_, y):
    if plant == "raises" and mode == "jvp": raise NotImplementedError("exp has no rule")
    return y


sign = function(real_sign, lambda a, y: 0.0)
sin = function(math.sin, lambda a, y: cos(a))
cos = function(math.cos, lambda a, y: -sin(a))
exp = function(math.exp, refuse_in_jvp)
log = function(math.log, lambda a, y: 1.0 / a)
sqrt = function(math.sqrt, lambda a, y: 0.5 / y)
tanh = function(math.tanh, lambda a, y: 1.0 - y * y)


def abs(a): return a * sign(a)


def where(test, then, otherwise):
    holds = getattr(test, "holds", test)
    return (then if holds else otherwise) + (0.5 * (otherwise - real(otherwise)) if plant == "where" else 0.0)


def maximum(a, b): return 0.5 * (a + b) if real(a) == real(b) else a if real(a) > real(b) else b
def minimum(a, b): return -maximum(-a, -b)
