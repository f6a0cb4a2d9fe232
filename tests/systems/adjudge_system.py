"""Adapters of systems in Python for `adjudge system`: the protocol of verify/system/system.h, and an interpreter of its
programs over a system's own numbers.

    serve("my system 1.0", constructs, more, value=..., jvp=..., vjp=..., hessian=...)

Each mode is a function of a Program, a point and a seed (of hessian: the output), and answers a list.  A Program is run
over numbers of the system's: program(numbers, host) gives the outputs; host.number(c), host.power(a, c),
host.test(word, a, b) and host.apply(word, a[, b]) are the system's operations; host.choose(test, a, b, then, otherwise),
where it has one, is its conditional, between lists of results of which both are computed.  `more` is what else the
system says of itself: reproduction, variant, precision."""
import json
import math
import sys


class Program:
    def __init__(self, said):
        self.inputs, self.outputs, self.code = said["inputs"], said["outputs"], said["code"]

    def __call__(self, numbers, host):
        return run(self.code, list(numbers), host)


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


def answer(call, programs, query):
    at = [float(x) for x in query["at"]]
    more = [float(x) for x in query["seed"]] if "seed" in query else query.get("output")
    try:
        return numbers(call(programs[query["program"]], at, more))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None  # undefined there
    except Exception as error:
        return {"error": repr(error)}


def marked(asked):
    """The batch, each program named before it is asked for: if it ends the process, that is known."""
    at = None
    for query in asked["batch"]:
        if query["program"] != at:
            at = query["program"]
            print(json.dumps({"id": asked["id"], "at": at}), flush=True)
        yield query


def serve(name, constructs, more={}, **modes):
    programs = []
    for line in sys.stdin:
        asked = json.loads(line)
        call = asked["call"]
        if call == "describe":
            said = {"system": name, "modes": list(modes), "constructs": constructs, **more}
        elif call == "load":
            programs = [Program(p) for p in asked["programs"]]
            said = {"loaded": [True] * len(programs)}
        else:
            said = {"answers": [answer(modes[call], programs, q) for q in marked(asked)]}
        print(json.dumps({"id": asked["id"], **said}), flush=True)
