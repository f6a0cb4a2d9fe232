#!/usr/bin/python3
"""Random programs with ties, each asked at a tie, and an outside oracle on the answers.

    ties.py QUERY SEED COUNT      QUERY: the program of query.c

The oracle knows no calculus: it runs the program's tree at x + h d, h = 2^-200, along many directions and bent
curves, in exact rationals, and 250 digits where functions need them, and looks at one-sided quotients.
A certified number must be what all quotients show; where no derivative is certified to be there, quotients must
show that there is none.  The last line is "N passed, N failed".
"""
import random
import subprocess
import sys
from fractions import Fraction
from itertools import product

import mpmath

mpmath.mp.dps = 250
H = Fraction(1, 2**200)
NEAR = mpmath.mpf(10) ** -200
CLOSE = 10**-9


class Undefined(Exception):
    pass


class Unsure(Exception):
    pass


# ---------------------------------------------------------------- programs --
# ('x', i) ('c', Fraction) ('+', a, b) ('f', name, a) ('max', a, b) ('if', test, a, b, then, else)


def text(t):
    kind = t[0]
    if kind == "x":
        return f"x{t[1] + 1}"
    if kind == "c":
        return f"({t[1]})"
    if kind in "+-*/":
        return f"({text(t[1])} {kind} {text(t[2])})"
    if kind == "f":
        return f"({t[1]} {text(t[2])})"
    if kind in ("max", "min"):
        return f"({kind} {text(t[1])} {text(t[2])})"
    return f"(if {text(t[2])} {t[1]} {text(t[3])} then {text(t[4])} else {text(t[5])})"


def real(a):
    return mpmath.mpf(a.numerator) / a.denominator if isinstance(a, Fraction) else a


def sign(a):
    if isinstance(a, Fraction):
        return (a > 0) - (a < 0)
    if abs(a) < NEAR:
        raise Unsure
    return 1 if a > 0 else -1


def exact_root(a):
    if not isinstance(a, Fraction):
        return None
    n, d = mpmath.libmp.isqrt(a.numerator), mpmath.libmp.isqrt(a.denominator)
    return Fraction(int(n), int(d)) if n * n == a.numerator and d * d == a.denominator else None


def function(name, a):
    if name == "abs":
        return a if sign(a) >= 0 else -a
    if name == "sign":
        return Fraction(sign(a))
    if name == "sqrt":
        if sign(a) < 0:
            raise Undefined
        root = exact_root(a)
        return mpmath.sqrt(real(a)) if root is None else root
    if name == "log":
        if sign(a) <= 0:
            raise Undefined
        return Fraction(0) if a == 1 else mpmath.log(real(a))
    if isinstance(a, Fraction) and a == 0:
        return Fraction({"sin": 0, "cos": 1, "exp": 1, "tanh": 0}[name])
    return getattr(mpmath, name)(real(a))


def mixed(operation, a, b):
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return operation(a, b)
    if (isinstance(a, Fraction) and a == 0) or (isinstance(b, Fraction) and b == 0):
        if operation is times:
            return Fraction(0)
    return operation(real(a), real(b))


def times(a, b):
    return a * b


def value(t, x):
    kind = t[0]
    if kind == "x":
        return x[t[1]]
    if kind == "c":
        return t[1]
    if kind == "f":
        return function(t[1], value(t[2], x))
    if kind == "if":
        s = sign(mixed(lambda a, b: a - b, value(t[2], x), value(t[3], x)))
        return value(t[4] if {"<": s < 0, "<=": s <= 0, "==": s == 0}[t[1]] else t[5], x)
    a, b = value(t[1], x), value(t[2], x)
    if kind == "max" or kind == "min":
        s = sign(mixed(lambda p, q: p - q, a, b))
        return a if (s >= 0) == (kind == "max") or s == 0 else b
    if kind == "+":
        return mixed(lambda p, q: p + q, a, b)
    if kind == "-":
        return mixed(lambda p, q: p - q, a, b)
    if kind == "*":
        return mixed(times, a, b)
    if sign(b) == 0:
        raise Undefined
    return mixed(lambda p, q: p / q, a, b)


# --------------------------------------------------------------- generator --


