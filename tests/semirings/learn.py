#!/usr/bin/env python3
"""Gradient descent on a Boolean circuit (CHAD, section 11.3): lookup of circuits.adj, eight parameters, learns a truth
table of three bits from its rows.

The reverse derivative over the semiring says which parameters the output depends on; those change where the output is
wrong: p := p + D^t lookup(p, x) (y + lookup(p, x)), sums being exclusive or.

usage: learn.py ADJUDGE SEMIRING TABLE      TABLE: eight bits, row 000 first; prints the parameters after each epoch
Exit code 0 if an epoch without a wrong output came, 1 if not.
"""

import itertools
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCHS = 4


def asked(adjudge, semiring, p, x):
    """The circuit's output, and its derivative by each parameter."""
    words = [adjudge, "analyse", f"{HERE}/circuits.adj", "--def", "lookup", "--semiring", semiring, "--formal", "--engine",
             "chad-reverse", "--format", "json", "--at", "p=" + json.dumps(p), "--at", "x=" + json.dumps(x)]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(f"learn.py: exit code {answer.returncode}: {answer.stderr}")
    answer = json.loads(answer.stdout)
    return int(answer["value"]), [int(entry) for entry in answer["matrix"][0][: len(p)]]


def main():
    adjudge, semiring, table = sys.argv[1:]
    p = [0] * 8
    for epoch in range(1, EPOCHS + 1):
        wrong = 0
        for x, y in zip(itertools.product([0, 1], repeat=3), table):
            value, derivative = asked(adjudge, semiring, p, list(x))
            error = value ^ int(y)
            wrong += error
            p = [q ^ (d & error) for q, d in zip(p, derivative)]
        print(f"epoch {epoch}: {wrong} of 8 wrong, p = {''.join(map(str, p))}")
        if wrong == 0:
            sys.exit(0)
    sys.exit(1)


main()
