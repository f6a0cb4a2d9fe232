#!/usr/bin/python3
"""A second meaning of caddie's language, in doubles: what adjudge gives for each definition is compared with it, and the
type of its argument with what the comment before it says: (* x : (real * []real) *), real where none does; of a file of
caddie's own with what caddie recorded beside it.

    meaning.py ADJUDGE FILE...      POINTS=12 SEED=1

Arguments are drawn at random; where this one has no value at a point, it is drawn again.  The last line is
"N passed, M failed"."""
import math, os, random, re, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from importing import NoValue, compare, main

LENGTH = 3
MARKS = r"[#&|+\-~^?*:!%/='<>@]"
TOKENS = re.compile(rf"(?P<comment>\(\*(?:[^*]|\*[^)])*\*\))|(?P<number>(?:(?<!{MARKS})[-+])?\d+\.?\d*)|(?P<name>\w+)"
                    rf"|(?P<mark>{MARKS}+|[(){{}}\[\],;])|(?P<blank>\s+)")
KEYWORDS = {"let", "in", "end", "fun", "map", "iota", "fn", "pow", "red"}
ZERO = object()


class Words:
    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ("end", "")

    def take(self, *expected):
        word = self.peek()
        assert not expected or word[1] in expected, (word, expected)
        self.at += 1
        return word[1]

    def sum(self):
        left = self.product()
        while self.peek()[1] in ("+", "-") and self.peek()[0] == "mark":
            left = (self.take(), left, self.product())
        return left

    def product(self):
        left = self.atom()
        while self.peek()[1] in ("*", "*>"):
            op = self.take()
            left = (op, left, self.atom() if op == "*" else self.product())
        return left

    def begins(self):
        kind, word = self.peek()
        return kind == "number" or word in ("(", "[", "#", "let", "map", "iota", "pow") or kind == "name" and word not in KEYWORDS

    def list(self, close):
        self.take()
        parts = [self.sum()]
        while self.peek()[1] == ",":
            self.take()
            parts.append(self.sum())
        self.take(close)
        return parts

    def atom(self):
        kind, word = self.peek()
        if word == "(":
            parts = self.list(")")
            return parts[0] if len(parts) == 1 else ("tuple", *parts)
        if word == "[":
            return ("array", *self.list("]"))
        self.take()
        if kind == "number":
            return ("zero",) if word == "0" else ("number", float(word))
        if word == "#":
            return ("part", int(self.take()), self.atom())
        if word == "pow":
            return ("pow", float(self.take()), self.atom())
        if word == "iota":
            return ("iota", int(self.take()))
        if word == "let":
            name, _, value = self.take(), self.take("="), self.sum()
            self.take("in")
            body = self.sum()
            self.take("end")
            return ("let", name, value, body)
        if word == "map":
            self.take("("), self.take("fn")
            name, _, body = self.take(), self.take("=>"), self.sum()
            self.take(")")
            return ("map", name, body, self.atom())
        return ("call", word, self.atom()) if self.begins() else ("name", word)


def read(text):
    """All definitions: (line, (name, argument, type, words of the body))."""
    words, comment, line, out = [], "", 0, []
    for m in TOKENS.finditer(text):
        if m.lastgroup == "comment":
            comment = m.group()
        elif m.lastgroup != "blank":
            if m.group() == "fun":
                said = re.search(r"(?:\(\*|;) (\w+) : ([]real()* []+) \*\)$", comment)
                out.append((text.count("\n", 0, m.start()) + 1, type_of(said.group(2)) if said else "real", []))
                comment = ""
            out[-1][2].append((m.lastgroup, m.group()))
    for line, of, words in out:
        words = Words(words)
        _, name, argument, _ = (words.take() for _ in range(4))
        yield line, (name, argument, of, words)


def type_of(text):
    """real, ("tuple", T...), ("array", T)"""
    tokens = re.findall(r"real|\[\]|[()*]", text)

    def one():
        word = tokens.pop(0)
        if word == "[]":
            return ("array", one())
        if word == "real":
            return word
        parts = [one()]
        while tokens.pop(0) == "*":
            parts.append(one())
        return ("tuple", *parts)

    return one()


