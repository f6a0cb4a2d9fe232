"""SymPy before `adjudge system`: expressions, differentiated as such, and evaluated in floats."""
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


def symbols(at): return sympy.symbols(f"x0:{len(at)}", real=True) if at else ()


def number(expression, x, at):
    """No real number: undefined there."""
    found = sympy.sympify(expression).subs(dict(zip(x, map(sympy.Rational, at)))).evalf(20)
    if not found.is_Float and not found.is_Integer and not found.is_Rational: raise ValueError
    return float(found)


def value(program, at, _):
    x = symbols(at)
    return [number(y, x, at) for y in program(x, host)]


def jvp(program, at, v):
    x = symbols(at)
    return [number(sum(d * sympy.diff(y, a) for a, d in zip(x, map(sympy.Rational, v))), x, at) for y in program(x, host)]


def vjp(program, at, w):
    x = symbols(at)
    out = program(x, host)
    return [number(sum(sympy.Rational(c) * sympy.diff(y, a) for c, y in zip(w, out)), x, at) for a in x]


def hessian(program, at, output):
    x = symbols(at)
    y = program(x, host)[output]
    return [[number(sympy.diff(y, a, b), x, at) for b in x] for a in x]


head = "import sympy\n\nx, at = sympy.symbols('x0:$N', real=True), [$X]\n\n\n"
show = ("\n\ndef show(what, numbers):\n    print(what, *[float(sympy.sympify(e).subs(dict(zip(x, map(sympy.Rational, at)))).evalf(20)) for e in numbers])\n\n\n")
reproduction = {"language": "sympy", "suffix": "py", "head": head, "value": show + "show('value', f(x))\n",
                "jvp": show + "show('jvp', [sum(d * sympy.diff(y, a) for a, d in zip(x, [$SEED])) for y in f(x)])\n",
                "vjp": show + "show('vjp', [sum(w * sympy.diff(y, a) for w, y in zip([$SEED], f(x))) for a in x])\n",
                "hessian": show + "show('hessian', [sympy.diff(f(x)[$OUTPUT], a, b) for a in x for b in x])\n"}
serve("SymPy " + sympy.__version__, ["+", "-", "*", "/", "^", *functions], {"reproduction": reproduction},
      value=value, jvp=jvp, vjp=vjp, hessian=hessian)
