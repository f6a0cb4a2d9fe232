"""SymPy before `adjudge system`: expressions, differentiated as such, once for a program, and evaluated in floats of many
digits: by lambdify where that gives numbers, and else by evalf, as the reproductions do."""
import mpmath
import sympy

from adjudge_system import serve

functions = {"max": sympy.Max, "min": sympy.Min, "abs": sympy.Abs, "sign": sympy.sign, "neg": lambda a: -a,
             "sigmoid": lambda a: 1 / (1 + sympy.exp(-a)), "erf": sympy.erf, "erfc": sympy.erfc}
functions.update({name: getattr(sympy, name) for name in
                  "sin cos tan exp log sqrt tanh asin acos atan sinh cosh asinh acosh atanh atan2 cbrt".split()})


class Expressions:
    def number(self, c): return sympy.nsimplify(c)
    def power(self, a, c): return a**sympy.nsimplify(c)

    def apply(self, word, a, b=None):
        if word == "+": return a + b
        if word == "-": return a - b
        if word == "*": return a * b
        if word == "/": return a / b
        return functions[word](a) if b is None else functions[word](a, b)


host = Expressions()


def symbols(n): return sympy.symbols(f"x0:{n}", real=True) if n else ()


class Kept:
    """Of a program: its outputs, the derivatives that were asked for, and how they are computed."""
    def __init__(self, program):
        self.x = symbols(program.inputs)
        self.y = [sympy.sympify(y) for y in program(self.x, host)]
        self.expressions, self.functions = {}, {}

    def derivative(self, output, *along):
        if not along: return self.y[output]
        key = (output, *along)
        if key not in self.expressions: self.expressions[key] = sympy.diff(self.derivative(output, *along[:-1]), self.x[along[-1]])
        return self.expressions[key]

    def quickly(self, key, at):
        """In 40 digits; ValueError where that is no real number."""
        if key not in self.functions:
            try:
                self.functions[key] = sympy.lambdify(self.x, self.derivative(*key), "mpmath")
            except Exception:
                self.functions[key] = None  # what lambdify has no word for
        if self.functions[key] is None: raise ValueError
        found = mpmath.mpmathify(self.functions[key](*map(mpmath.mpf, at)))
        if isinstance(found, mpmath.mpc) or not mpmath.isfinite(found): raise ValueError
        return found


mpmath.mp.dps = 40


def kept(program):
    if not hasattr(program, "kept"): program.kept = Kept(program)
    return program.kept


def number(expression, x, at):
    """No real number: undefined there."""
    found = sympy.sympify(expression).subs(dict(zip(x, map(sympy.Rational, at)))).evalf(20)
    if not found.is_Float and not found.is_Integer and not found.is_Rational: raise ValueError
    return float(found)


def combined(program, at, terms):
    """The sum of coefficients by derivatives, (coefficient, output, along...)."""
    k = kept(program)
    try:
        return float(mpmath.fsum(mpmath.mpf(c) * k.quickly(tuple(key), at) for c, *key in terms))
    except Exception:
        return number(sum(sympy.Rational(c) * k.derivative(*key) for c, *key in terms), k.x, at)


def value(program, at, _): return [combined(program, at, [(1, o)]) for o in range(program.outputs)]
def jvp(program, at, v): return [combined(program, at, [(d, o, i) for i, d in enumerate(v)]) for o in range(program.outputs)]
def vjp(program, at, w): return [combined(program, at, [(c, o, i) for o, c in enumerate(w)]) for i in range(len(at))]
def hessian(program, at, output): return [[combined(program, at, [(1, output, i, j)]) for j in range(len(at))] for i in range(len(at))]


head = "import sympy\n\nx, at = sympy.symbols('x0:$N', real=True), [$X]\n\n\n"
show = ("\n\ndef show(what, numbers):\n    print(what, *[float(sympy.sympify(e).subs(dict(zip(x, map(sympy.Rational, at)))).evalf(20)) for e in numbers])\n\n\n")
reproduction = {"language": "sympy", "suffix": "py", "head": head, "value": show + "show('value', f(x))\n",
                "jvp": show + "show('jvp', [sum(d * sympy.diff(y, a) for a, d in zip(x, [$SEED])) for y in f(x)])\n",
                "vjp": show + "show('vjp', [sum(w * sympy.diff(y, a) for w, y in zip([$SEED], f(x))) for a in x])\n",
                "hessian": show + "show('hessian', [sympy.diff(f(x)[$OUTPUT], a, b) for a in x for b in x])\n"}
serve("SymPy " + sympy.__version__, ["+", "-", "*", "/", "^", *functions], {"reproduction": reproduction},
      value=value, jvp=jvp, vjp=vjp, hessian=hessian)
