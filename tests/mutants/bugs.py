#!/usr/bin/env python3
"""The page of derivative bugs that shipped (tests/mutants/bugs), with what refutes each planted one and where.

    bugs.py --write             runs the wrong primitives and writes BUGS.md
    bugs.py --check < LINES     the same of what tests/campaigns/run.sh --wrong printed: BUGS.md must be that
    bugs.py --part < LINES      of a part of these: the entries of others are taken as they stand there

A line of the table is "N. bug | planted errors | remark".  wrong/NAME is a primitive's wrong version, whose refutation
and witness are those of the run; another name is a planted error of the code, which has its law, or its test, in its
file, and is run by tests/mutants/run.sh.  An entry without any says why in its remark."""
import re
import subprocess
import sys
from pathlib import Path

home = Path(__file__).resolve().parent
head = """# Derivative bugs that shipped, and where each is planted

`bugs.py --write` writes this page from campaigns; `make test` fails where it is not what they find. `wrong/NAME` stands
for `tests/campaigns/wrong/NAME.wrong`, any other name for `tests/mutants/NAME.mutant`; then the law, property or unit
test that refutes it, and of a primitive the simplest witness.

"""


def refuter(name):  # of a planted error of the code
    path = home / f"{name}.mutant"
    facts = dict(line.split(": ", 1) for line in path.read_text().splitlines() if re.match(r"(law|maps|test): ", line)) if path.exists() else {}
    return facts.get("law") or facts.get("maps") or (f"`{Path(facts['test']).stem}`" if "test" in facts else None)


def found(lines):  # name: (property, witness)
    seen = {}
    for line in lines:
        m = re.match(r"\s*(wrong/\S+)\s+refuted by (\S+)(?: at (.*))?$", line)
        if m: seen[m[1]] = (m[2], m[3])
    return seen


def rows(seen, standing):  # the last: lines of BUGS.md for what was not run
    failures, text = [], ""
    for number, line in enumerate((home / "bugs").read_text().splitlines(), 1):
        bug, planted, *remark = [cell.strip() for cell in line.split("|")]
        if not bug.startswith(f"{number}. "): failures.append(f"line {number} is {bug}")
        stands = next((line for line in standing if line.startswith(f"| {number}. ")), None)
        if stands and any(name.startswith("wrong/") and name not in seen for name in planted.split()):
            text += stands
            continue
        cells = []
        for name in planted.split():
            by, witness = seen.get(name, (None, None)) if name.startswith("wrong/") else (refuter(name), "")
            if by is None or witness is None: failures.append(f"{name} is not refuted" if by is None else f"{name} has no witness")
            cells.append((name, by or "-", witness))
        if not cells and not remark: failures.append(f"{bug} has neither a planted error nor a reason")
        witness = next((w for _, _, w in cells if w), "")
        remarked = f" ({remark[0]})" if cells and remark else remark[0] if remark else ""
        text += f"| {bug} | {', '.join(c[0] for c in cells)}{remarked} | {', '.join(dict.fromkeys(c[1] for c in cells)) or '-'} | {witness} |\n"
    if number != 48: failures.append(f"{number} entries")
    return failures, text


def page(lines, standing=()):
    failures, text = rows(found(lines), standing)
    planted = [line.split("|")[1] for line in (home / "bugs").read_text().splitlines()]
    counts = (sum("wrong/" in p for p in planted), sum(bool(p.strip()) and "wrong/" not in p for p in planted), sum(not p.strip() for p in planted))
    table = "| bug | planted in | refuted by | simplest witness |\n|---|---|---|---|\n" + text
    return failures, head + "%d as rules of primitives, %d in engines alone, %d answered with why not.\n\n" % counts + table


if sys.argv[1:] == ["--write"]:
    ran = subprocess.run([home / "../campaigns/run.sh", "--wrong"], capture_output=True, text=True)
    failures, text = page(ran.stdout.splitlines())
    if not failures: (home / "BUGS.md").write_text(text)
elif sys.argv[1:] in (["--check"], ["--part"]):
    before = (home / "BUGS.md").read_text()
    failures, text = page(sys.stdin.read().splitlines(), before.splitlines(keepends=True) if sys.argv[1] == "--part" else ())
    if text != before: failures.append("BUGS.md is another: tests/mutants/bugs.py --write")
else:
    sys.exit(__doc__)
print(*failures, sep="\n", end="\n" if failures else "")
sys.exit(bool(failures))
