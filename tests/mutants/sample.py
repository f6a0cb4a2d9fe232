#!/usr/bin/env python3
"""Systematic mutants: small changes of the C of semantics, ad and verify, drawn by a seed, each judged by fixed commands.

  tests/mutants/sample.py [--count 60] [--seed 1] [--page] [ID...]

A change is one operator on one line: a relation, a connective, an arithmetic operator, a whole number, a statement that is
deleted, a condition that is negated, a bound of a loop that is one less. Each is built as a planted error is (build.sh) and
switched on in one build. It is killed when a command ends otherwise than without it, counts otherwise (the gate of
tests/counts) or prints something else; a change that compiles to the same code is equivalent. With --page the score by
component is written to tests/mutants/README.md, where survivors have their reasons. IDs: only these, of the same draw."""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, "tests/counts")
import gate  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
FOLDER = f"{BUILD}/mutants/sampled"
ADJUDGE = f"{BUILD}/mutants/bin/adjudge"
SECONDS = 60  # of processor time for a command, more than ten times what one takes
PAGE, MARKS = "tests/mutants/README.md", ("<!-- score -->\n", "<!-- end -->\n")
# What is run; REPORT stands for a report whose counts are compared. The first are of the main job, on small scopes.
COMMANDS = [
    "verify --space poly,size=3 --space analytic,size=2 --space control,size=3 --space loops,size=4 --space everything,size=2 --space vectors,size=5 "
    "--space data,size=6 --space recursion,size=4 --space higher,size=4 --sample everything:120 --sample mixed,size=8:60 "
    "--seed 1 --quiet --jobs 1 --allow-undecided --report REPORT",
    "verify tests/corpus/integers.adj tests/corpus/fig1a.adj "
    "--seed 1 --quiet --jobs 1 --allow-undecided --report REPORT",
    "maps --size 3 --instances 50",
    "campaign tests/readme/softplus.prim tests/readme/acoth.prim tests/campaigns/right/maximum.prim",
    "truth tests/corpus/kinks.adj --def relu --regions",
    "truth tests/readme/f.adj --at x=1 --at y=2 --tangent x=1 --tangent y=-1",
    "hessian tests/readme/f.adj --at x=1 --at y=2",
    "jacobian tests/corpus/frechet.adj --def mixed --at x1=2 --at x2=0",
    "grad tests/readme/f.adj --at x=1 --at y=2",
    "sparsity tests/readme/f.adj",
    "cost tests/readme/f.adj",
    "check tests/corpus/data.adj tests/corpus/vectors.adj tests/corpus/control.adj tests/corpus/recursion.adj",
    *(f"derive tests/readme/f.adj --engine {engine}" for engine in (
        "chad-forward", "chad-reverse", "combinatory-reverse", "frechet-reverse", "linmap-split-reverse", "dual-tape-reverse")),
]
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*"}


def changes_of(line):
    """(operator, the changed line) for each change of one line of code."""
    for match in re.finditer(r" (<=|>=|==|!=|<|>|&&|\|\||[-+*/]) ", line):
        word = match[1]
        kind = "relation" if word in RELATIONS else "connective" if word in ("&&", "||") else "arithmetic"
        other = {**RELATIONS, **ARITHMETIC, "&&": "||", "||": "&&"}[word]
        yield kind, f"{line[:match.start(1)]}{other}{line[match.end(1):]}"
    for match in re.finditer(r"(?<![\w.\"'])(\d+)(?=[u;,)\] ])(?!\.)", line):
        yield "number", f"{line[:match.start()]}{int(match[1]) + 1}{line[match.end():]}"
    match = re.match(r"^(\s+(?:\} )?(?:else )?if )\((.*)\)( [^()]*;| \{|)$", line)
    if match: yield "negation", f"{match[1]}(!({match[2]})){match[3]}"
    match = re.search(r"(for \([^;]*; )(\w+) < ", line)
    if match: yield "bound", line.replace(f"{match[1]}{match[2]} < ", f"{match[1]}{match[2]} + 1 < ")
    if re.match(r"^\s+(\w[\w\->.\[\]]* (=|\+=|\|=) [^{]*|(?!return|break|case|goto|else|if|for|while|do)\w+\(.*\));$", line) \
            and not re.match(r"^\s+(const |static |\w+ \w+ = )", line):
        yield "deletion", re.match(r"^\s*", line)[0] + "(void)0;"


def candidates():
    for root in ("semantics", "ad", "verify"):
        for folder, _, names in sorted(os.walk(root)):
            for name in sorted(names):
                path = f"{folder}/{name}"
                if not name.endswith(".c") or path in ("verify/cli/main.c", "verify/certificates/adjudge_check.c"): continue
                with open(path, encoding="utf-8") as file: text = file.read()
                lines, comment = text.split("\n"), False
                for number, line in enumerate(lines):
                    inside, comment = comment, (comment or "/*" in line) and "*/" not in line.split("/*")[-1]
                    if inside or "/*" in line or line.lstrip().startswith(("#", "*", "//")) or not line.startswith(" "): continue
                    if text.count(line) != 1 or '"' in line: continue
                    for kind, changed in changes_of(line): yield path, number + 1, kind, line, changed


