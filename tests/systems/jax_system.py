"""JAX before `adjudge system`: jax.jvp, jax.vjp and jax.hessian, in doubles.
VARIANT=text: programs as the text of Python over jax.numpy; VARIANT=conditional: tests are answered by jax.numpy.where;
VARIANT=cond: by jax.lax.cond.  JIT=1: all is compiled by jax.jit, where Python cannot test, so that without a variant of
conditionals programs with tests are not asked for."""
import os

import jax
import jax.numpy as np

from adjudge_system import serve

jax.config.update("jax_enable_x64", True)
variant, jit = os.environ.get("VARIANT", ""), os.environ.get("JIT") == "1"
conditional = variant in ("conditional", "cond")
names = {"max": "maximum", "min": "minimum", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh",
         "atanh": "arctanh", "atan2": "arctan2", "pow": "power"}
names.update({name: name for name in "sin cos tan exp log sqrt tanh abs sign sinh cosh exp2 expm1 log1p log2 log10 cbrt hypot fmod copysign".split()})
functions = {word: getattr(np, name) for word, name in names.items() if hasattr(np, name)}
tests = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b}
where = np.where if variant != "cond" else lambda test, then, otherwise: jax.lax.cond(test, lambda: then, lambda: otherwise)


class Arrays:
    def number(self, c): return np.array(c)
    def power(self, a, c): return a**c
    def test(self, word, a, b): return bool(tests[word](a, b))

    def apply(self, word, a, b=None):
        if word == "+": return a + b
        if word == "-": return a - b
        if word == "*": return a * b
        if word == "/": return a / b
        if word == "neg": return -a
        if word == "sigmoid": return 1 / (1 + np.exp(-a))
        return functions[word](a) if b is None else functions[word](a, b)


class Chosen(Arrays):
    def choose(self, test, a, b, then, otherwise):
        return [where(tests[test](a, b), p, q) for p, q in zip(then, otherwise)]


host = Chosen() if conditional else Arrays()


def of(program): return lambda x: program([x[i] for i in range(program.inputs)], host)


def kept(program, name, function):
    """What is compiled is compiled once a program."""
    if not jit: return function
    if not hasattr(program, "kept"): program.kept = {}
    return program.kept.setdefault(name, jax.jit(function))


def read(y): return [float(one) for one in y]
def value(program, at, _): return read(kept(program, "value", of(program))(np.array(at)))


def jvp(program, at, v):
    along = kept(program, "jvp", lambda x, v: jax.jvp(of(program), (x,), (v,))[1])
    return read(along(np.array(at), np.array(v)))


def vjp(program, at, w):
    back = kept(program, "vjp", lambda x, w: jax.vjp(of(program), x)[1](w)[0])
    return read(back(np.array(at), [np.array(one) for one in w]))


def hessian(program, at, output):
    second = kept(program, output, jax.hessian(lambda x: of(program)(x)[output]))
    return [read(row) for row in second(np.array(at))]


head = "import jax\nimport jax.numpy as np\n\njax.config.update('jax_enable_x64', True)\n"
if variant == "conditional": head += "where = np.where\n"
if variant == "cond": head += "def where(test, then, otherwise): return jax.lax.cond(test, lambda: then, lambda: otherwise)\n"
ready = "\n\n{0}x, seed = np.array([$X]), [np.array(s) for s in [$SEED]]\n".format("f = jax.jit(f)\n" if jit else "")
reproduction = {
    "language": "numpy", "suffix": "py", "head": head + "\n\n",
    "value": ready + "print('value', *map(float, f(x)))\n",
    "jvp": ready + "print('jvp', *map(float, jax.jvp(f, (x,), (np.array(seed),))[1]))\n",
    "vjp": ready + "print('vjp', *map(float, jax.vjp(f, x)[1](seed)[0]))\n",
    "hessian": ready + "print('hessian', *[float(h) for row in jax.hessian(lambda x: f(x)[$OUTPUT])(x) for h in row])\n"}

title = f"JAX {jax.__version__}" + {"conditional": ", where", "cond": ", cond", "text": ", text, literals, nested"}.get(variant, "") + ", jit" * jit
serve(title, ["+", "-", "*", "/", "neg", "^", "sigmoid", *functions, *([] if jit and not conditional else tests)],
      {"reproduction": reproduction, "variant": {"conditional": conditional},
       **({"source": {"language": "numpy", "literals": True, "nested": True}} if variant == "text" else {})},
      text={"np": np} if variant == "text" else None, value=value, jvp=jvp, vjp=vjp, hessian=hessian)
