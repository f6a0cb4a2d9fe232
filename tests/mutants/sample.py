#!/usr/bin/env python3
"""Systematic mutants: small changes of the C of semantics, ad and verify, drawn by a seed, each judged by what judges
the code anyway: the main job on small scopes with the gates of counts and of rules, then unit tests, with --suites among sessions of
the command line and groups of what commands print (tests/printed), then (--suites) the committed proofs of the kernel, which are of the main job too, and suites of tests/.

  tests/mutants/sample.py [--count 60] [--seed 1] [--page] [--suites] [--quick] [--judged] [--unrun] [ID... | FILE.mutant...]
  tests/mutants/sample.py --of verify/truth/exact.c test_exact...

A change is one operator on one line: a relation, a connective, an arithmetic operator, a whole number, a statement that is
deleted, a condition that is negated, a bound of a loop that is one less. Each is built as a planted error is (build.sh) and
switched on in one build. It is killed by the first command that ends otherwise than without it, counts otherwise (the gate
of tests/counts) or prints something else, by the first unit test or session that fails, or by the first suite that does; only what
runs the line that was changed is run (trace.c), of tests the 40 that run least besides. A change that compiles to the same code is
equivalent; one that is listed in tests/mutants/equivalent with a reason is too, if nothing kills it. With --page the score by
component and the survivors are written to tests/mutants/README.md. A run that was ended goes on where it was, if the library is the
same; with --judged only what it judged is told. With --quick what takes the least time judges first, commands and tests alike: what is killed is
the same, and what the main job alone would kill is not told. IDs: only these, of the same draw; files of changes: these, and no draw. With --of every change of
one file is judged, by the named tests alone, a second each. With --unrun nothing is drawn: the functions are told that none of what judges runs."""
import argparse
import bisect
import concurrent.futures
import contextlib
import functools
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, "tests/counts")
import gate  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
JOBS = int(os.environ.get("JOBS", "2"))
MUTANTS = f"{BUILD}/mutants"
FOLDER = f"{MUTANTS}/sampled"
ADJUDGE = f"{MUTANTS}/bin/adjudge"
TRACED = f"{MUTANTS}/traced"
SECONDS = 120  # of processor time for a command or test, more than ten times what one takes
SUITE_SECONDS = 600
SANITIZED = f"{BUILD}/sanitized"  # the same programs by clang with sanitizers, made when they are asked for
FEW_SANITIZED = 6
FEW = 40  # tests for a change: those that run the least besides what was changed
ALIGN = 4  # of trace.c
PAGE = "tests/mutants/README.md"  # a part for each seed, between marks
EQUIVALENT = "tests/mutants/equivalent"
CODE = []  # the Code of the traced library
# The main job on small scopes: counts are compared.
SCOPES = [f"--space {space}" for space in (
    "poly,size=3", "division,size=4", "array,size=4", "higher,size=4", "analytic,size=2", "control,size=3", "loops,size=4", "vectors,size=5",
    "recursion,size=4", "data,size=6", "everything,size=2")] + ["--sample everything:120", "--sample mixed,size=8:60"]
VERIFY = "--seed 1 --quiet --jobs 1 --allow-undecided --report REPORT"
COMMANDS = [f"verify {scope} {VERIFY}" for scope in SCOPES] + [
    f"verify tests/corpus/integers.adj tests/corpus/fig1a.adj {VERIFY}",
    f"verify tests/corpus/kinks.adj tests/corpus/data.adj {VERIFY}",
    "maps --size 3 --instances 50",
]
# Suites of tests/ by the parts of the code that they are about; each takes its program from BUILD.
SUITES = {
    "semantics/fpcore": ["fpcore"], "semantics/ks": ["ks"], "semantics/cad": ["cad"], "semantics/sexpr": ["fpcore", "ks", "cad"],
    "semantics/notes": ["notes"], "semantics/frechet": ["frechet"], "semantics/clang": ["clang"], "semantics/text": ["fmt"], "ad/code": ["code"],
    "verify/campaign": ["reports", "campaign"], "verify/certificates": ["certificates"], "verify/kernel": ["certificates"], "verify/certify": ["certify"],
    "verify/system": ["systems"], "verify/enumerate": ["reports"], "verify/primitive": ["campaigns", "zoo"],
    "verify/cli/memory.c": ["memory"], "verify/cli/cmd_zoo.c": ["zoo"], "verify/cli/gradient.c": ["clang"], "verify/cli/gradient_text.c": ["clang"],
    "verify/cli/cmd_certify.c": ["certify"], "verify/cli/certify_signature.c": ["certify"], "verify/cli/certify_taken.c": ["certify"],
    "verify/cli/certify_theirs.c": ["certify"],
    "verify/cli/cmd_gradbench.c": ["gradbench"], "verify/cli/gradbench_call.c": ["gradbench"], "verify/cli/cmd_fmt.c": ["fmt"],
    "verify/cli/semiring_file.c": ["semirings"], "verify/cli/cmd_analyse.c": ["semirings"], "verify/cli": ["reports"],
}
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
    return planted(f"s{seed}", random.Random(seed).sample(list(candidates()), count))