class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.n = rng.choice([1, 1, 2, 2, 2, 3])
        places = [0, 0, 0, 1, -1, Fraction(1, 3), Fraction(-1, 2), Fraction(22, 7)]
        self.x = [Fraction(rng.choice(places)) for _ in range(self.n)]
        self.forms = []  # rows of the affine functions that are 0 at x

    def c(self, *values):
        return ("c", Fraction(self.rng.choice(values)))

    def affine(self):
        """An affine function that is 0 at x."""
        row = [self.rng.choice([0, 1, 1, -1, 2, -3]) for _ in range(self.n)]
        if not any(row):
            row[self.rng.randrange(self.n)] = 1
        self.forms.append(row)
        t = None
        for i, a in enumerate(row):
            if a != 0:
                term = ("x", i) if a == 1 else ("*", ("c", Fraction(a)), ("x", i))
                t = term if t is None else ("+", t, term)
        at = sum(a * x for a, x in zip(row, self.x))
        return t if at == 0 else ("-", t, ("c", at))

    def smooth(self):
        r, u = self.rng, self.affine()
        pick = r.randrange(11)
        if pick < 3:
            return u
        if pick == 3:
            return self.c(0, 1, 2, Fraction(-1, 2))
        if pick == 4:
            return ("*", u, self.affine())
        if pick == 5:
            return ("f", r.choice(["sin", "exp", "tanh", "cos"]), u)
        if pick == 6:
            return ("*", u, u)
        if pick == 7:
            return ("x", r.randrange(self.n))
        if pick == 8:
            return ("f", "sqrt", ("+", ("c", Fraction(1)), u))
        if pick == 9:
            return ("f", "log", ("+", ("c", Fraction(1)), ("*", u, u)))
        return ("*", self.c(2, 3, Fraction(1, 2)), u)

    def test(self):
        """A function that is 0 at x, most of the time."""
        r, u = self.rng, self.affine()
        pick = r.randrange(14)
        if pick < 6:
            return u
        if pick == 6:
            return ("*", u, self.affine())
        if pick == 7:
            return ("*", u, u)
        if pick == 8:
            w = self.affine()
            return ("+", ("*", u, u), ("*", w, w))
        if pick == 9:
            return ("-", self.affine(), ("*", u, u))
        if pick == 10:
            return ("-", ("f", "sqrt", ("*", u, u)), u)
        if pick == 11:
            return ("f", r.choice(["sin", "tanh"]), u)
        if pick == 12:
            return ("-", ("f", "abs", u), self.affine())
        return ("-", ("f", "exp", u), ("c", Fraction(1)))

    def relu(self, u):
        return ("max", u, ("c", Fraction(0)))

    def branch(self, u, a, b):
        return ("if", self.rng.choice(["<", "<=", "=="]), u, ("c", Fraction(0)), a, b)

    def joined(self):
        """Functions that are smooth at x and written with tests."""
        r, u = self.rng, self.affine()
        absolute = ("f", "abs", u)
        pick = r.randrange(15)
        if pick == 0:
            return ("*", absolute, ("f", "sign", u))
        if pick == 1:
            return ("*", absolute, absolute)
        if pick == 2:
            return ("-", self.relu(self.relu(u)), self.relu(u))
        if pick == 3:
            w = self.affine()
            return ("+", ("max", u, w), ("min", u, w))
        if pick == 4:
            exp = ("f", "exp", ("-", ("c", Fraction(0)), absolute))
            return ("+", self.relu(u), ("f", "log", ("+", ("c", Fraction(1)), exp)))
        if pick == 5:
            half = ("c", Fraction(1, 2))
            return ("if", "<", u, ("c", Fraction(0)), ("*", half, ("*", u, u)), ("-", ("*", u, u), ("*", u, u)))
        if pick == 6:
            return ("if", "<", u, ("c", Fraction(0)), ("-", ("f", "exp", u), ("c", Fraction(1))), u)
        if pick == 7:
            return ("if", "==", u, ("c", Fraction(0)), ("c", Fraction(1)), ("/", ("f", "sin", u), u))
        if pick == 8:
            a = self.smooth()
            return self.branch(u, a, ("+", a, ("*", ("*", u, u), self.smooth())))
        if pick == 9:
            a = self.smooth()
            return ("if", "==", u, ("c", Fraction(0)), a, ("+", a, ("*", u, self.c(0, 0, 1))))
        if pick == 10:
            return ("*", self.relu(u), self.relu(self.affine()))
        if pick == 11:
            return ("*", u, ("f", "sqrt", ("f", "abs", self.affine())))
        if pick == 12:
            w = self.affine()
            return ("-", ("max", ("+", u, w), ("-", u, w)), ("+", u, ("f", "abs", w)))
        if pick == 13:
            return ("*", self.expression(1), ("*", u, u))
        return ("-", self.relu(u), self.relu(("-", ("c", Fraction(0)), u)))

    def expression(self, depth):
        r = self.rng
        pick = r.randrange(12) if depth > 0 else 0
        if pick == 0:
            return self.smooth()
        if pick < 5:
            return self.joined()
        if pick == 5:
            return ("f", "abs", self.test())
        if pick == 6:
            return ("*", ("f", "sign", self.test()), self.expression(depth - 1))
        if pick == 7:
            return (r.choice(["max", "min"]), self.expression(depth - 1), self.expression(depth - 1))
        if pick == 8:
            return self.branch(self.test(), self.expression(depth - 1), self.expression(depth - 1))
        if pick == 9:
            u = self.test()
            return ("f", "sqrt", ("*", u, u))
        return (r.choice("++-*"), self.expression(depth - 1), self.expression(depth - 1))


