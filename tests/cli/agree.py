#!/usr/bin/env python3
"""Asks truth, hessian and jacobian --certified about many programs at many points, in text and in JSON: both give the
same numbers, the same words of errors and the same exit code, and the verdict in JSON says what that code says; with exit code 0 each number has the digits asked for.
Prints what does not agree, and how many answers there were by exit code.
usage: agree.py FOLDER   (for files)"""
import collections
import decimal
import itertools
import json
import pathlib
import re
import subprocess
import sys

PROGRAMS = {  # what is easy, tied, undefined, cancels, has no argument, cannot be known to so many digits
    "def f (x : real) = exp (exp x)": ["3", "-1e9", "1e-300"],
    "def f (x : real) = abs x * sign x * exp 1": ["0", "1"],
    "def f (x : real) = abs x": ["0"],
    "def f (x : real) = log x": ["0", "1e-5000"],
    "def f (x : real) = sin (x * x) + cos x - 1": ["1e30", "1e3000", "1/7"],
    "def f (x : real) = (exp x - 1 - x) / (x * x)": ["1e-2000", "0"],
    "def f (x : real) = if sin x * sin x + cos x * cos x < 1 then x else x * x": ["1"],
    "def f (x : real) = if exp (-x * x) <= 0 then 1 else x": ["1e20"],
    "def f (x : real) = (x, abs x)": ["0", "2"],
    "def f (x : real) (y : real) = max x y": ["0", "1/3"],
    "def f (x : real) (y : real) = if y < 0 then 0 else x * x * x": ["0"],
    "def f (x : real) (y : real) = 10^40 * exp x + x * y * y": ["1"],
    "def f (x : real) (y : real) = exp x + exp (2 * y)": ["1"],
    "def f (x : Int) (y : real) = y * sin y": ["2"],
    "def f = exp 1": ["0"],
}
COMMANDS = ["truth --order 0", "truth --order 1", "truth --order 3", "hessian", "jacobian --certified"]
PRECISIONS = ["", "--digits 60 --bits 64", "--digits 3 --bits 20"]
MEANS = {0: re.compile("certified|not differentiable|jumps|not inside the domain"), 3: re.compile("not certified")}
BALL = re.compile(r"\[(\S+) \+/- (\S+)\]")
NUMBER = re.compile(r"\[[^][,]*\+/-[^]]*\]|-?\d[\d.]*(?:e[+-]?\d+)?")


decimal.setcontext(decimal.Context(Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX))


def ask(words):
    done = subprocess.run(["adjudge", *words], capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def leaves(value):
    return sum(map(leaves, value), []) if isinstance(value, list) else [str(value)]


def numbers_of(answer):  # in JSON, in the order of the text
    return sum((leaves(answer[key]) for key in ("value", "derivatives", "taylor", "path", "jacobian", "hessian") if key in answer), [])


def has_digits(number, digits):  # a ball round 0 has none: a mixed derivative that is 0
    ball = BALL.fullmatch(number)
    return ball is None or decimal.Decimal(ball[2]) <= abs(decimal.Decimal(ball[1])).scaleb(1 - digits)


def differences(code, out, errors, again, digits):
    if again[0] != code or again[2] != errors: yield f"JSON: exit code {again[0]}, {again[2].strip()}"
    if (again[1] == "") != (out == ""): yield "one of the two answers nothing"
    if again[1] == "": return
    answer = json.loads(again[1])
    body = re.sub(r"\(\d+ x \d+\)|derivative \d+:?|component \d+", "", out)
    if NUMBER.findall(body) != numbers_of(answer): yield f"{NUMBER.findall(body)} are not {numbers_of(answer)}"
    if code not in MEANS or not MEANS[code].match(answer["verdict"]): yield f"verdict {answer['verdict']}"
    short = [number for number in numbers_of(answer) if code == 0 and not has_digits(number, digits)]
    if short: yield f"fewer digits than asked for: {short}"


folder, codes, wrong = pathlib.Path(sys.argv[1]), collections.Counter(), 0
for (program, points), command, precision in itertools.product(PROGRAMS.items(), COMMANDS, PRECISIONS):
    (folder / "agree.adj").write_text(program + "\n")
    names = re.findall(r"\((\w) :", program)
    for point in points:
        words = [*command.split(), str(folder / "agree.adj"), *precision.split()]
        for name in names: words += ["--at", f"{name}={point}"]
        if command in COMMANDS[1:3]:
            for name in re.findall(r"\((\w) : real", program): words += ["--tangent", f"{name}=1"]
        code, out, errors = ask(words)
        digits = int(precision.split()[1]) if precision else 15
        codes[code] += 1
        for difference in differences(code, out, errors, ask(words + ["--format", "json"]), digits):
            wrong += 1
            print(f"{program}, {' '.join(words)}: exit code {code}: {difference}")
print(f"{wrong} differ;", ", ".join(f"exit code {code}: {n}" for code, n in sorted(codes.items())))
