"""Adapters of systems in Python for `adjudge system`: the protocol of verify/system/system.h, and an interpreter of its
programs over a system's own numbers.

    serve("my system 1.0", constructs, more, value=..., jvp=..., vjp=..., hessian=...)

Each mode is a function of a Program, a point and a seed (of hessian: the output), and answers a list.  A Program is run
over numbers of the system's: program(numbers, host) gives the outputs; host.number(c), host.power(a, c),
host.test(word, a, b) and host.apply(word, a[, b]) are the system's operations; host.choose(test, a, b, then, otherwise),
where it has one, is its conditional, between lists of results of which both are computed.  `more` is what else the
system says of itself: reproduction, variant, precision.

With text={name: module, ...} the program is not interpreted: it is the Python that Adjudge writes of it, over these names
(`source` in `more` says which).

With load=function it is asked of all programs that are loaded, whose text is their `source`, what is wrong with each; None:
nothing.

With columns=True a mode is also asked for many points at once: each coordinate and each number of the answer is then a
list, by points, or one number for all.  Programs with tests are not, nor those that are loaded alone, as when they are
made small: what is found is of one point by itself, as its reproduction is."""
import itertools
import json
import math
import re
import sys


class Program:
    def __init__(self, said, names):
        self.inputs, self.outputs, self.code, self.source = said["inputs"], said["outputs"], said["code"], said.get("source")
        self.function = None if names is None else compiled(self.source, names)
        self.straight = all(statement[0] != "if" for statement in self.code)

    def __call__(self, numbers, host):
        return run(self.code, list(numbers), host) if self.function is None else self.function(list(numbers))


def compiled(source, names):
    """The function that the text defines, over these names."""
    names = dict(names)
    exec(source, names)
    return names[re.match(r"def (\w+)", source)[1]]


def run(code, registers, host):
    for statement in code:
        word = statement[0]
        if word == "return":
            return [registers[r] for r in statement[1:]]
        if word == "if":
            _, test, a, b, then, otherwise = statement
            if hasattr(host, "choose"):
                sides = run(then, list(registers), host), run(otherwise, list(registers), host)
                return host.choose(test, registers[a], registers[b], *sides)
            return run(then if host.test(test, registers[a], registers[b]) else otherwise, registers, host)
        if word == "number":
            registers.append(host.number(statement[1]))
        elif word == "^":
            registers.append(host.power(registers[statement[1]], statement[2]))
        else:
            registers.append(host.apply(word, *[registers[r] for r in statement[1:]]))


def numbers(x):
    if isinstance(x, (list, tuple)):
        return [numbers(y) for y in x]
    x = float(x)
    return x if math.isfinite(x) else "nan" if math.isnan(x) else "inf" if x > 0 else "-inf"


def asked_for(query): return [float(x) for x in query["seed"]] if "seed" in query else query.get("output")


def answer(call, program, query):
    try:
        return numbers(call(program, [float(x) for x in query["at"]], asked_for(query)))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None  # undefined there
    except Exception as error:
        return {"error": repr(error)}


def of_point(y, point): return [z[point] if isinstance(z, (list, tuple)) else z for z in y]


def answers_at_once(call, program, queries, rows):
    """Those with one seed by one call, at all of their points; None where it has an error, by whichever point."""
    by_seed, answers = {}, [None] * len(queries)
    for k, query in enumerate(queries): by_seed.setdefault(json.dumps(asked_for(query)), []).append(k)
    try:
        for same in by_seed.values():
            columns = [[float(x) for x in column] for column in zip(*(queries[k]["at"] for k in same))]
            y = call(program, columns, asked_for(queries[same[0]]))
            for point, k in enumerate(same): answers[k] = numbers([of_point(z, point) for z in y] if rows else of_point(y, point))
    except Exception:
        return None
    return answers


def answers_of(modes, asked, programs, columns):
    """Each program is named before it is asked for: if it ends the process, that is known."""
    call, rows = modes[asked["call"]], asked["call"] == "hessian"
    for at, queries in itertools.groupby(asked["batch"], key=lambda query: query["program"]):
        print(json.dumps({"id": asked["id"], "at": at}), flush=True)
        queries, program = list(queries), programs[at]
        many = columns and program.inputs and program.straight and len(programs) > 1
        yield from many and answers_at_once(call, program, queries, rows) or [answer(call, program, query) for query in queries]


def serve(name, constructs, more={}, columns=False, text=None, load=None, **modes):
    programs = []
    for line in sys.stdin:
        asked = json.loads(line)
        call = asked["call"]
        if call == "describe":
            said = {"system": name, "modes": list(modes), "constructs": constructs, **more}
        elif call == "load":
            programs = [Program(p, text) for p in asked["programs"]]
            said = {"loaded": [{"error": wrong} if wrong else True for wrong in (load(programs) if load else [None] * len(programs))]}
        else:
            said = {"answers": list(answers_of(modes, asked, programs, columns))}
        print(json.dumps({"id": asked["id"], **said}), flush=True)