# ------------------------------------------------------------------ oracle --


def directions(maker):
    n, rng = maker.n, random.Random(7)
    out = [d for d in product((-1, 0, 1), repeat=n) if any(d)]
    if n == 1:
        return out
    null = []
    for row in maker.forms:
        for i in range(n - 1):
            d = [0] * n
            d[i], d[i + 1] = row[i + 1], -row[i]
            if any(d):
                null.append(tuple(d))
    if n == 3:
        for a, b in zip(maker.forms, maker.forms[1:]):
            d = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
            if any(d):
                null.append(d)
    null += [tuple(p + s * q for p, q in zip(a, b)) for a, b in zip(null, null[1:]) for s in (1, -1)]
    out += null + [tuple(-e for e in d) for d in null]
    out = sorted(set(d for d in out if any(d)))
    out = rng.sample(out, min(len(out), 48))
    out += [d for d in product((-1, 0, 1), repeat=n) if any(d)]
    out += [tuple(rng.randint(-9, 9) for _ in range(n)) for _ in range(8)]
    return sorted(set(out))


def bends(n):
    if n == 1:
        return []
    rng = random.Random(11)
    unit = [tuple(int(i == k) for k in range(n)) for i in range(n)]
    out = [(d, tuple(s * f for f in e)) for d in unit for e in unit if d != e for s in (1, -1, Fraction(3, 2))]
    out += [(tuple(rng.randint(-3, 3) for _ in range(n)), tuple(rng.randint(-3, 3) for _ in range(n))) for _ in range(6)]
    return out


class Seen:
    """What the quotients show: values and slopes by direction."""

    def __init__(self, program, maker, order):
        x, n = maker.x, maker.n
        self.undefined = self.jump = self.steep = False
        self.slopes, self.bent, self.seconds = {}, [], {}
        self.value = value(program, x)
        for d in directions(maker):
            q = self.quotient(program, [a + H * e for a, e in zip(x, d)])
            if q is not None:
                self.slopes[d] = q
        for d, e in bends(n):
            q = self.quotient(program, [a + H * b + H * H * c for a, b, c in zip(x, d, e)])
            if q is not None:
                self.bent.append((d, q))
        unit = [tuple(int(i == k) for k in range(n)) for i in range(n)]
        self.gradient = [self.slopes.get(e) for e in unit]
        self.linear = None not in self.gradient and all(self.fits(d, q) for d, q in [*self.slopes.items(), *self.bent])
        self.good = self.linear and not (self.undefined or self.jump or self.steep)
        if self.good and order > 1:
            self.second(n)

    def quotient(self, program, y):
        try:
            difference = real(value(program, y)) - real(self.value)
        except Undefined:
            self.undefined = True
            return None
        if abs(difference) > CLOSE:
            self.jump = True
            return None
        q = difference / real(H)
        if abs(q) > 10**9:
            self.steep = True
            return None
        return q

    def along(self, d):
        return sum(real(g) * real(Fraction(e)) for g, e in zip(self.gradient, d))

    def fits(self, d, q):
        return abs(q - self.along(d)) < CLOSE

    def second(self, n):
        """Second quotients along lines, and whether they are a quadratic form (None: not looked at)."""
        rounded = [Fraction(str(mpmath.nstr(g, 15))).limit_denominator(10**6) for g in self.gradient]
        exact = [real(g) for g in rounded]
        if any(abs(a - b) > mpmath.mpf(10) ** -55 for a, b in zip(exact, self.gradient)):
            self.quadratic = None  # the gradient is not known to so many digits
            return
        for d, q in self.slopes.items():
            first = sum(g * real(Fraction(e)) for g, e in zip(exact, d))
            self.seconds[d] = 2 * (q - first) / real(H)
        unit = [tuple(int(i == k) for k in range(n)) for i in range(n)]
        form = {}
        for i in range(n):
            form[i, i] = self.seconds[unit[i]]
            for j in range(i):
                both = tuple(int(k in (i, j)) for k in range(n))
                form[i, j] = self.seconds[both] - form[i, i] - form[j, j]
        self.quadratic = True
        for d, q in self.seconds.items():
            expected = sum(c * d[i] * d[j] for (i, j), c in form.items())
            if abs(q) > 10**9 or abs(q - expected) > CLOSE:
                self.quadratic = False


