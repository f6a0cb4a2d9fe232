#!/usr/bin/python3
"""A second meaning of FPCore, in doubles: what adjudge gives for each program of the files is compared with it.

    meaning.py ADJUDGE FILE...      POINTS=12 SEED=1

Points are drawn at random until the precondition holds strictly.  The last line is "N passed, M failed"."""
import math, os, random, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from importing import NoValue, Skip, compare, main, sexprs

ROUNDS = 10000

CONSTANTS = {"E": math.e, "LOG2E": 1 / math.log(2), "LOG10E": 1 / math.log(10), "LN2": math.log(2), "LN10": math.log(10),
             "PI": math.pi, "PI_2": math.pi / 2, "PI_4": math.pi / 4, "M_1_PI": 1 / math.pi, "M_2_PI": 2 / math.pi,
             "M_2_SQRTPI": 2 / math.sqrt(math.pi), "SQRT2": math.sqrt(2), "SQRT1_2": math.sqrt(0.5),
             "TRUE": True, "FALSE": False}
FUNCTIONS = {"fabs": abs, "fma": lambda a, b, c: a * b + c, "fmax": max, "fmin": min, "fdim": lambda a, b: max(a - b, 0),
             "ceil": math.ceil, "floor": math.floor, "trunc": math.trunc, "tgamma": math.gamma,
             "round": lambda a: math.copysign(math.floor(abs(a) + 0.5), a), "+": lambda *a: sum(a), "*": lambda *a: math.prod(a),
             "-": lambda *a: -a[0] if len(a) == 1 else a[0] - sum(a[1:]), "/": lambda a, b: a / b}


def number(word):
    sign, word = (-1, word[1:]) if word[0] == "-" else (1, word.lstrip("+"))
    if word.lower().startswith("0x"):
        return sign * float.fromhex(word)
    if "/" in word:
        p, q = word.split("/")
        return sign * int(p) / int(q)
    return sign * (int(word) if word.isdigit() else float(word))


def pairs_hold(op, values):
    tests = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
             "==": lambda a, b: a == b}
    if op == "!=":
        return len(set(values)) == len(values)
    return all(tests[op](a, b) for a, b in zip(values, values[1:]))


def bind(bindings, env, which, sequential):
    inner = dict(env)
    for b in bindings:
        inner[b[0]] = meaning(b[which], inner if sequential else env)
    return inner


def indices(over, env):
    if not over:
        yield {}
        return
    for i in range(meaning(over[0][1], env)):
        for rest in indices(over[1:], env):
            yield {over[0][0]: i, **rest}


def tensor(over, body, env):
    if not over:
        return meaning(body, env)
    return [tensor(over[1:], body, {**env, over[0][0]: i}) for i in range(meaning(over[0][1], env))]


def meaning(e, env):
    if isinstance(e, str):
        if e in env:
            return env[e]
        return CONSTANTS[e] if e in CONSTANTS else number(e)
    op, rest = e[0], e[1:]
    if op in ("!", "cast"):
        return meaning(rest[-1], env)
    if op == "if":
        return meaning(rest[1] if meaning(rest[0], env) else rest[2], env)
    if op in ("let", "let*"):
        return meaning(rest[1], bind(rest[0], env, 1, op == "let*"))
    if op in ("while", "while*"):
        env = bind(rest[1], env, 1, op == "while*")
        for _ in range(ROUNDS):
            if not meaning(rest[0], env):
                return meaning(rest[2], env)
            env = bind(rest[1], env, 2, op == "while*")
        raise Skip("the loop goes round too often")
    if op in ("for", "for*"):
        env = bind(rest[1], env, 1, op == "for*")
        for index in indices(rest[0], env):
            env = {**bind(rest[1], {**env, **index}, 2, op == "for*")}
        return meaning(rest[2], env)
    if op == "tensor":
        return tensor(rest[0], rest[1], env)
    if op == "and":
        return all(meaning(a, env) for a in rest)
    if op == "or":
        return any(meaning(a, env) for a in rest)
    values = [meaning(a, env) for a in rest]
    if op == "not":
        return not values[0]
    if op == "=>":
        return not values[0] or values[1]
    if op == "array":
        return values
    if op == "ref":
        for i in values[1:]:
            values[0] = values[0][i]
        return values[0]
    if op in ("<", "<=", ">", ">=", "==", "!="):
        return pairs_hold(op, values)
    if op in FUNCTIONS:
        return FUNCTIONS[op](*values)
    if op in env.get("(programs)", {}):
        arguments, body = env["(programs)"][op]
        return meaning(body, {**dict(zip(arguments, values)), "(programs)": env["(programs)"]})
    return getattr(math, op)(*values)


def draw(lengths, env):
    if lengths:
        return [draw(lengths[1:], env) for _ in range(int(env.get(lengths[0], lengths[0])))]
    return random.choice([1, 1, 1, 10, 100]) * random.uniform(-2, 2) * random.choice([1, 1, 0.1])


def argument(a):
    while isinstance(a, list) and a[0] == "!":
        a = a[-1]
    return (a, []) if isinstance(a, str) else (a[0], a[1:])


def point(arguments, pre, programs):
    for _ in range(20000):
        env = {"n": 3, "(programs)": programs}
        for name, lengths in arguments:
            env[name] = draw(lengths, env)
        try:
            if pre is None or meaning(pre, env):
                return env
        except (ValueError, OverflowError, ZeroDivisionError):
            pass
    raise Skip("no point of the domain was drawn")


def check(adjudge, path, line, tree, names, programs):
    parts, pre = tree[1:], None
    symbol = parts.pop(0) if isinstance(parts[0], str) else None
    arguments = [argument(a) for a in parts.pop(0)]
    while isinstance(parts[0], str) and parts[0].startswith(":"):
        pre = parts[1] if parts[0] == ":pre" else pre
        parts = parts[2:]
    if symbol is not None:
        programs[symbol] = ([name for name, _ in arguments], parts[0])

    def draw_all():
        env = point(arguments, pre, programs)
        return [env[name] for name, _ in arguments]

    def value(values):
        env = {"n": 3, "(programs)": programs, **dict(zip([name for name, _ in arguments], values))}
        return meaning(parts[0], env)

    return compare(adjudge, path, line, names, draw_all, value)


main(sexprs, check, dict)
