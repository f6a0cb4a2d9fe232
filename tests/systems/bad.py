"""A system that misbehaves, HOW in the environment, on each program that divides; otherwise it computes values."""
import json
import math
import os
import sys
import time

import adjudge_system

how = os.environ["HOW"]
lying = False  # from the program on that divides


class Heard:
    """The lines that are asked, of which the last is kept."""
    last = "{}"

    def __iter__(self):
        for line in sys.__stdin__:
            Heard.last = line
            yield line


def answers_of(*asked, original=adjudge_system.answers_of):
    """Of `short`: one too few."""
    answers = list(original(*asked))
    return answers[:-1] if lying and how == "short" else answers


def say(line, flush):
    """Of `other`: to a request that was never made."""
    print(line.replace('"id": ', '"id": 1') if lying and how == "other" else line, flush=flush)


class Floats:
    def number(self, c): return c
    def power(self, a, c): return a**c
    def test(self, word, a, b): return a < b if word == "<" else a <= b if word == "<=" else a == b

    def apply(self, word, a, b=None):
        return a + b if word == "+" else a - b if word == "-" else a * b if word == "*" else a / b if word == "/" else -a


def bomb():
    for _ in range(40):
        if os.fork() == 0:
            os.setpgid(0, os.getpgid(0))
            time.sleep(1000)


def value(program, at, _):
    global lying
    divides = "'/'" in str(program.code)
    lying = lying or divides
    while divides and how == "flood": os.write(1, b"1" * 65536)
    while divides and how == "trickle":
        print(json.dumps({"id": json.loads(Heard.last)["id"], "at": 0}), flush=True)
        time.sleep(0.01)
    if divides and how == "hang": time.sleep(10000)
    if divides and how == "burn":
        while True: pass
    if how == "tire":
        begun = time.process_time()
        while time.process_time() < begun + 0.03: pass
    if divides and how == "crash": os.abort()
    if divides and how == "exit": os._exit(0)
    if divides and how == "babble": print("hello")
    if divides and how == "silent": os.close(1)
    if divides and how == "shape": return [1.0, [2.0]]
    if divides and how == "raise": raise KeyError("no rule for /")
    if divides and how == "memory": bytearray(1 << 42)
    if divides and how == "bomb":
        bomb()
        os._exit(3)
    return [y + (divides and how == "lie") for y in program(at, Floats())]


time.sleep(float(os.environ.get("SLOW", "0")))
sys.stdin, adjudge_system.answers_of, adjudge_system.print = Heard(), answers_of, say
adjudge_system.serve("a system that will " + how, ["+", "-", "*", "/", "neg", "<", "<=", "=="], value=value)
