#!/usr/bin/python3
"""A second meaning of the working notes' language, in doubles: what adjudge gives for each definition is compared with it.

    meaning.py ADJUDGE FILE...      POINTS=12 SEED=1

Arguments are drawn at random; where this one has no value at a point, it is drawn again.  Vectors whose length is open
have 3 entries.  The last line is "N passed, M failed"."""
import math, os, random, re, sys
from fractions import Fraction
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from importing import NoValue, Skip, compare, main

TOKENS = re.compile(r"(?P<blank>\s+|--[^\n]*)|(?P<number>(?:(?<!/)\d+/\d+|\d+(?:\.\d+)?(?:e[-+]?\d+)?))"
                    r"|(?P<part>π_\{\d[\d,]*\}|π_?\d+|pi\d+)|(?P<name>[A-Za-z_][\w'$]*)|(?P<mark>-o|->|==|/=|<=|>=|.)", re.S)
COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, ">": lambda a, b: a > b,
           ">=": lambda a, b: a >= b, "/=": lambda a, b: a != b, "≤": lambda a, b: a <= b}


class Words:
    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self, ahead=0):
        return self.words[self.at + ahead][1] if self.at + ahead < len(self.words) else ""

    def take(self, *expected):
        word = self.peek()
        assert not expected or word in expected, (word, expected)
        self.at += 1
        return word

    def list(self, close=")"):
        parts = []
        while self.peek() != close:
            parts.append(self.expression())
            if self.peek() == ",":
                self.take()
        self.take(close)
        return parts

    def expression(self):
        left = self.infix(self.product, "+", "-")
        return (self.take(), left, self.infix(self.product, "+", "-")) if self.peek() in COMPARE else left

    def infix(self, part, *marks):
        left = part()
        while self.peek() in marks:
            left = (self.take(), left, part())
        return left

    def product(self):
        return self.infix(self.postfix, "*", "/", "mod", "div", "imin", "imax")

    def postfix(self):
        value = self.atom()
        while self.peek() == "[":
            self.take()
            value = ("ixR", self.expression(), value)
            self.take("]")
        return value

    def atom(self):
        kind, word = self.words[self.at]
        self.at += 1
        if kind == "number":
            return ("number", int(word) if word.isdigit() else float(Fraction(word)))
        if kind == "part" and self.peek() == "(":
            self.take()
            return ("part", int(re.search(r"\d+", word).group()), *self.list())
        if word == "(":
            parts = self.list()
            return parts[0] if len(parts) == 1 else ("tuple", *parts)
        if word == "-":
            return ("neg", self.postfix())
        if word in ("λ", "\\"):
            name = self.take()
            self.take(".")
            return ("lambda", name, self.expression())
        if word == "let":
            brace = self.peek() == "{" and self.take()
            name, _, value = self.take(), self.take("="), self.expression()
            self.take("}" if brace else "in")
            return ("let", name, value, self.expression())
        if word == "if":
            if self.peek() == "(" and self.behind() != "then" and self.commas() == 2:
                self.take()
                return ("if", *self.list())
            test = self.expression()
            self.take("then")
            yes = self.expression()
            self.take("else")
            return ("if", test, yes, self.expression())
        parameters = []
        while self.peek() == "[" and self.parameter():
            self.take()
            sign = -1 if self.peek() == "-" and self.take() else 1
            parameters.append(sign * float(Fraction(self.take())))
            self.take("]")
        if self.peek() != "(":
            return ("name", word)
        self.take()
        return ("call", word, parameters, *self.list())

    def bracket(self):
        """Where the bracket at the next word is closed, and how many commas stand directly within."""
        depth, commas, at = 0, 0, 0
        while True:
            word = self.peek(at)
            depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
            commas += depth == 1 and word == ","
            at += 1
            if depth == 0:
                return at, commas

    def behind(self):
        return self.peek(self.bracket()[0])

    def commas(self):
        return self.bracket()[1]

    def parameter(self):
        """Whether [c] is a parameter of a function that is called behind it."""
        at = 1 + (self.peek(1) == "-")
        return re.fullmatch(r"[\d./e]+", self.peek(at)) and self.peek(at + 1) == "]" and self.peek(at + 2) in ("(", "[")

    def type(self):
        word = self.take()
        if word == "Vec":
            length = self.peek()
            entry = length in ("R", "ℝ", "N", "ℕ", "Vec", "(")
            length = 3 if entry or not self.take().isdigit() else int(length)
            return ("vector", length, self.type())
        if word != "(":
            return "N" if word in ("N", "ℕ") else "R"
        if self.peek() == ")":
            self.take()
            return ("tuple",)
        parts = [self.type()]
        while self.take(",", ")") == ",":
            parts.append(self.type())
        return ("tuple", *parts) if len(parts) > 1 else parts[0]


