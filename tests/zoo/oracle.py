#!/usr/bin/python3
"""A second judge, without Adjudge: the value of a specification read again and differentiated by mpmath in 200 digits.

    oracle.py SPECIFICATIONS NAME CALL ARGS [SEED [ALONG]]     lists in JSON; prints the number, or the list
"""
import json
import re
import sys

import mpmath
from mpmath import mp

mp.dps = 200


def each(f):
    def apply(*args):
        sizes = [len(a) for a in args if isinstance(a, list)]
        if not sizes: return f(*args)
        return [apply(*(a[i] if isinstance(a, list) else a for a in args)) for i in range(sizes[0])]
    return apply


def real_log(x):
    if x <= 0: raise ValueError("log of what is not positive")
    return mp.log(x)


functions = {  # name: number of arguments, meaning
    **{name: (1, each(getattr(mp, name))) for name in
       "exp sin cos tan tanh sinh cosh asin acos atan asinh acosh atanh sqrt sign erf erfc cbrt floor ceil".split()},
    "log": (1, each(real_log)), "neg": (1, each(lambda x: -x)), "abs": (1, each(abs)), "lgamma": (1, each(mp.loggamma)),
    "gamma": (1, each(mp.gamma)), "tgamma": (1, each(mp.gamma)), "digamma": (1, each(mp.digamma)),
    "sigmoid": (1, each(lambda x: 1 / (1 + mp.exp(-x)))), "expm1": (1, each(mp.expm1)), "log1p": (1, each(mp.log1p)),
    "exp2": (1, each(lambda x: mp.mpf(2) ** x)), "log2": (1, each(lambda x: mp.log(x, 2))), "log10": (1, each(mp.log10)),
    "i0": (1, each(lambda x: mp.besseli(0, x))), "i1": (1, each(lambda x: mp.besseli(1, x))),
    "erfinv": (1, each(mp.erfinv)), "normcdf": (1, each(mp.ncdf)), "lambertw": (1, each(mp.lambertw)),
    "j0": (1, each(lambda x: mp.besselj(0, x))), "j1": (1, each(lambda x: mp.besselj(1, x))), "trunc": (1, each(lambda x: mp.sign(x) * mp.floor(abs(x)))),
    "max": (2, each(max)), "min": (2, each(min)), "atan2": (2, each(mp.atan2)), "hypot": (2, each(mp.hypot)),
    "copysign": (2, each(lambda x, y: abs(x) * (1 if y > 0 else -1))), "fmod": (2, each(lambda x, y: mp.sign(x) * mp.fmod(abs(x), abs(y)))),
    "polygamma": (2, each(lambda n, x: mp.polygamma(int(n), x))),
    "sum": (1, mp.fsum), "dot": (2, lambda x, y: mp.fsum(a * b for a, b in zip(x, y))),
}
constants = {"pi": mp.pi, "e": mp.e}


