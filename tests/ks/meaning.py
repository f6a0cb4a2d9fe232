#!/usr/bin/python3
"""A second meaning of ksc's language, in doubles: what adjudge gives for each definition is compared with it.

    meaning.py ADJUDGE FILE...      POINTS=12 SEED=1

Arguments are drawn at random; where this one has no value at a point, it is drawn again.  The last line is
"N passed, M failed"."""
import math, os, random, re, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from importing import NoValue, compare, main, sexprs

LENGTH = 3


def type_of(words):
    """Float, ("Vec", T), ("Tensor", 2, T), ("Tuple", T...)"""
    if isinstance(words, str):
        return words
    if len(words) == 1 and words[0] != "Tuple":
        return type_of(words[0])
    if words[0] == "Tensor":
        return ("Tensor", int(words[1]), type_of(words[2]))
    return (words[0], *map(type_of, words[1:]))


def kind(value):
    """The type of a value: arrays are lists, tuples are tuples."""
    if isinstance(value, bool):
        return "Bool"
    if isinstance(value, (int, float)):
        return "Integer" if isinstance(value, int) else "Float"
    if isinstance(value, tuple):
        return ("Tuple", *map(kind, value))
    return ("Vec", kind(value[0]) if value else "Float")


def fits(value, type):
    if isinstance(type, str):
        return kind(value) == type
    if type[0] == "Tuple":
        return isinstance(value, tuple) and len(value) == len(type) - 1 and all(map(fits, value, type[1:]))
    depth, entry = (1, type[1]) if type[0] == "Vec" else (type[1], type[2])
    if not isinstance(value, list):
        return False
    return not value or fits(value[0], entry if depth == 1 else ("Tensor", depth - 1, entry))


def number(word):
    whole = re.fullmatch(r"[-+]?\d+", word)
    return int(word) if whole else float(word)


def each(f):
    return lambda *operands: [f(*(o[i] if isinstance(o, list) else o for o in operands))
                              for i in range(max(len(o) for o in operands if isinstance(o, list)))]


def lifted(f):
    return lambda *operands: each(f)(*operands) if any(isinstance(o, list) for o in operands) else f(*operands)


