"""A system of automatic differentiation in a hundred lines, to try `adjudge system` on: dual numbers (jvp, and twice for
hessian) and a tape (vjp).  PLANT=NAME switches one of the errors in `planted` on, each of a kind that shipped.
COLUMNS=right: it is asked for many points at once; COLUMNS=turned: and takes one for another in a derivative."""
import math
import os
import sys

from adjudge_system import serve

plant = os.environ.get("PLANT", "")
planted = {
    "sharing": "of the uses of a shared value the tape counts one",
    "overwritten": "a cotangent is written where it should be added",
    "aliasing": "an operation of twice the same operand has the derivative of the first alone",
    "dead": "what nothing needs sets the cotangents of its operands to 0",
    "branches": "both branches of a test are computed, and blended by its answer",
    "frozen": "a program keeps the branches of the first point it was run at",
    "confusion": "the two perturbations of a nested derivative are one",
    "zero": "the slope of a product is a number without a slope: second derivatives of products are lost",
    "tape": "cotangents are not set to 0 between two runs",
    "quotient": "a quotient has no slope in what divides",
    "input": "an output that is an input has no derivative",
    "constant": "a number on the left of a product is forgotten by the tape",
}
if plant and plant not in planted: sys.exit(f"PLANT is one of {' '.join(planted)}")


class Dual:
    def __init__(self, v, d): self.v, self.d = v, d


def real(a): return real(a.v) if isinstance(a, Dual) else a


def lift(a): return a if isinstance(a, Dual) else Dual(a, 0.0)


def depth(a): return 1 + depth(a.v) if isinstance(a, Dual) else 0


def both(a, b):
    while depth(a) < depth(b): a = Dual(a, 0.0 if depth(a) == 0 else Dual(0.0, 0.0))
    while depth(b) < depth(a): b = Dual(b, 0.0 if depth(b) == 0 else Dual(0.0, 0.0))
    return a, b


def add(a, b):
    a, b = both(a, b)
    return Dual(add(a.v, b.v), add(a.d, b.d)) if isinstance(a, Dual) else a + b


def mul(a, b):
    a, b = both(a, b)
    if not isinstance(a, Dual): return a * b
    if plant == "zero" and isinstance(a.v, Dual):
        return Dual(mul(a.v, b.v), add(mul(a.d, real(b.v)), mul(real(a.v), b.d)))
    return Dual(mul(a.v, b.v), add(mul(a.d, b.v), mul(a.v, b.d)))


def neg(a): return Dual(neg(a.v), neg(a.d)) if isinstance(a, Dual) else -a


def div(a, b):
    a, b = both(a, b)
    if not isinstance(a, Dual): return a / b
    q = div(a.v, b.v)
    return Dual(q, div(add(a.d, neg(mul(q, b.d))), b.v))


def power(a, c):
    if not isinstance(a, Dual):
        if a < 0 and c != math.floor(c): raise ValueError
        return a**c
    return Dual(power(a.v, c), mul(mul(c, power(a.v, c - 1)), a.d) if c != 0 else mul(0.0, a.d))


slopes = {  # of a function at a, where it is y
    "sin": lambda a, y: function("cos", a), "cos": lambda a, y: neg(function("sin", a)),
    "tan": lambda a, y: add(1.0, mul(y, y)), "exp": lambda a, y: y, "log": lambda a, y: div(1.0, a),
    "sqrt": lambda a, y: div(0.5, y), "tanh": lambda a, y: add(1.0, neg(mul(y, y))),
    "sigmoid": lambda a, y: mul(y, add(1.0, neg(y))),
    "abs": lambda a, y: function("sign", a), "sign": lambda a, y: 0.0}
values = {"sigmoid": lambda a: 1 / (1 + math.exp(-a)), "abs": abs, "sign": lambda a: float((a > 0) - (a < 0))}


def function(word, a):
    if not isinstance(a, Dual): return values.get(word, getattr(math, word, None))(a)
    y = function(word, a.v)
    return Dual(y, mul(slopes[word](a.v, y), a.d))


tests = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b}


class Duals:
    def number(self, c): return c
    def power(self, a, c): return power(a, c)
    def test(self, word, a, b): return tests[word](real(a), real(b))

    def apply(self, word, a, b=None):
        if word == "+": return add(a, b)
        if word == "-": return add(a, neg(b))
        if word == "*": return mul(a, b)
        if word == "/": return div(a, Dual(b.v, 0.0) if plant == "quotient" and isinstance(b, Dual) else b)
        if word == "neg": return neg(a)
        if word in ("max", "min"):
            if real(a) == real(b): return mul(0.5, add(a, b))
            return a if (real(a) > real(b)) == (word == "max") else b
        return function(word, a)


duals = Duals()
kept = {}