def read(text):
    """All definitions: (line, (name, parameters, body))."""
    out, words = [], []
    for m in TOKENS.finditer(text):
        if m.lastgroup == "blank":
            continue
        first = m.start() == 0 or text[m.start() - 1] == "\n"
        if m.group() == "fun" or (first and m.lastgroup == "name"):
            out.append((text.count("\n", 0, m.start()) + 1, []))
        if m.group() != "fun":
            out[-1][1].append((m.lastgroup, m.group()))
    for line, words in out:
        words = Words(words)
        name, _, parameters = words.take(), words.take("("), []
        while words.peek() != ")":
            parameters.append((words.take(), words.type() if words.peek() == ":" and words.take() else "R"))
            if words.peek() == ",":
                words.take()
        words.take(")"), words.take("=")
        yield line, (name, parameters, words)


def each(f, *values):
    if isinstance(values[0], list):
        assert len({len(v) for v in values}) == 1
        return [each(f, *entries) for entries in zip(*values)]
    return f(*values)


def power(x, y):
    if x <= 0:
        raise NoValue
    return math.pow(x, y)


def trigamma(x):
    total = 0.0
    while x < 30:
        total, x = total + 1 / (x * x), x + 1
    return total + 1 / x + 1 / (2 * x**2) + 1 / (6 * x**3) - 1 / (30 * x**5) + 1 / (42 * x**7)


def quotient(x, y):
    if y == 0:
        raise NoValue
    return x / y


ONE = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "log": math.log, "sqrt": math.sqrt,
       "tanh": math.tanh, "sigmoid": lambda x: 1 / (1 + math.exp(-x)), "sign": lambda x: (x > 0) - (x < 0), "abs": abs,
       "neg": lambda x: -x, "max": max, "min": min, "atan2": math.atan2, "hypot": math.hypot, "erf": math.erf, "pow": power}
TWO = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": quotient,
       "mod": lambda a, b: a - b * (a // b), "div": lambda a, b: a // b, "imin": min, "imax": max}


def call(name, parameters, arguments, env, defined):
    if name in defined:
        names, body, before = defined[name]
        if len(names) == 1 and len(arguments) > 1:
            arguments = [tuple(arguments)]
        elif len(names) > 1 and len(arguments) == 1:
            arguments = arguments[0]
        assert len(names) == len(arguments)
        return meaning(body, dict(zip(names, arguments)), before)
    if name == "pow" and parameters:
        return each(lambda x: math.pow(x, parameters[0]), *arguments)
    if name == "polygamma" and parameters == [1]:
        return trigamma(*arguments)
    if name == "sum":
        v = arguments[0]
        return [sum(column) for column in zip(*v)] if isinstance(v[0], list) else sum(v)
    if name == "sz":
        return len(arguments[0])
    if name == "toReal":
        return float(arguments[0])
    if name == "ixR":
        return entry(*arguments)
    return each(ONE[name], *arguments)


def entry(index, vector):
    if not 0 <= index < len(vector):
        raise NoValue
    return vector[index]


def meaning(e, env, defined):
    op, rest = e[0], e[1:]
    of = lambda part: meaning(part, env, defined)
    if op == "number":
        return rest[0]
    if op == "name":
        return env[rest[0]]
    if op == "let":
        return meaning(rest[2], {**env, rest[0]: of(rest[1])}, defined)
    if op == "if":
        return of(rest[1]) if of(rest[0]) else of(rest[2])
    if op == "tuple":
        return tuple(map(of, rest))
    if op == "part":
        return of(rest[1])[rest[0] - 1]
    if op == "neg":
        return each(lambda x: -x, of(rest[0]))
    if op == "ixR":
        return entry(of(rest[0]), of(rest[1]))
    if op in COMPARE:
        return COMPARE[op](of(rest[0]), of(rest[1]))
    if op in TWO:
        return each(TWO[op], of(rest[0]), of(rest[1]))
    name, parameters, arguments = rest[0], rest[1], rest[2:]
    if name == "build" and name not in defined:
        return [meaning(arguments[1][2], {**env, arguments[1][1]: k}, defined) for k in range(of(arguments[0]))]
    if name == "fold" and name not in defined:
        value = of(arguments[1])
        for x in of(arguments[2]):
            value = meaning(arguments[0][2], {**env, arguments[0][1]: (value, x)}, defined)
        return value
    return call(name, parameters, list(map(of, arguments)), env, defined)


def draw(type):
    if type == "N":
        return random.randint(-2, 6)
    if type == "R":
        return random.choice([1, 1, 10]) * random.uniform(-2, 2)
    if type[0] == "vector":
        return [draw(type[2]) for _ in range(type[1])]
    return tuple(map(draw, type[1:]))


def check(adjudge, path, line, program, names, defined):
    name, parameters, words = program
    body, before = words.expression(), dict(defined)
    if names[line][2].endswith(" : 1 + 1"):
        defined[name] = ([p for p, _ in parameters], body, before)
        raise Skip("a test is no output of eval")
    assert words.peek() == "", words.words[words.at:]
    defined[name] = ([p for p, _ in parameters], body, before)
    return compare(adjudge, path, line, names, lambda: [draw(type) for _, type in parameters],
                   lambda values: meaning(body, {p: v for (p, _), v in zip(parameters, values)}, before))


main(read, check, dict)
