"""A system that misbehaves, HOW in the environment, on each program that divides; otherwise it computes values."""
import math
import os
import sys
import time

from adjudge_system import serve

how = os.environ["HOW"]


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
    divides = "'/'" in str(program.code)
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
serve("a system that will " + how, ["+", "-", "*", "/", "neg", "<", "<=", "=="], value=value)