class Tape:
    """Nodes in order: (value, [(parent, slope), ...])."""
    def __init__(self, program): self.nodes, self.answers, self.key = [], 0, id(program)

    def node(self, value, parents=()):
        self.nodes.append((value, list(parents)))
        return len(self.nodes) - 1

    def value(self, a): return self.nodes[a][0]
    def number(self, c): return self.node(c)

    def power(self, a, c):
        v = self.value(a)
        return self.node(power(v, c), [(a, c * power(v, c - 1) if c != 0 else 0.0)])

    def test(self, word, a, b):
        said = tests[word](self.value(a), self.value(b))
        if plant != "frozen": return said
        self.answers += 1
        return kept.setdefault((self.key, self.answers), said)

    def apply(self, word, a, b=None):
        x, y = self.value(a), None if b is None else self.value(b)
        parents = {
            "+": lambda: [(a, 1.0), (b, 1.0)], "-": lambda: [(a, 1.0), (b, -1.0)], "*": lambda: [(a, y), (b, x)],
            "/": lambda: [(a, 1 / y), (b, -x / y / y)], "neg": lambda: [(a, -1.0)],
            "max": lambda: self.chosen(a, b, x > y, x == y), "min": lambda: self.chosen(a, b, x < y, x == y),
        }.get(word, lambda: [(a, slopes[word](x, function(word, x)))])()
        if plant == "aliasing" and a == b: parents = parents[:1]
        if plant == "constant" and word == "*" and not self.nodes[a][1] and a >= self.inputs: parents = []
        return self.node(duals.apply(word, x, y), parents)

    def chosen(self, a, b, first, tied):
        return [(a, 0.5 if tied else float(first)), (b, 0.5 if tied else float(not first))]


left = []  # cotangents of the run before


def sweep(tape, outputs, seed, inputs):
    global left
    cotangent = left + [0.0] * len(tape.nodes) if plant == "tape" else [0.0] * len(tape.nodes)
    for o, w in zip(outputs, seed):
        if not (plant == "input" and o < inputs): cotangent[o] += w
    needed = set(outputs)
    used = set()
    for k in range(len(tape.nodes) - 1, -1, -1):
        for parent, slope in tape.nodes[k][1]:
            if plant == "dead" and k not in needed and parent < inputs: cotangent[parent] = 0.0
            if k in needed: needed.add(parent)
            if plant == "sharing" and parent >= inputs and parent in used: continue
            used.add(parent)
            if cotangent[k] == 0: continue
            cotangent[parent] = cotangent[k] * slope + (0.0 if plant == "overwritten" else cotangent[parent])
    left = cotangent[:inputs]
    return cotangent[:inputs]


def value(program, at, _):
    return program(at, duals)


class Blend(Duals):
    """Both branches are computed, whichever the test says."""
    def run(self, code, registers):
        for k, statement in enumerate(code):
            if statement[0] == "if":
                _, test, a, b, then, otherwise = statement
                holds = float(tests[test](real(registers[a]), real(registers[b])))
                sides = self.run(then, list(registers)), self.run(otherwise, list(registers))
                return [add(mul(holds, s), mul(1.0 - holds, t)) for s, t in zip(*sides)]
            if statement[0] == "return": return [registers[r] for r in statement[1:]]
            registers.append(self.number(statement[1]) if statement[0] == "number" else
                             power(registers[statement[1]], statement[2]) if statement[0] == "^" else
                             self.apply(statement[0], *[registers[r] for r in statement[1:]]))


def forward(program, numbers):
    return Blend().run(program.code, list(numbers)) if plant == "branches" else program(numbers, duals)


def jvp(program, at, v):
    out = forward(program, [Dual(x, d) for x, d in zip(at, v)])
    if plant == "input": return [0.0 if any(y is x for x in at) else lift(y).d for y in out]
    return [lift(y).d for y in out]


def vjp(program, at, w):
    tape = Tape(program)
    inputs = [tape.node(x) for x in at]
    tape.inputs = len(inputs)
    return sweep(tape, program(inputs, tape), w, len(inputs))


def hessian(program, at, output):
    def entry(i, j):
        x = [Dual(Dual(a, float(k == i)), Dual(float(k == j), 0.0)) for k, a in enumerate(at)]
        if plant == "confusion": x = [Dual(Dual(a, float(k == i or k == j)), Dual(float(k == i or k == j), 0.0)) for k, a in enumerate(at)]
        return lift(lift(forward(program, x)[output]).d).d
    return [[entry(i, j) for j in range(len(at))] for i in range(len(at))]


columns = os.environ.get("COLUMNS", "")


def by_points(mode):
    """The mode at one point, or at each of those of columns."""
    def turned(y): return [turned(z) if isinstance(z[0], list) else list(z) for z in zip(*y)]

    def asked(program, at, more):
        if not at or not isinstance(at[0], list): return mode(program, at, more)
        answers = [mode(program, list(point), more) for point in zip(*at)]
        return turned(answers[::-1] if columns == "turned" and mode is not value else answers)
    return asked


constructs = ["+", "-", "*", "/", "neg", "^", "max", "min", *slopes, *tests]
serve("dual numbers and a tape" + (f", planted: {plant}" if plant else ""), constructs, columns=columns != "",
      **{mode.__name__: by_points(mode) for mode in (value, jvp, vjp, hessian)})