def draw(count, seed):
    chosen = random.Random(seed).sample(list(candidates()), count)
    os.makedirs(FOLDER, exist_ok=True)
    for k, (path, number, kind, line, changed) in enumerate(chosen):
        name = f"s{seed}-{k:03d}"
        with open(f"{FOLDER}/{name}.mutant", "w", encoding="utf-8") as file:
            file.write(f"what: {kind}\nfile: {path}\nfrom: {line}\nto: {changed}\ncounts: differ\n")
        yield name, path, number, kind, line.strip(), changed.strip()


def built(name, path):
    """'', or why it is no mutant: it does not compile, or to the same code."""
    made = subprocess.run(["tests/mutants/build.sh", f"{FOLDER}/{name}.mutant"], capture_output=True, env={**os.environ, "BUILD": BUILD})
    if made.returncode != 0: return "not built"
    folder = f"{BUILD}/mutants/{name}"
    subprocess.run(f"gcc -std=c11 -D_DEFAULT_SOURCE -I. -O1 -w -fPIC -fsemantic-interposition -fvisibility=default -c -o {folder}/sound.o {path}",
                   shell=True, check=True)
    code = [subprocess.run(["objdump", "-d", "-r", "-s", "-j", ".text", "-j", ".rodata", "-j", ".data.rel.ro.local", f"{folder}/{o}.o"],
                           capture_output=True, text=True).stdout.split("\n", 3)[3:] for o in ("0", "sound")]
    return "equivalent" if code[0] == code[1] else ""


def result(name, k, command):
    """What a command does: its exit code, and what it counts, or prints."""
    report = f"{FOLDER}/{name or 'sound'}.{k}.json"
    words = ["tests/limited.sh", str(SECONDS), ADJUDGE, *command.replace("REPORT", report).split()]
    run = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "ADJUDGE_MUTANT": name})
    if "REPORT" not in command: return run.returncode, run.stdout
    if not os.path.exists(report): return run.returncode, run.stderr[-200:]
    with open(report, encoding="utf-8") as file: told = json.load(file)
    os.remove(report)
    return run.returncode, told["complete"] and gate.counts_of(told)


def judged(mutant, sound):
    name, path = mutant[:2]
    verdict = built(name, path)
    for k, command in enumerate(COMMANDS):
        if verdict == "" and result(name, k, command) != sound[k]: verdict = f"killed by {command.split()[0]} {k}"
    subprocess.run(["rm", "-rf", f"{BUILD}/mutants/{name}"], check=False)
    return (*mutant, verdict or "SURVIVED")


def page(rows, seed):
    parts = sorted({"/".join(row[1].split("/")[:2]) for row in rows})
    out = [f"Of {len(rows)} changes drawn by seed {seed}:\n\n", "| component | killed | survived | equivalent or not built | score |\n|---|---|---|---|---|\n"]
    for part in [*parts, "all"]:
        own = [row[-1] for row in rows if part == "all" or row[1].startswith(part + "/")]
        killed, survived = sum(v.startswith("killed") for v in own), own.count("SURVIVED")
        score = f"{100 * killed / (killed + survived):.0f} %" if killed + survived else ""
        out.append(f"| {part} | {killed} | {survived} | {len(own) - killed - survived} | {score} |\n")
    with open(PAGE, encoding="utf-8") as file: text = file.read()
    before, after = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
    with open(PAGE, "w", encoding="utf-8") as file: file.write(before + MARKS[0] + "".join(out) + MARKS[1] + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("only", nargs="*")
    options = parser.parse_args()
    subprocess.run(["flock", f"{BUILD}/mutants/.lock", "make", "-s", "-j2", "-f", "tests/mutants/Makefile", f"BUILD={BUILD}", ADJUDGE], check=True)
    mutants = [m for m in draw(options.count, options.seed) if not options.only or m[0] in options.only]
    sound = [result("", k, command) for k, command in enumerate(COMMANDS)]
    if any(code not in (0, 1) for code, _ in sound): sys.exit(f"without a mutant a command ends with {[code for code, _ in sound]}")
    rows = []
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for row in pool.map(lambda mutant: judged(mutant, sound), mutants):
            rows.append(row)
            name, path, number, kind, line, changed, verdict = row
            print(f"{verdict:24} {name} {path}:{number} {kind}: {line} ==> {changed}", flush=True)
    killed, survived = sum(row[-1].startswith("killed") for row in rows), sum(row[-1] == "SURVIVED" for row in rows)
    print(f"{killed} killed, {survived} survived, {len(rows) - killed - survived} equivalent or not built")
    if options.page: page(rows, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
