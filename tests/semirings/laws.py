#!/usr/bin/env python3
"""Every entry of the tables of clearance.sr changed to each other element: what adjudge refuses, and why, against the
laws of commutative semirings written once more.  usage: laws.py ADJUDGE FOLDER"""

import itertools
import re
import subprocess
import sys

HERE = sys.argv[0].rsplit("/", 1)[0]
LAWS = {
    "a + 0 = a": lambda s, p, z, o, a, b, c: (s[a, z], a),
    "a + b = b + a": lambda s, p, z, o, a, b, c: (s[a, b], s[b, a]),
    "(a + b) + c = a + (b + c)": lambda s, p, z, o, a, b, c: (s[s[a, b], c], s[a, s[b, c]]),
    "a 1 = a": lambda s, p, z, o, a, b, c: (p[a, o], a),
    "a b = b a": lambda s, p, z, o, a, b, c: (p[a, b], p[b, a]),
    "(a b) c = a (b c)": lambda s, p, z, o, a, b, c: (p[p[a, b], c], p[a, p[b, c]]),
    "a 0 = 0": lambda s, p, z, o, a, b, c: (p[a, z], z),
    "a (b + c) = a b + a c": lambda s, p, z, o, a, b, c: (p[a, s[b, c]], s[p[a, b], p[a, c]]),
}


def carrier(lines):
    """Tables of the text's lines, and the line of each row."""
    elements = next(line.split()[1:] for line in lines if line.startswith("elements"))
    tables, rows, at = {"sum": {}, "product": {}}, {}, None
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and words[0] in tables:
            at = words[0]
        elif words and words[0].endswith(":"):
            rows[at, words[0][:-1]] = number
            for column, entry in zip(elements, words[1:]):
                tables[at][words[0][:-1], column] = entry
    return elements, tables["sum"], tables["product"], rows


def judge(adjudge, path, lines):
    """What is wrong with adjudge's answer about this file; nothing if it is right; and the laws that fail."""
    elements, s, p, rows = carrier(lines)
    broken = {law for law, sides in LAWS.items() for t in itertools.product(elements, repeat=3)
              if len(set(sides(s, p, "none", "all", *t))) > 1}
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    answer = subprocess.run([adjudge, "analyse", f"{HERE}/circuits.adj", "--def", "paths", "--semiring", path],
                            capture_output=True, text=True, check=False)
    if not broken:
        return ("" if answer.returncode == 0 else "refused, and it is a semiring: " + answer.stderr), broken
    if answer.returncode != 2:
        return f"exit code {answer.returncode}, and {broken} fail", broken
    found = re.match(r"adjudge: .*:(\d+): not a commutative semiring: (.*) does not hold of (.*): (\S+) and (\S+)\n$",
                     answer.stderr)
    if not found or found[2] not in broken:
        return "not said: " + answer.stderr, broken
    at = dict(part.split(" = ") for part in found[3].split(", "))
    sides = LAWS[found[2]](s, p, "none", "all", *(at.get(letter, elements[0]) for letter in "abc"))
    table = "sum" if list(LAWS).index(found[2]) < 3 else "product"
    if sides != (found[4], found[5]) or sides[0] == sides[1] or int(found[1]) != rows[table, at["a"]]:
        return "said wrongly: " + answer.stderr, broken
    return "", broken


def main():
    adjudge, folder = sys.argv[1:]
    with open(f"{HERE}/clearance.sr", encoding="ascii") as file:
        lines = [line for line in file.read().splitlines() if not line.startswith("#")]
    elements = carrier(lines)[0]
    passed, failed, seen = 0, 0, set()
    for number, line in enumerate(lines):
        words = line.split()
        if not words[0].endswith(":"):
            continue
        for k, other in itertools.product(range(len(elements)), elements):
            if words[k + 1] == other:
                continue
            changed = " ".join(words[: k + 1] + [other] + words[k + 2:])
            wrong, broken = judge(adjudge, f"{folder}/changed.sr", lines[:number] + [changed] + lines[number + 1:])
            seen |= broken
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{changed}: {wrong}")
    if seen != set(LAWS):
        print("no change breaks", set(LAWS) - seen)
        failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
