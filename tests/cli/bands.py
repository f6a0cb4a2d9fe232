#!/usr/bin/env python3
"""Whether the bands of `adjudge plot --data FILE` hold a function and its derivative, given in Python.
usage: bands.py FILE FUNCTION DERIVATIVE; prints how many cells were looked at, and what is wrong"""
import sys
from math import cos, exp, log, sin  # noqa: F401: for the texts

path, function, derivative = sys.argv[1:]
blocks = {b.split(" ", 1)[0]: b for b in open(path).read().split("$")[1:]}
rows = [[float(w) for w in line.split()] for line in blocks["cells"].splitlines()[1:] if len(line.split()) == 5]
wrong = 0
for left, right in zip(rows[::2], rows[1::2]):
    for k in range(1, 8):
        x = left[0] + (right[0] - left[0]) * k / 8
        value, slope = eval(function), eval(derivative)
        tiny = 1e-12 * (1 + abs(value))
        if not (left[1] - tiny <= value <= left[2] + tiny and left[3] - tiny <= slope <= left[4] + tiny):
            wrong += 1
            print(f"at {x}: {value} or {slope} is outside of {left[1:]}")
print(f"{len(rows) // 2} cells, {wrong} wrong")
sys.exit(wrong > 0 or not rows)
