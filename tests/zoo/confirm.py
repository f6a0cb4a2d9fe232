#!/usr/bin/python3
"""Each defect's recorded answers against oracle.py, in 200 digits and without Adjudge: the call that is furthest off.

A defect is confirmed where an answer is missing, is no number, or is off by more than 1e-10 of the truth (1e-7 for a
library in single precision)."""
import json
import sys

import mpmath
import oracle
import zoo


def flat(x):
    return [y for part in x for y in flat(part)] if isinstance(x, list) else [float.fromhex(x) if isinstance(x, str) and "x" in x else float(x)]


def off(answer, truth):
    """How far, relatively; infinite where there is no number."""
    if answer is None or "error" in answer: return mpmath.inf
    errors = [abs(mpmath.mpf(a) - t) / (abs(t) if abs(t) > 1e-150 else 1) for a, t in zip(flat(answer["flat"] if isinstance(answer, dict) else answer), truth)]
    return mpmath.inf if any(not mpmath.isfinite(e) for e in errors) else max(errors)


confirmed = defects = 0
for library in map(zoo.Library, zoo.order):
    own = library.folder / "own.prims"
    specifications = oracle.specifications([zoo.home / "functions.prims", *([own] if own.exists() else [])])
    for defect in library.defects:
        calls = [json.loads(line) for line in zoo.answers(defect).read_text().splitlines()[1:]]
        worst = max(off(m["answer"], oracle.truth(specifications[defect["of"]], m["call"], *map(oracle.number, m["query"].values()))) for m in calls)
        good = worst > (1e-7 if "precision" in library.facts else 1e-10)
        defects, confirmed = defects + 1, confirmed + good
        print(f"{library.id}/{defect['name']}: {'confirmed' if good else 'NOT CONFIRMED'}, off by {mpmath.nstr(worst, 3)}")
print(f"{confirmed} of {defects} confirmed")
sys.exit(confirmed != defects)