def printed(type):
    """As adjudge prints it: products associate to the left, and tuples are pairs (a, (b, c))."""
    if type == "real":
        return type
    if type[0] == "array":
        return f"{bracket(type[1])}^{LENGTH}"
    rest = type[2] if len(type) == 3 else ("tuple", *type[2:])
    return f"{printed(type[1])} * {bracket(rest) if rest[0] == 'tuple' else printed(rest)}"


def bracket(type):
    return type if type == "real" else f"({printed(type)})"


def each(op, a, b):
    if a is ZERO or b is ZERO:
        other = b if a is ZERO else a
        return other if a is not ZERO or op == "+" or other is ZERO else times(-1.0, other)
    if isinstance(a, (tuple, list)):
        if len(a) != len(b):
            raise NoValue
        return type(a)(each(op, x, y) for x, y in zip(a, b))
    return a + b if op == "+" else a - b


def times(r, v):
    return type(v)(times(r, x) for x in v) if isinstance(v, (tuple, list)) else v if v is ZERO else r * v


def cross(a, b):
    return type(a)((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def real(v):
    return 0.0 if v is ZERO else v


def inner(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


FUNCTIONS = {"abs": abs, "sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "ln": math.log,
             "dprod": lambda p: inner(*p), "dprod3": lambda p: inner(*p), "sprod": lambda p: times(*p),
             "cprod3": lambda p: cross(*p), "cross": lambda p: cross(*p), "norm2sq": lambda p: p[0] ** 2 + p[1] ** 2}


def meaning(e, env, defined):
    op, rest = e[0], e[1:]
    of = lambda part: meaning(part, env, defined)
    if op == "number":
        return rest[0]
    if op == "zero":
        return ZERO
    if op == "name":
        return env[rest[0]] if rest[0] in env else {"pi": math.pi}[rest[0]]
    if op == "let":
        return meaning(rest[2], {**env, rest[0]: of(rest[1])}, defined)
    if op == "map":
        return [meaning(rest[1], {**env, rest[0]: x}, defined) for x in of(rest[2])]
    if op in ("+", "-"):
        return each(op, of(rest[0]), of(rest[1]))
    if op in ("*", "*>"):
        return times(real(of(rest[0])), of(rest[1]))
    if op == "pow":
        return math.pow(real(of(rest[1])), rest[0])
    if op in ("tuple", "array"):
        return (tuple if op == "tuple" else list)(map(of, rest))
    if op == "part":
        return of(rest[1])[rest[0] - 1]
    if op == "iota":
        return [float(k) for k in range(rest[0])]
    if rest[0] in defined:
        argument, body = defined[rest[0]]
        return meaning(body, {argument: of(rest[1])}, dict(list(defined.items())[:list(defined).index(rest[0])]))
    return FUNCTIONS[rest[0]](filled(of(rest[1])))


def filled(value):
    """0 that stands in a value is a real."""
    return type(value)(map(filled, value)) if isinstance(value, (tuple, list)) else real(value)


def draw(type):
    if type == "real":
        return random.choice([1, 1, 10]) * random.uniform(-2, 2)
    if type[0] == "array":
        return [draw(type[1]) for _ in range(LENGTH)]
    return tuple(map(draw, type[1:]))


def recorded(path):
    """The types that caddie prints, if they are beside the file: name and type of the argument."""
    beside = path[:-len(".cad")] + ".out.ok"
    text = open(beside, encoding="utf-8").read() if os.path.exists(beside) else ""
    return {m.group(1): type_of(m.group(2)) for m in re.finditer(r"^ (\w+) : \((.*) -> .*\)$", text, re.M)}


def check(adjudge, path, line, program, names, defined):
    name, argument, type, words = program
    type, body = recorded(path).get(name, type), words.sum()
    before = dict(defined)
    defined[name] = (argument, body)
    if f" : {printed(type)}) : " not in names[line][2]:
        print(f"FAILED: {path}:{line}: {names[line][2]}, where {printed(type)} is expected")
        return False
    return compare(adjudge, path, line, names, lambda: [draw(type)], lambda v: filled(meaning(body, {argument: v[0]}, before)))


main(read, check, dict)