# ------------------------------------------------------------------ verdicts --


def agrees(ball, expected):
    middle, radius = ball.split(":")
    return abs(mpmath.mpf(middle) - expected) <= CLOSE * (1 + abs(expected)) and float(radius) < 1e-6


def judge(answer, seen, order, v):
    """None when the answer is right, else what is wrong with it."""
    verdict, certified, balls = answer
    if verdict == "undefined":
        return "undefined, where there is a value"
    if certified >= 0 and not agrees(balls[0], real(seen.value)):
        return "the value"
    if certified >= 1:
        if not seen.good:
            return "a derivative is certified where there is none"
        if not agrees(balls[1], seen.along(v)):
            return f"the derivative {balls[1]} is {mpmath.nstr(seen.along(v), 20)}"
    if certified >= 2 and seen.quadratic is not None:
        if not seen.quadratic:
            return "a second derivative is certified where there is none"
        if not agrees(balls[2], seen.seconds[v]):
            return f"the second derivative {balls[2]} is {mpmath.nstr(seen.seconds[v], 20)}"
    if verdict in ("not differentiable", "jumps", "not inside the domain") and seen.good:
        return f"{verdict}: where there seems to be a derivative"
    if verdict == "jumps" and not (seen.jump or seen.steep or seen.undefined):
        return "a jump that is not seen"
    if verdict == "not inside the domain" and not seen.undefined:
        return "it is inside its domain"
    if verdict == "not differentiable twice" and seen.good and seen.quadratic:
        return "no second derivative, where there seems to be one"
    return None


def parse(line):
    fields = [field.strip() for field in line.split(";")]
    return fields[0], int(fields[1]), fields[2].split()


def main():
    query, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    asked = []
    while len(asked) < count:
        maker = Maker(rng)
        program = maker.expression(rng.choice([1, 2, 2, 3]))
        order = rng.choice([1, 1, 2])
        try:
            seen = Seen(program, maker, order)
        except (Undefined, Unsure):
            continue
        v = rng.choice([d for d in directions(maker) if d in seen.slopes] or directions(maker))
        asked.append((program, maker, order, v, seen))
    lines = [
        f"{order}; {' '.join(map(str, m.x))}; {' '.join(map(str, v))}; {text(p)}" for p, m, order, v, _ in asked
    ]
    run = subprocess.run([query], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False)
    answers = run.stdout.splitlines()
    if run.returncode != 0 or len(answers) != count:
        print(run.stderr, f"{len(answers)} answers to {count} questions: the next was {lines[len(answers)]}", sep="\n")
        print(f"0 passed, {count} failed")
        sys.exit(1)
    wrong, tally = 0, {}
    smooth = missed = kinks = open_kinks = 0
    for (_, _, order, v, seen), line, answer in zip(asked, lines, answers):
        verdict = parse(answer)
        fault = judge(verdict, seen, order, v)
        tally[verdict[0]] = tally.get(verdict[0], 0) + 1
        if fault is not None:
            wrong += 1
            print(f"WRONG: {fault}\n  {line}\n  {answer}")
        smooth += seen.good
        kinks += not seen.good
        if seen.good and verdict[1] < 1:
            missed += 1
            if "-v" in sys.argv:
                print(f"not certified: {line}\n  {answer}")
        if not seen.good and verdict[0] == "not certified":
            open_kinks += 1
            if "-v" in sys.argv:
                print(f"not refuted: {line}\n  {answer}")
    for name in sorted(tally):
        print(f"  {tally[name]:6d}  {name}")
    print(f"  differentiable: {smooth}, of which {missed} not certified ({100 * missed / max(1, smooth):.1f} %)")
    print(f"  not differentiable: {kinks}, of which {open_kinks} not certified ({100 * open_kinks / max(1, kinks):.1f} %)")
    print(f"{count - wrong} passed, {wrong} failed")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