class Reader:
    """One method a level of the grammar; each answers a function of the environment."""

    def __init__(self, text):
        self.tokens = re.findall(r"[A-Za-z_]\w*|\d+\.?\d*(?:e-?\d+)?|\.\*|<=|>=|==|/=|[-+*/^!()\[\],=<>]", text)

    def peek(self, *words):
        return bool(self.tokens) and self.tokens[0] in words

    def take(self, *words):
        return self.tokens.pop(0) if not words or self.peek(*words) else sys.exit(f"oracle: {words} expected at {self.tokens[:5]}")

    def term(self):
        if self.peek("let"):
            self.take(); name = self.take(); self.take("="); bound = self.term(); self.take("in"); body = self.term()
            return lambda env: body({**env, name: bound(env)})
        if self.peek("if"):
            self.take(); test = self.test(); self.take("then"); yes = self.term(); self.take("else"); no = self.term()
            return lambda env: yes(env) if test(env) else no(env)
        return self.chain(self.product, {"+": lambda a, b: a + b, "-": lambda a, b: a - b})

    def test(self):
        left = self.term(); relation = self.take(); right = self.term()
        compare = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, ">": lambda a, b: a > b,
                   ">=": lambda a, b: a >= b}[relation]
        more = self.take() if self.peek("and", "or") else None
        rest = self.test() if more else None
        first = lambda env: compare(left(env), right(env))
        if more is None: return first
        return (lambda env: first(env) and rest(env)) if more == "and" else (lambda env: first(env) or rest(env))

    def chain(self, below, operators):
        left = below()
        while self.peek(*operators):
            left = (lambda f, a, b: lambda env: f(a(env), b(env)))(each(operators[self.take()]), left, below())
        return left

    def product(self):
        times = lambda a, b: a * b
        return self.chain(self.unary, {"*": times, ".*": times, "/": lambda a, b: a / b})

    def unary(self):
        if not self.peek("-"): return self.power()
        self.take(); inner = self.unary()
        return lambda env: each(lambda x: -x)(inner(env))

    def power(self):
        base = self.index()
        if not self.peek("^"): return base
        self.take(); exponent = self.atom()
        return lambda env: each(lambda x, c: x ** int(c) if c == int(c) else x ** c)(base(env), exponent(env))

    def index(self):
        array = self.application()
        while self.peek("!"):
            self.take(); at = self.atom()
            array = (lambda a, i: lambda env: a(env)[int(i(env))])(array, at)
        return array

    def application(self):
        if self.peek("library"): self.take()
        if self.tokens and self.tokens[0] in functions:
            arity, f = functions[self.take()]
            args = [self.atom() for _ in range(arity)] if not self.ends() else None
            if args is None: return lambda env: f(*(env[n] for n in list(env)[:arity]))  # `library NAME` of the arguments
            return lambda env: f(*(a(env) for a in args))
        return self.atom()

    def ends(self):
        return not self.tokens

    def atom(self):
        token = self.take()
        if token in "([":
            parts = [self.term()]
            while self.peek(","): self.take(); parts.append(self.term())
            self.take(")" if token == "(" else "]")
            return parts[0] if token == "(" else lambda env: [p(env) for p in parts]
        if token == "-": inner = self.atom(); return lambda env: -inner(env)
        if re.match(r"\d", token): return lambda env: mp.mpf(token)
        if token in functions: arity, f = functions[token]; arg = self.atom(); return lambda env: f(arg(env))
        return lambda env: env[token] if token in env else constants[token]


heading = r"^primitive (\w+)((?: \(\w+ : [^)]*\))+)"


def read(block):
    """The names of the arguments, and the value as a function of them."""
    block = re.sub(r"--.*", "", block)
    value = re.search(r"^value\s*=((?:.*\n?)(?:[ \t]+.*\n?)*)", block, re.M)
    return re.findall(r"\((\w+) :", re.search(heading, block, re.M)[2]), Reader(value[1]).term()


def specifications(paths):
    blocks = [b for path in paths for b in re.split(r"\n\s*\n", open(path).read())]
    return {m[1]: read(b) for b in blocks if (m := re.search(heading, b, re.M)) and re.search("^value", b, re.M)}


def number(x):
    if isinstance(x, list): return [number(y) for y in x]
    return mp.mpf(float.fromhex(x)) if isinstance(x, str) and "x" in x else mp.mpf(x)


def moved(args, t, v):
    return [moved(a, t, b) if isinstance(a, list) else a + t * b for a, b in zip(args, v)]


def component(y, i):
    return y[i] if isinstance(y, list) else y


def basis(args):  # the same shape with 1 at one place, for each place
    flat = sum(len(a) if isinstance(a, list) else 1 for a in args)
    for k in range(flat):
        numbers = iter(range(flat))
        yield [[mp.mpf(next(numbers) == k) for _ in a] if isinstance(a, list) else mp.mpf(next(numbers) == k) for a in args]


def truth(specification, call, args, seed=None, along=None):
    """The answer to the call, flat."""
    names, term = specification
    f = lambda x: term(dict(zip(names, x)))
    y = f(args)
    outputs = range(len(y) if isinstance(y, list) else 1)
    if call == "value": return [component(y, i) for i in outputs]
    slope = lambda i, v: mp.diff(lambda t: component(f(moved(args, t, v)), i), 0)
    if call == "jvp": return [slope(i, seed) for i in outputs]
    if call == "vjp":
        w = seed if isinstance(seed, list) else [seed]
        return [mp.fsum(slope(i, v) * w[i] for i in outputs if w[i] != 0) for v in basis(args)]
    return [mp.diff(lambda s, t: component(f(moved(moved(args, s, along), t, seed)), i), (0, 0), (1, 1)) for i in outputs]


if __name__ == "__main__":
    path, name, call, *data = sys.argv[1:]
    answer = truth(specifications([path])[name], call, *(number(json.loads(d)) for d in data))
    print(*(mp.nstr(x, 30) for x in answer))
