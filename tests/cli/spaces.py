#!/usr/bin/env python3
"""Compares the table of spaces in verify/README.md with the Makefile's spaces, and each count with what adjudge counts.
Prints what differs, then how many counts were compared."""
import re
import subprocess

makefile, page = open("Makefile").read(), open("verify/README.md").read()
asked = {depth: re.search(rf"^SPACES_{depth} *= (.*)$", makefile, re.M)[1].split() for depth in ("push", "nightly")}
rows = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|$", page, re.M)}
compared = 0


def counted(space):
    told = subprocess.run(["adjudge", "bmc", "--space", space, "--describe"], capture_output=True, text=True, check=True).stdout
    sizes = re.findall(r"(\d+): (\d+)", re.search(r"programs by size: (.*)", told)[1])
    return f"size {sizes[-1][0]}: {sum(int(n) for _, n in sizes):,}"


for column, depth in enumerate(("push", "nightly")):
    names = list(dict.fromkeys(space.split(",")[0] for space in asked[depth]))
    for name in names:
        spaces = [space for space in asked[depth] if space.split(",")[0] == name]
        written, count = rows.get(name, ("", ""))[column].strip(), "; ".join(counted(space) for space in spaces)
        compared += len(spaces)
        if written != count: print(f"{depth} {name}: the page says '{written}', adjudge {count}")
    written = {name for name, row in rows.items() if row[column].strip()}
    for name in written - set(names): print(f"{depth}: {name} is not in the Makefile")
print(compared, "counts compared")