def planted(prefix, chosen):
    for k, (path, number, kind, line, changed) in enumerate(chosen):
        name = f"{prefix}-{k:03d}"
        with open(f"{FOLDER}/{name}.mutant", "w", encoding="utf-8") as file:
            file.write(f"what: {kind}\nfile: {path}\nfrom: {line}\nto: {changed}\ncounts: differ\n")
        yield name, path, number, kind, line.strip(), changed.strip()


def whole(path):
    """Every change of a file, none of which was judged before: a test may have changed."""
    mutants = list(planted(os.path.basename(path), (change for change in candidates() if change[0] == path)))
    for name, *_ in mutants:
        with contextlib.suppress(FileNotFoundError): os.remove(f"{FOLDER}/{name}.verdict")
    return mutants or sys.exit(f"{path} has no line that could be changed")


def given(files):
    """The changes of files in the form of run.sh, copied to where those drawn are."""
    for origin in files:
        with open(origin, encoding="utf-8") as file: text = file.read()
        key = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        name = os.path.basename(origin).removesuffix(".mutant")
        with open(f"{FOLDER}/{name}.mutant", "w", encoding="utf-8") as file: file.write(text)
        with open(key["file"], encoding="utf-8") as file: before = file.read().split(key["from"].split("\\n")[0])[0]
        yield name, key["file"], before.count("\n") + 1, key["what"], key["from"].strip(), key["to"].strip()


def built(name, path):
    """'', or why it is no mutant: it does not compile, or to the same code."""
    made = subprocess.run(["tests/mutants/build.sh", f"{FOLDER}/{name}.mutant"], capture_output=True, env={**os.environ, "BUILD": BUILD, "OPTIMISED": "-O1"})
    if made.returncode != 0: return "not built"
    folder = f"{BUILD}/mutants/{name}"
    subprocess.run(f"gcc -std=c11 -D_DEFAULT_SOURCE -I. -O1 -w -fPIC -fsemantic-interposition -fvisibility=default -c -o {folder}/sound.o {path}",
                   shell=True, check=True)
    code = [subprocess.run(["objdump", "-d", "-r", "-s", "-j", ".text", "-j", ".rodata", "-j", ".data.rel.ro.local", f"{folder}/{o}.o"],
                           capture_output=True, text=True).stdout.split("\n", 3)[3:] for o in ("0", "sound")]
    return "equivalent" if code[0] == code[1] else ""


@functools.cache
def sanitizers():
    return {"BUILD": SANITIZED, "COMPILER": told("make", "-s", "sanitizers").strip(), "OPTIMISED": "-O1"}


SANITIZING = threading.Lock()


@functools.cache
def sanitized(name):
    """A unit test by clang with sanitizers; '' where it fails so without any mutant."""
    program = f"{SANITIZED}/mutants/bin/{name}"
    variables = [f"{key}={value}" for key, value in sanitizers().items()]
    subprocess.run(["make", "-s", "-j2", "-f", "tests/mutants/Makefile", *variables, program, f"{SANITIZED}/mutants/obj/tests/mutants/object.o"], check=True)
    return program if run_sanitized(program).returncode == 0 else ""


def run_sanitized(program, name=""):
    return run(["prlimit", "--stack=1024000000", "--", program], name)  # frames are larger


def sanitizers_see(name, tests):
    """The first unit test of a few that fails under sanitizers, as tests/sanitized runs it: of memory beyond its end, or lost."""
    with SANITIZING: programs = {test: sanitized(test) for test in tests[:FEW_SANITIZED]}
    made = subprocess.run(["tests/mutants/build.sh", f"{FOLDER}/{name}.mutant"], capture_output=True, check=False, env={**os.environ, **sanitizers()})
    if made.returncode != 0: return None
    for test, program in programs.items():
        with contextlib.suppress(Asleep):
            if program and run_sanitized(program, name).returncode != 0: return f"{test}, sanitized"
    return None