def divide(a, b):
    if isinstance(a, float):
        return a / b
    return int(math.copysign(1, a * b)) * (abs(a) // abs(b)) if a else 0


def delta(n, i, x):
    return [x if k == i else 0.0 for k in range(n)]


FUNCTIONS = {"add": lambda a, b: a + b, "sub": lifted(lambda a, b: a - b), "mul": lifted(lambda a, b: a * b), "div": divide,
             "neg": lambda a: -a, "pow": lambda a, n: a ** n, "lt": lambda a, b: a < b, "lte": lambda a, b: a <= b,
             "gt": lambda a, b: a > b, "gte": lambda a, b: a >= b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
             "and": lambda a, b: a and b, "or": lambda a, b: a or b, "not": lambda a: not a, "to_float": float,
             "bool_to_float": float, "exp": lifted(math.exp), "log": math.log, "sin": math.sin, "cos": math.cos,
             "sqrt": math.sqrt, "tanh": math.tanh, "cosh": math.cosh, "erf": math.erf, "lgamma": math.lgamma, "abs": abs, "max": lambda *a: max(*a), "pi": lambda: math.pi, "sum": lambda v: sum(v, 0.0),
             "ts_add": lifted(lambda a, b: a + b), "ts_neg": lifted(lambda a: -a), "ts_scale": lifted(lambda a, b: a * b),
             "ts_dot": lambda a, b: sum(x * y for x, y in zip(a, b)), "constVec": lambda n, x: build(n, lambda _: x), "deltaVec": delta}


def bind(env, pattern, value):
    if isinstance(pattern, str):
        return {**env, pattern: value}
    return {**env, **dict(zip(pattern, value))}


def build(length, body):
    if isinstance(length, int):
        if length < 0:
            raise NoValue
        return [body(i) for i in range(length)]
    if len(length) == 1:
        return [body((i,)) for i in range(length[0])]
    return [build(length[1:], lambda rest, i=i: body((i, *rest))) for i in range(length[0])]


def dimensions(array, rank):
    return (len(array),) + (dimensions(array[0], rank - 1) if rank > 1 else ())


def add(a, b):
    return [add(x, y) for x, y in zip(a, b)] if isinstance(a, list) else a + b


def total(array, rank):
    entries = array if rank == 1 else [total(row, rank - 1) for row in array]
    if not entries:
        return 0.0
    out = entries[0]
    for entry in entries[1:]:
        out = add(out, entry)
    return out


class Program:
    def __init__(self):
        self.defined = []  # name, argument names, type of all as one, body
        self.rank = {}  # of arrays, by identity: tensors are arrays of arrays here

    def rank_of(self, value):
        return self.rank.get(id(value), (1, None))[0]

    def note(self, value, type):
        if isinstance(value, list) and type[0] == "Tensor":
            self.rank[id(value)] = (type[1], value)
        return value

    def call(self, head, operands):
        name = head if isinstance(head, str) else head[0]
        one = operands[0] if len(operands) == 1 else tuple(operands)
        for called, arguments, type, body in reversed(self.defined):
            if called == name and fits(one, type):
                values = [one] if len(arguments) == 1 else list(one)
                types = [type] if len(arguments) == 1 else type[1:]
                for value, of in zip(values, types):
                    self.note(value, of)
                return self.meaning(body, dict(zip(arguments, values)))
        return FUNCTIONS[name](*(one if isinstance(one, tuple) else operands))

    def meaning(self, e, env):
        if isinstance(e, str):
            return env[e] if e in env else e == "true" if e in ("true", "false") else number(e)
        op, rest = e[0], e[1:]
        if op == "let":
            single = len(rest[0]) == 2 and (isinstance(rest[0][0], str) or all(isinstance(w, str) for w in rest[0][0]))
            for pattern, value in [rest[0]] if single else rest[0]:
                env = bind(env, pattern, self.meaning(value, env))
            return self.meaning(rest[1], env)
        if op == "if":
            return self.meaning(rest[1] if self.meaning(rest[0], env) else rest[2], env)
        if op == "assert":
            if not self.meaning(rest[0], env):
                raise NoValue
            return self.meaning(rest[1], env)
        if op in ("build", "sumbuild"):
            length = self.meaning(rest[0], env)
            array = build(length, lambda i: self.meaning(rest[1][2], bind(env, rest[1][1][0], i)))
            rank = 1 if isinstance(length, int) else len(length)
            return total(array, rank) if op == "sumbuild" else self.note(array, ("Tensor", rank))
        if op == "fold":
            state = self.meaning(rest[1], env)
            for x in self.meaning(rest[2], env):
                state = self.meaning(rest[0][2], bind(env, rest[0][1][0], (state, x)))
            return state
        values = [self.meaning(a, env) for a in rest]
        if op == "tuple":
            return tuple(values)
        if isinstance(op, str) and op.startswith("get$"):
            return values[0][int(op.split("$")[1]) - 1]
        if op == "size":
            rank = self.rank_of(values[0])
            return len(values[0]) if rank == 1 else dimensions(values[0], rank)
        if op == "index":
            for i in values[0] if isinstance(values[0], tuple) else [values[0]]:
                if i < 0:
                    raise NoValue
                values[1] = values[1][i]
            return values[1]
        return self.call(op, values)


def draw(type):
    if type == "Float":
        return random.choice([1, 1, 10]) * random.uniform(-2, 2)
    if type == "Bool":
        return random.choice([False, True])
    if type == "Integer":
        return random.randrange(-2, 8)
    if type[0] == "Tuple":
        return tuple(map(draw, type[1:]))
    depth, entry = (1, type[1]) if type[0] == "Vec" else (type[1], type[2])
    return [draw(entry if depth == 1 else ("Tensor", depth - 1, entry)) for _ in range(LENGTH)]


def check(adjudge, path, line, tree, names, program):
    _, name, _, arguments, body = tree
    name = name if isinstance(name, str) else name[0]
    if len(arguments) > 1 and arguments[1] == ":":
        arguments = [arguments]
    types = [type_of(a[2:]) for a in arguments]
    program.defined.append((name, [a[0] for a in arguments], types[0] if len(types) == 1 else ("Tuple", *types), body))

    def meaning(values):
        for value, type in zip(values, types):
            program.note(value, type)
        return program.meaning(body, dict(zip([a[0] for a in arguments], values)))

    return compare(adjudge, path, line, names, lambda: [draw(t) for t in types], meaning)


main(lambda text: ((line, tree) for line, tree in sexprs(text) if tree[0] == "def"), check, Program)
