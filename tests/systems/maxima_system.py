"""Maxima before `adjudge system`: expressions, differentiated as such by diff, and evaluated in floats.  Maxima is a
process of its own, which is asked a line at a time."""
import subprocess

from adjudge_system import serve

maxima = subprocess.Popen(["maxima", "--very-quiet"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
maxima.stdin.write("display2d:false$ linel:100000$ fpprintprec:17$ ratprint:false$\n")
functions = "sin cos tan exp log sqrt tanh abs asin acos atan sinh cosh asinh acosh atanh".split()
version = subprocess.run(["maxima", "--version"], capture_output=True, text=True).stdout.split()[-1]


def exact(x):
    """The number as a quotient of two integers."""
    over, under = float(x).as_integer_ratio()
    return f"({over}/{under})"


class Text:
    """What is shared is written where it is used."""
    def number(self, c): return exact(c)
    def power(self, a, c): return f"({a})^{exact(c)}"

    def apply(self, word, a, b=None):
        if word in "+-*/": return f"({a}){word}({b})"
        if word == "neg": return f"-({a})"
        if word == "sigmoid": return f"1/(1+exp(-({a})))"
        return f"{word}({a})"


def ask(text):
    """A number, or a ValueError where maxima has an error or no real number."""
    maxima.stdin.write(f'print("@", errcatch(float({text})))$\n')
    maxima.stdin.flush()
    for line in maxima.stdout:
        if not line.startswith("@"): continue
        return float(line.split("[")[1].split("]")[0])
    raise RuntimeError("maxima ended")


def outputs(program):
    return program([f"x{i}" for i in range(program.inputs)], Text())


def at(text, x):
    """A substitution that sees the derivatives."""
    return f"subst([{', '.join(f'x{i} = {exact(a)}' for i, a in enumerate(x))}], {text})"


def along(y, v): return " + ".join(f"{exact(d)}*diff({y}, x{i})" for i, d in enumerate(v))
def value(program, x, _): return [ask(at(y, x)) for y in outputs(program)]
def jvp(program, x, v): return [ask(at(along(y, v), x)) for y in outputs(program)]


def vjp(program, x, w):
    total = " + ".join(f"{exact(c)}*({y})" for c, y in zip(w, outputs(program)))
    return [ask(at(f"diff({total}, x{i})", x)) for i in range(len(x))]


def hessian(program, x, output):
    y = outputs(program)[output]
    return [[ask(at(f"diff({y}, x{i}, 1, x{j}, 1)" if i != j else f"diff({y}, x{i}, 2)", x)) for j in range(len(x))] for i in range(len(x))]


tail = "]$\npoint : map(rationalize, [$X])$\nn : $N$\nx(i) := concat(x, i)$\nat(y) := float(subst(makelist(x(i) = point[i + 1], i, 0, n - 1), y))$\n"
reproduction = {
    "language": "infix", "suffix": "mac", "comment": "/* ", "uncomment": " */",
    "head": "display2d : false$ fpprintprec : 17$ ratprint : false$\nf : [",
    "value": tail + 'print("value", map(at, f))$\n',
    "jvp": tail + 'v : [$SEED]$\nprint("jvp", map(lambda([y], at(sum(v[i + 1] * diff(y, x(i)), i, 0, n - 1))), f))$\n',
    "vjp": tail + 'w : [$SEED]$\nprint("vjp", makelist(at(diff(w . f, x(i))), i, 0, n - 1))$\n',
    "hessian": tail + 'y : f[$OUTPUT + 1]$\nprint("hessian", makelist(at(diff(diff(y, x(floor(i / n))), x(mod(i, n)))), i, 0, n * n - 1))$\n'}
serve("Maxima " + version, ["+", "-", "*", "/", "neg", "^", "sigmoid", *functions], {"reproduction": reproduction},
      value=value, jvp=jvp, vjp=vjp, hessian=hessian)