class Asleep(Exception):
    """What was ended by limited.sh with its processor time not used up: a machine that is busy, which kills no mutant."""


def run(words, name="", seconds=SECONDS, env=None):
    words = ["tests/limited.sh", str(seconds), *words]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False,
                          env={**os.environ, "ADJUDGE_MUTANT": name, **(env or {})})
    if done.returncode == 124: raise Asleep(" ".join(words))
    return done


def result(name, k, command, env=None):
    """What a command does: its exit code, and what it counts and the rules that it exercises, or what it prints."""
    report = f"{FOLDER}/{name or 'sound'}.{k}.json"
    done = run([ADJUDGE, *command.replace("REPORT", report).split()], name, env=env)
    if "REPORT" not in command: return [done.returncode, done.stdout]
    if not os.path.exists(report): return [done.returncode, done.stderr[-200:]]
    with open(report, encoding="utf-8") as file: told = json.load(file)
    os.remove(report)
    return [done.returncode, told["complete"] and [gate.counts_of(told), told["rules_not_exercised"]]]


def unit_tests():
    return sorted(name[:-2] for name in os.listdir("tests/unit") if name.startswith("test_") and name.endswith(".c"))


def sessions():
    """Of the command line: transcripts, and groups of what is printed."""
    return sorted([name for name in os.listdir("tests/cli") if name.endswith(".session")] + [f"{name}.printed" for name in os.listdir("tests/printed/expected")])


def test(name, mutant="", env=None):
    """The exit code of a unit test or of what is in sessions(), with the mutant."""
    if name.endswith(".printed"):
        scratch = f"{FOLDER}/printed/{mutant or 'sound'}-{name}"
        code = run(["tests/printed/run.sh", "--first", "--jobs", "1", name.removesuffix(".printed")], mutant,
                   env={"BUILD": as_build(), "SCRATCH": scratch, **(env or {})}).returncode
        subprocess.run(["rm", "-rf", scratch], check=False)
        return code
    if not name.endswith(".session"): return run([f"{MUTANTS}/bin/{name}"], mutant, env=env).returncode
    return run(["tests/cli/run.sh", f"tests/cli/{name}"], mutant, env={"BUILD": as_build(), **(env or {})}).returncode


class Code:
    """Of the traced library the places in a trace of each line of a .c file, and the first and last line of its functions."""

    def __init__(self):
        library = f"{TRACED}/libadjudge.so"
        starts = sorted((int(match[1], 16), os.path.normpath(match[2])) for match in re.finditer(
            r"^([0-9a-f]+) [tT] \S+\t(\S+):\d+$", told("nm", "-l", "--defined-only", library), re.M))
        # a block begins where what marks it returns to
        blocks = sorted(int(match[1], 16) for match in re.finditer(
            r"<__sanitizer_cov_trace_pc(?:@plt)?>\n *([0-9a-f]+):", told("objdump", "-d", "--no-show-raw-insn", library)))
        self.places, self.functions, addresses = {}, {}, [start for start, _ in starts]
        for match in re.finditer(r"^(\S+\.c) +(\d+) +0x([0-9a-f]+)", told("objdump", "--dwarf=decodedline", library), re.M):
            line, address = int(match[2]), int(match[3], 16)
            function = bisect.bisect(addresses, address) - 1
            block = bisect.bisect(blocks, address) - 1
            if function < 0 or block < 0 or os.path.basename(starts[function][1]) != match[1]: continue
            path = starts[function][1]
            first, last = self.functions.get(path, {}).get(function, (line, line))
            self.functions.setdefault(path, {})[function] = (min(first, line), max(last, line))
            if blocks[block] >= addresses[function]: self.places.setdefault((path, line), set()).add(blocks[block] // ALIGN)

    def lines_run(self, trace):
        return {at for at, places in self.places.items() if any(trace[place] for place in places)}

    def lines_of(self, path, line):
        """Lines with code one of which runs if this one matters: itself, the one before in its function, or any of its file."""
        within = [(first, last) for first, last in self.functions.get(path, {}).values() if first <= line <= last]
        before = [k for k in range(max(within)[0], line + 1) if (path, k) in self.places] if within else []
        return {(path, before[-1])} if before else {at for at in self.places if at[0] == path}


def told(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def file_name(judge):
    return judge if isinstance(judge, str) else re.sub(r"\W+", "-", COMMANDS[judge])


def traced(name, action):
    """What it answers, the lines that run in it, and how long it takes; known from before if the library is the same."""
    path, told, library = f"{FOLDER}/{name}.trace", f"{FOLDER}/{name}.answer", f"{MUTANTS}/bin/libadjudge.so"
    if not all(os.path.exists(file) and os.path.getmtime(file) > os.path.getmtime(library) for file in (path, told)):
        for file in (path, told):
            if os.path.exists(file): os.remove(file)
        before = time.monotonic()
        answer = action({"LD_LIBRARY_PATH": os.path.abspath(TRACED), "ADJUDGE_TRACE": os.path.abspath(path)})
        seconds = time.monotonic() - before
        if not os.path.exists(path): sys.exit(f"{name} was not traced")
        with open(told, "w", encoding="utf-8") as file: json.dump([answer, seconds], file)
        os.utime(path)
    with open(path, "rb") as file: seen = file.read()
    with open(told, encoding="utf-8") as file: answer, seconds = json.load(file)
    return answer, CODE[0].lines_run(seen), seconds


class Judges:
    """The commands and unit tests, what they do without a mutant, and which lines each runs."""

    def __init__(self, quick, suites):
        self.quick = quick
        CODE.append(Code())
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool: of = dict(pool.map(self.told, [*range(len(COMMANDS)), *unit_tests(), *(sessions() if suites else ())]))
        sound, self.runs, self.seconds = ({judge: triple[k] for judge, triple in of.items()} for k in range(3))
        failing = [judge for judge in of if isinstance(judge, str) and sound[judge] != 0]
        if failing: sys.exit(f"without a mutant {failing} fail")
        self.sound = [sound[k] for k in range(len(COMMANDS))]
        if any(code not in (0, 1) for code, _ in self.sound): sys.exit(f"without a mutant a command ends with {[code for code, _ in self.sound]}")
        self.order = sorted(self.runs, key=lambda judge: (isinstance(judge, str), len(self.runs[judge]), str(judge)))
        if not all(os.path.exists(path) for path in CODE[0].functions): sys.exit("the traced build is of another folder: remove it")

    @staticmethod
    def told(judge):
        if isinstance(judge, str): return judge, traced(judge, lambda env: test(judge, env=env))
        return judge, traced(file_name(judge), lambda env: result("", judge, COMMANDS[judge], env))

    def about(self, path, line):
        """Those that run that line: numbers of commands, and names of tests, FEW of them that run least besides; of each what takes
        the least time first."""
        lines = CODE[0].lines_of(path, line)
        about = [judge for judge in self.order if not lines.isdisjoint(self.runs[judge])]
        about = about[:sum(isinstance(judge, int) for judge in about) + FEW]
        return sorted(about, key=lambda judge: (isinstance(judge, str) and not self.quick, self.seconds[judge]))


class Named:
    """Tests that are named."""

    def __init__(self, tests):
        self.tests = tests
        failing = [name for name in tests if test(name) != 0]
        if failing or not tests: sys.exit(f"without a mutant {failing} fail" if tests else "--of FILE: which tests are to see its changes?")

    def about(self, _path, _line):
        return self.tests


SUITE = threading.Lock()


@functools.cache
def as_build():
    """A folder in the place of the build whose programs are those of the build with mutants."""
    folder = f"{FOLDER}/suites"
    os.makedirs(folder, exist_ok=True)
    beside = ((f"{where}/adjudge-{k}", f"{BUILD}/adjudge-{k}") for where in (folder, f"{MUTANTS}/bin") for k in ("check", "c"))
    for link, target in ((f"{folder}/adjudge", ADJUDGE), *beside,
                         (f"{MUTANTS}/tests", "tests"), (f"{MUTANTS}/verify", "verify")):  # what the program looks for beside it
        if not os.path.lexists(link): os.symlink(os.path.abspath(target), link)
    return folder


def suite_counts(suite, name=""):
    """The last line of a suite, N passed, M failed."""
    done = run([f"tests/{suite}/run.sh"], name, SUITE_SECONDS, {"BUILD": as_build()})
    if not os.path.islink(f"{as_build()}/adjudge"): sys.exit(f"tests/{suite} builds the program anew, without a mutant")
    return done.stdout.rstrip().split("\n")[-1]


sound_counts = functools.cache(suite_counts)


def suite_fails(name, suite):
    """With the mutant other tests fail than without, and again: some do where programs are links, some on a busy machine."""
    with SUITE:
        if sound_counts(suite).startswith("0 passed"): sys.exit(f"without a mutant tests/{suite} fails")
    with contextlib.suppress(Asleep):
        return suite_counts(suite, name) != sound_counts(suite) and suite_counts(suite, name) != suite_counts(suite)
    return False


PROOFS = threading.Lock()
with open("proofs/kernel", encoding="utf-8") as kernel: KERNEL = set(kernel.read().split())


@functools.cache
def proofs_hold(name=""):
    """Whether the committed answers prove the kernel with the change, as the main job asks of them (prove-replay)."""
    tree = f"{FOLDER}/proofs/{name or 'sound'}"
    subprocess.run(["rm", "-rf", tree], check=False)
    subprocess.run(f"mkdir -p {tree} && cp -r proofs semantics ad verify {tree}", shell=True, check=True)
    if name:
        changed = subprocess.run(["tests/mutants/plant.pl", f"{FOLDER}/{name}.mutant"], capture_output=True, text=True, check=True).stdout
        with open(f"{FOLDER}/{name}.mutant", encoding="utf-8") as file: path = re.search("^file: (.*)$", file.read(), re.M)[1]
        with open(f"{tree}/{path}", "w", encoding="utf-8") as file: file.write(changed)
    done = subprocess.run(["proofs/prove.pl", "--replay"], cwd=tree, capture_output=True, check=False, env={**os.environ, "BUILD": "build"})
    subprocess.run(["rm", "-rf", tree], check=False)
    return done.returncode == 0


def proofs_fail(name):
    with PROOFS:
        if not proofs_hold(): sys.exit("without a mutant the proofs do not replay")
        return not proofs_hold(name)


def killer(name, path, line, judges, suites):
    """'main job' or 'test' or 'suite' and which; None for a survivor."""
    about = judges.about(path, line)
    for judge in about:
        with contextlib.suppress(Asleep):
            if isinstance(judge, int) and result(name, judge, COMMANDS[judge]) != judges.sound[judge]:
                return f"main job: {' '.join(COMMANDS[judge].split()[:3])}"
            if isinstance(judge, str) and test(judge, name) != 0: return f"test: {judge}"
    seen = sanitizers_see(name, [judge for judge in about if isinstance(judge, str) and judge.startswith("test_")])
    if seen: return f"test: {seen}"
    if suites and path in KERNEL and proofs_fail(name): return "main job: prove-replay"
    about = [suite for part in SUITES if suites and f"{path}/".startswith(part + "/") for suite in SUITES[part]]
    return next((f"suite: {suite}" for suite in dict.fromkeys(about) if suite_fails(name, suite)), None)


def reasons():
    """Of changes that are equivalent: (path, line, changed line) to why."""
    listed = {}
    with open(EQUIVALENT, encoding="utf-8") as file:
        for block in file.read().split("\n\n"):
            rows = [row for row in block.split("\n") if row and not row.startswith("#")]
            if rows: listed[(rows[0], rows[1].removeprefix("from: ").strip(), rows[2].removeprefix("to: ").strip())] = rows[3].removeprefix("why: ")
    return listed


def known(mutant, suites):
    """The verdict of a run before, of this change and library; '' for none."""
    told = f"{FOLDER}/{mutant[0]}.verdict"
    if not os.path.exists(told) or os.path.getmtime(told) < os.path.getmtime(f"{MUTANTS}/bin/libadjudge.so"): return ""
    with open(told, encoding="utf-8") as file: of, verdict = json.load(file)
    return verdict if of == [*mutant, suites] or (of[:-1] == [*mutant] and verdict != "SURVIVED") else ""


def judged(mutant, judges, listed, suites):
    verdict = known(mutant, suites) or judged_anew(mutant, judges, suites)
    with open(f"{FOLDER}/{mutant[0]}.verdict", "w", encoding="utf-8") as file: json.dump([[*mutant, suites], verdict], file)
    reason = listed.get((mutant[1], *mutant[4:]))
    if reason and verdict == "SURVIVED": verdict = f"equivalent: {reason}"
    elif reason and verdict.startswith(("main job", "test", "suite")): verdict = f"LISTED AS EQUIVALENT, yet killed by {verdict}"
    return (*mutant, verdict)


def judged_anew(mutant, judges, suites):
    name, path, number = mutant[:3]
    verdict = built(name, path) or killer(name, path, number, judges, suites) or "SURVIVED"
    subprocess.run(["rm", "-rf", f"{MUTANTS}/{name}", f"{SANITIZED}/mutants/{name}"], check=False)
    return verdict


KINDS = ("main job", "test", "suite", "SURVIVED", "equivalent", "not built")


def counts(rows):
    return [sum(row[-1].startswith(kind) for row in rows) for kind in KINDS]


def score(killed, judged_ones):
    return f"{100 * killed / judged_ones:.0f} %" if judged_ones else ""


def page(rows, drawn, seed, suites, quick):
    parts = sorted({"/".join(row[1].split("/")[:2]) for row in rows})
    so_far = f"the first {len(rows)} of " if len(rows) < drawn else ""
    out = [f"Of {so_far}{drawn} changes drawn by seed {seed}{'' if suites else ', suites not run'}{', what is quickest first' if quick else ''}:\n\n",
           "| component | main job | tests | suites | survived | equivalent | main job alone | all |\n|---|---|---|---|---|---|---|---|\n"]
    for part in [*parts, "all"]:
        job, test, suite, survived, equivalent, not_built = counts([row for row in rows if part == "all" or row[1].startswith(part + "/")])
        total = job + test + suite + survived
        out.append(f"| {part} | {job} | {test} | {suite} | {survived} | {equivalent} | {'' if quick else score(job, total)} | {score(total - survived, total)} |\n")
    out.append(f"\n{counts(rows)[5]} did not compile and are not counted. Survivors:\n\n")
    for _, path, number, _, line, changed, verdict in rows:
        if verdict == "SURVIVED": out.append(f"- `{path}:{number}`: `{line}` became `{changed}`\n")
    with open(PAGE, encoding="utf-8") as file: text = file.read()
    begin, end = f"<!-- score {seed} -->\n", f"<!-- end {seed} -->\n"
    if begin not in text: text = text.replace("<!-- score ", f"{begin}{end}\n<!-- score ", 1)
    before, after = text.split(begin)[0], text.split(end)[1]
    with open(PAGE, "w", encoding="utf-8") as file: file.write(before + begin + "".join(out) + end + after)


def tell_unrun(judges):
    run_lines, lines, functions = set().union(*judges.runs.values()), {}, 0
    for path, line in CODE[0].places: lines.setdefault(path, set()).add(line)
    for path in sorted(lines):
        with open(path, encoding="utf-8") as file: text = file.read().split("\n")
        for first, last in sorted(set(CODE[0].functions[path].values())):
            own = {(path, line) for line in lines[path] if first <= line <= last}
            if own and own.isdisjoint(run_lines):
                print(f"{path}:{first}: {text[first - 1].strip()}")
                functions += 1
    print(f"{functions} functions that nothing runs; {len(CODE[0].places.keys() - run_lines)} of {len(CODE[0].places)} lines with code")


def prepare():
    programs = [ADJUDGE, f"{MUTANTS}/obj/tests/mutants/object.o", f"{TRACED}/libadjudge.so", *(f"{MUTANTS}/bin/{test}" for test in unit_tests())]
    os.makedirs(FOLDER, exist_ok=True)
    subprocess.run(["flock", f"{MUTANTS}/.lock", "make", "-s", "-j2", "-f", "tests/mutants/Makefile", f"BUILD={BUILD}", *programs], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--judged", action="store_true")
    parser.add_argument("--suites", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--unrun", action="store_true")
    parser.add_argument("--of", metavar="FILE")
    parser.add_argument("only", nargs="*")
    options = parser.parse_args()
    prepare()
    if options.unrun: return tell_unrun(Judges(options.quick, options.suites))
    files = [word for word in options.only if word.endswith(".mutant")]
    if options.of: mutants = whole(options.of)
    else: mutants = list(given(files)) or [m for m in draw(options.count, options.seed) if not options.only or m[0] in options.only]
    drawn = len(mutants)
    if options.judged: mutants = [m for m in mutants if known(m, options.suites)]
    judges = None if options.judged else Named(options.only) if options.of else Judges(options.quick, options.suites)
    listed, rows = reasons(), []
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for row in pool.map(lambda mutant: judged(mutant, judges, listed, options.suites), mutants):
            rows.append(row)
            name, path, number, kind, line, changed, verdict = row
            print(f"{name} {path}:{number} {kind}: {line} ==> {changed}\n  {verdict}", flush=True)
    print(", ".join(f"{count} {kind}" for count, kind in zip(counts(rows), KINDS)))
    if options.page: page(rows, drawn, options.seed, options.suites, options.quick)
    return 1 if any(row[-1].startswith("LISTED") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
