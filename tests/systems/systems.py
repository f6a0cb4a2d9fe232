#!/usr/bin/env python3
"""Systems that shipped, before `adjudge system`.

    systems.py [SYSTEM...]              runs those that are installed (all), and writes RESULTS.md
    systems.py --packages [SYSTEM...]   the Debian packages that they are in
    systems.py --npm [SYSTEM...]        those of npm, which are looked for in build/zoo
    systems.py --sources [SYSTEM...]    fetches those that are in no package, by git into build/systems/source
    systems.py --page                   writes RESULTS.md of the runs that were kept; what it says of other systems stays

A system has variants, each a run of its own (`torch:assigned`): by name alone the first, and with `:` all.  Each finding
is shown by a program in the system's own language that runs without Adjudge; it is confirmed if that program prints the
number that was found, or none where it was found to give none.  Where failing programs were left that no finding has,
the scope is run again without a construct of what was found, so that one defect does not bury the others.

PROGRAMS=N is how many of each of four scopes."""
import collections
import ctypes
import json
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

home = Path(__file__).resolve().parent
adjudge = shutil.which(os.environ.get("ADJUDGE", "adjudge")) or str(home / "../../build/adjudge")
built = (home / "../../build/systems").resolve()
modules = (home / "../../build/zoo/node_modules").resolve()
sources = built / "source"
programs = int(os.environ.get("PROGRAMS", "10000"))
rounds = int(os.environ.get("ROUNDS", "6"))  # of one scope, each without what was found before
scalars = "contexts=real|real,real;types=real,1,1+1;results=real;terms=let,case"
scopes = [f"size=8;{scalars};ops=+,-,*,/,neg,2,1/2,<",
          f"size=6;{scalars};ops=+,*,/,neg,sin,cos,exp,log,sqrt,tanh,abs,max,min,^3,^2,^-1,^1/2,2,1/2,<,<=,==",
          "everything,size=8",
          f"size=4;{scalars};ops=+,*,2,1/2,pow,atan2,hypot,asin,acos,atan,sinh,cosh,tan,asinh,acosh,atanh,exp2,log2,log10,expm1,log1p,cbrt,erf,erfc,"
          "lgamma,fmod,copysign,sigmoid,sign,^3,sqrt,abs"]
compact = ["size=5;contexts=real;types=real;results=real;terms=;ops=+,*,2", scopes[0]]  # of compiled text, which is slow to make small
chosen = ["size=8;contexts=real;types=real,1,1+1;results=real;terms=case;ops=<,sqrt,log,2", scopes[0], scopes[2]]  # of conditionals
modes = ["value", "jvp", "vjp", "hessian"]
python = "/usr/bin/python3"
site = "/usr/lib/R/site-library"


class System:
    """What it is in, how it is run or compiled, how its reproductions are run, and its variants: environment, and how
    many times fewer programs than PROGRAMS.  `source` is a repository and what is taken of it, headers that CMake
    configures; `adapter` the C++ of another system that does for this one too."""
    def __init__(self, packages, run=None, flags=(), show=(), npm="", source=(), adapter="", fewer=1, variants=()):
        self.packages, self.run, self.flags, self.show = packages.split(), run, list(flags), list(show)
        self.npm, self.source, self.adapter, self.variants = npm, source, adapter, {"": ({}, fewer), **dict(variants)}


assigned, conditional = ("assigned", ({"VARIANT": "assigned"}, 10)), ("conditional", ({"VARIANT": "conditional"}, 10))
nested, text = ("compiled", ({"VARIANT": "nested"}, 12)), ("compiled", ({"VARIANT": "text"}, 12))
slowly = lambda fewer: ("compiled", ({"VARIANT": "nested"}, fewer))  # a few programs a second, or less
elsewhere = ("elsewhere", ({"VARIANT": "conditional", "ELSEWHERE": "1"}, 10))
optimized = ("optimized", ({"OPTIMIZED": "1"}, 10))
systems = {
    "torch": System("python3-torch", f"{python} {home}/torch_system.py", show=[python], variants=[assigned, conditional, text]),
    "sympy": System("python3-sympy", f"{python} {home}/sympy_system.py", show=[python], fewer=50),
    "mathjs": System("", f"node {home}/mathjs.mjs", show=["node"], npm="mathjs@15.2.0", fewer=25),
    "tfjs": System("", f"node {home}/tfjs.mjs", show=["node"], npm="@tensorflow/tfjs@4.22.0", variants=[conditional, text]),
    "maxima": System("maxima", f"{python} {home}/maxima_system.py", show=["maxima", "--very-quiet", "-b"], fewer=50),
    "ginac": System("libginac-dev libcln-dev", flags=["-lginac", "-lcln"], variants=[slowly(25)]),
    "adolc": System("libadolc-dev", flags=["-ladolc"], variants=[assigned, conditional, nested]),
    "ceres": System("libceres-dev", flags=["-I/usr/include/eigen3"], variants=[assigned, nested]),
    "eigen": System("libeigen3-dev", flags=["-I/usr/include/eigen3", "-DNDEBUG"], variants=[assigned, slowly(25)]),
    "boost": System("libboost-dev", variants=[assigned, nested]),
    "cppad": System("r-cran-tmb libeigen3-dev", flags=["-DTMB", f"-I{site}/TMB/include", "-I/usr/include/eigen3"],
                    variants=[assigned, elsewhere, optimized, slowly(25)]),
    "cppad26": System("git cmake libeigen3-dev", flags=[f"-I{sources}/cppad26/include", "-I/usr/include/eigen3"], adapter="cppad",
                      source=("https://github.com/coin-or/CppAD.git", "20260000.0"), variants=[assigned, elsewhere, optimized]),
    "sacado": System("libtrilinos-sacado-dev", flags=["-DTRILINOS_NO_CONFIG_H", "-I/usr/include/trilinos"], variants=[assigned, slowly(150)]),
    "stan": System("r-cran-stanheaders r-cran-rcppeigen r-cran-rcppparallel libboost-dev libtbb-dev",
                   flags=[f"-I{site}/{p}/include" for p in ("StanHeaders", "RcppEigen", "RcppParallel")] + ["-ltbb"], variants=[assigned, slowly(150)])}

on_standins = ["JAX", "Enzyme", "Tapenade"]  # in no registry that `make systems` installs from


def surroundings(environment): return {**os.environ, "NODE_PATH": str(modules), "HEADERS": str(built / "headers"), **environment}


def version(name):
    """None where it is not installed."""
    system = systems[name]
    if system.npm:
        package = modules / system.npm.rsplit("@", 1)[0] / "package.json"
        return json.loads(package.read_text())["version"] if package.exists() else None
    if system.source: return system.source[1] if (sources / name / ".configured").exists() else None
    said = [subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", p], capture_output=True, text=True).stdout
            for p in system.packages]
    return said[0][3:].split("-")[0].split("+")[0] if all(s.startswith("ii") for s in said) else None


def fetch_source(name):
    """Its headers, as its own CMake configures them."""
    repository, taken = systems[name].source
    folder = sources / name
    if version(name): return
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", taken, repository, folder], check=True)
    subprocess.run(["cmake", "-Wno-dev", "-S", folder, "-B", folder / "build"], check=True, stdout=subprocess.DEVNULL)
    (folder / ".configured").touch()


def compiler(system, *more, level="-O1"):
    libraries = [f for f in system.flags if f.startswith("-l")]
    return ["c++", "-std=c++17", "-w", level, *[f for f in system.flags if f not in libraries], *more, *libraries]


def command(name, variant):
    system = systems[name]
    if system.run: return system.run
    define, adapter = f'-DVERSION="{version(name)}"', str(home / f"{system.adapter or name}.cpp")
    if variant == "compiled":
        return " ".join([python, str(home / "compiled.py"), adapter, *system.flags, f"'{define}'"])
    subprocess.run(compiler(system, define, "-o", str(built / name), adapter, "-ljansson"), check=True)
    return str(built / name)


# ------------------------------------------------------------------ reproductions

def numbers_said(said, mode):
    """The numbers of the last line that begins with the mode; NaN for what is none."""
    lines = [line[len(mode) + 1:] for line in said.splitlines() if line.startswith(mode + " ")]
    words = re.sub(r"[][,]", " ", lines[-1]).split() if lines else []
    try:
        return [float(word) for word in words]
    except ValueError:
        return []


def ran(system, path):
    """The reproduction's run; None where it does not compile."""
    run = [*system.show, str(path)]
    if not system.show:
        run = [str(path.with_suffix(""))]
        made = subprocess.run(compiler(system, "-o", run[0], str(path), level="-O0"), capture_output=True, text=True)
        if made.returncode != 0: return None
    return subprocess.run(run, capture_output=True, text=True, timeout=300, env=surroundings({}))


def shown(name, variant, finding, number):
    """What the finding's own program prints, and whether it is what was found."""
    if "reproduction" not in finding: return "it has none", False
    system = systems[name]
    suffix = {"node": "js", python: "py", "maxima": "mac"}.get((system.show or [""])[0], "cpp")
    path = built / f"{name}{variant and '-' + variant}-{number}.{suffix}"
    path.write_text(finding["reproduction"])
    out = ran(system, path)
    if out is None: return "it does not compile", False
    said = numbers_said(out.stdout, finding["mode"])
    if finding["component"] < 0:
        last = (out.stderr.strip() or out.stdout.strip() or "nothing").splitlines()[-1][:100]
        return last, out.returncode != 0 or not said or any(not math.isfinite(x) for x in said)
    if len(said) <= finding["component"]: return (out.stderr.strip().splitlines() or ["nothing"])[-1][:100], False
    one, found = said[finding["component"]], float(finding["found"])
    return f"{one!r}", one == found or (math.isnan(one) and math.isnan(found))


# --------------------------------------------------------------------------- runs

plain = {"number", "+", "-", "*", "neg", "<", "<=", "=="}


def construct_of(report, without):
    """Of the finding that most programs come to, the construct that is least common; None: it has only plain ones."""
    for finding in sorted(report["findings"], key=lambda f: -f["programs"]):
        inside = [c for c in finding["constructs"] if c not in plain and c not in without]
        held = lambda c: sum(report["holds"].get(c, {}).values())
        if inside: return min(inside, key=held)
    return None


def adopt_orphans():
    """A system that Adjudge ends is left by the shell that began it: as ours its processor time is known."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processor_time():
    """Of children that ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bury_orphans(patience=5.0):
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0: time.sleep(0.05)
        except ChildProcessError:
            return


def ask(asked, environment, scope, count, without, path, more):
    before, begun = processor_time(), time.monotonic()
    words = [word for c in without for word in ("--without", c)]
    ran = subprocess.run([adjudge, "system", asked, "--space", scope, "--sample", str(count), *words, *more, "--quiet", "--report", str(path)],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                         env=surroundings(environment))
    after, clock = processor_time(), time.monotonic() - begun
    if ran.returncode not in (0, 1, 3): sys.exit(f"systems: {asked}: exit code {ran.returncode}: {ran.stderr}")
    bury_orphans()
    report = json.loads(path.read_text())
    if not report["complete"]: sys.exit(f"systems: {asked}: the run was cut short, or the system could not be started again: {path}")
    return {**report, "without": list(without), "seconds": after - before, "seconds of the system": processor_time() - after, "clock": clock}


def has(asked, environment):
    """The constructs that the adapter has."""
    said = subprocess.run(["/bin/sh", "-c", asked], input='{"id": 1, "call": "describe"}\n', capture_output=True, text=True,
                          env=surroundings(environment)).stdout
    return set(json.loads(said.splitlines()[0])["constructs"])


def construct(op): return "^" if op[0] == "^" else "number" if op[0].isdigit() else op


def asked_of(scope, constructs):
    """The scope without operations that the system lacks: it would refuse every program with one."""
    keep = lambda ops: ",".join(op for op in ops.split(",") if construct(op) in constructs | {"number"})
    return re.sub(r"ops=([^;]*)", lambda m: "ops=" + keep(m[1]), scope)


def check(asked, path):
    """The adapter answers small polynomials, in all its modes, and nothing that is wrong."""
    report = ask(asked, {}, f"size=4;{scalars};ops=+,*,2", 20, [], path, ["--timeout", "120"])
    silent = [m for m, a in report["answers"].items() if a["holds"] == 0 and sum(a.values()) > 0]
    if total([report], "failing programs") or silent or report["judged"] == 0: sys.exit(f"systems: the adapter is wrong: {asked}: {path}")


def run(name, variant):
    """Reports of all scopes, findings with what their own programs print; kept, so that the page has every system."""
    built.mkdir(parents=True, exist_ok=True)
    key = name + (variant and "-" + variant)
    environment, fewer = systems[name].variants[variant]
    asked, reports, path = command(name, variant), [], built / f"{key}-report.json"
    if not variant: check(asked, path)
    compiled = variant == "compiled"
    more = ["--batch", "256", "--timeout", "600"] if compiled else ["--timeout", "120"]  # others may use the machine too
    constructs = has(asked, environment)
    for scope in compact if compiled else chosen if "conditional" in environment.get("VARIANT", "") else scopes:
        scope, without = asked_of(scope, constructs), []
        for _ in range(rounds):
            count = max(1, programs // fewer)  # again only to see what else there is
            small = 6 if not compiled else int(scope == asked_of(compact[0], constructs))  # a candidate takes seconds
            report = ask(asked, environment, scope, count if not without else (count + 9) // 10, without, path, [*more, "--findings", str(small)])
            reports.append(report)
            found = construct_of(report, without) if report["not made small"] else None
            if found is None: break
            without.append(found)
    findings = {(f["mode"], f["program"]): f for r in reports for f in r["findings"]}
    for number, f in enumerate(findings.values(), 1): f["printed"], f["confirmed"] = shown(name, variant, f, number)
    path.unlink(missing_ok=True)
    asked_for = {construct(op) for scope in scopes for ops in re.findall("ops=([^;]*)", scope) for op in ops.split(",")}
    lacks = asked_for - constructs - {"number"} | {c for r in reports if not r["without"] for c in r["refused"]}
    (built / f"{key}.json").write_text(json.dumps({"reports": reports, "findings": list(findings.values()), "lacks": sorted(lacks)}))


# --------------------------------------------------------------------------- page

def total(reports, fate, of=modes): return sum(r["answers"][m][fate] for r in reports for m in of)


def rate(reports, seconds):
    """Programs by that time; nothing where it was not measured."""
    taken = sum(r.get(seconds, 0) for r in reports)
    if taken == 0: return ""
    found = sum(r["judged"] for r in reports) / taken
    return f"{found:,.0f}" if found >= 10 else f"{found:.1f}"


def left_over(reports):
    """Of the last round of each scope."""
    return f"{sum({r['scope']: r['not made small'] for r in reports}.values()):,}"


def row(reports, findings):
    first = [r for r in reports if not r["without"]]
    cells = [reports[0]["system"], f"{sum(r['judged'] for r in first):,}", *(f"{total(first, 'holds', [m]):,}" for m in modes),
             f"{total(first, 'differs'):,}", f"{total(first, 'undecided'):,}", f"{total(first, 'failing programs'):,}",
             str(len(reports) - len(first)), str(len({f['program'] for f in findings})),
             *(rate(first, seconds) for seconds in ("seconds", "clock", "seconds of the system")), left_over(reports)]
    return "| " + " | ".join(cells) + " |"


words_of_the_language = set("def program real let in if then else build replicate sum".split())


def constructs_in(program):
    """By name, of the text of a program; those of one letter are variables."""
    text = re.sub(r"\^\(-?[\d/]+\)", "^", re.sub(r"\([a-z]\w* : [^)]*\)", "", program))
    named = {w for w in re.findall(r"[a-z]\w+", text) if not re.fullmatch(r"[a-z]\d*", w)} - words_of_the_language
    return named | set(re.findall(r"<=|==|[-+*/^<]", text.split("real =", 1)[-1]))


def essence(find):
    """What the smallest program is about: its constructs, but for plain ones where it has others; the conditional."""
    constructs = frozenset(constructs_in(find["program"]))
    if "conditional" in find["where"] and "<" in constructs: return frozenset({"conditional"})
    return constructs - plain or constructs


def least(sets):
    """Those that contain no other."""
    return {s for s in sets if not any(t < s for t in sets)}


def is_wrong(find): return find["certified"] != "defined"
def is_confirmed(find): return find["said"].startswith("confirmed")


def defects_of(finds):
    """Constructs of confirmed findings, those that contain no other's: with a wrong number, and those that only fail."""
    found = [(is_wrong(f), essence(f)) for f in finds if is_confirmed(f)]
    wrong = least({about for number, about in found if number})
    return wrong, least({about for number, about in found if not number} | wrong) - wrong


def joined(finds):
    """One for all of a mode and variant that are about the same or about more: the shortest, with how many more there are."""
    groups = collections.OrderedDict()
    sets = {wrong: least({essence(f) for f in finds if is_wrong(f) == wrong and is_confirmed(f)}) for wrong in (False, True)}
    for f in finds:
        about = min((s for s in sets[is_wrong(f)] if s <= essence(f)), key=sorted, default=essence(f))
        groups.setdefault((f["mode"], f["where"], is_wrong(f), is_confirmed(f), about), []).append(f)
    for (*_, about), same in groups.items():
        shown = min(same, key=lambda f: (essence(f) != about, len(f["program"])))
        yield {**shown, "more": sum(1 + f["more"] for f in same) - 1}


def finds_of(runs, title):
    """What the page says of each finding of these runs; `where` is the variant, as the system says it."""
    for result in runs:
        where = result["reports"][0]["system"].removeprefix(title).lstrip(", ")
        for f in sorted(result["findings"], key=lambda f: modes.index(f["mode"])):
            yield {"program": f["program"].replace("def program", "").replace("|", "\\|").strip(), "mode": f["mode"], "where": where,
                   "at": ", ".join(map(str, f["at"])), "certified": f["certified"] or "defined", "found": f["found"].replace("|", " "),
                   "said": "confirmed" if f["confirmed"] else f"not confirmed: its own program prints {f['printed']}", "more": 0}


def line_of(find):
    mode = ", ".join([find["mode"]] + [find["where"]] * bool(find["where"]))
    said = find["said"] + (f", with {find['more']} more" if find["more"] else "")
    return f"| `{find['program']}` | {mode} | {find['at']} | {find['certified']} | {find['found']} | {said} |"


def find_of(line):
    """The inverse; None of what is no finding."""
    cells = line[2:-2].split(" | ") if line.startswith("| `") else []
    if len(cells) != 6: return None
    mode, _, where = cells[1].partition(", ")
    said, more = re.fullmatch(r"(.*?)(?:, with (\d+) more)?", cells[5]).groups()
    return {"program": cells[0].strip("`"), "mode": mode, "where": where, "at": cells[2], "certified": cells[3], "found": cells[4],
            "said": said, "more": int(more or 0)}


def differs_of(runs):
    """A line a mode of the first answers that are a derivative of the path by some convention."""
    first = {m: d for one in reversed(runs) for r in reversed(one["reports"]) for m, d in r.get("differs", {}).items()}
    for m, d in first.items():
        text, at = d["program"].replace("def program", "").strip(), ", ".join(map(str, d["at"]))
        said = f", where the derivative is {d['certified']}" if d["certified"] else ", where there is a derivative"
        yield m, f"- {m} of `{text}` at {at}: {d['found']}{said}"


def section(part):
    out = ["", f"## {part['title']}", ""]
    if part["lacks"]: out += ["Not asked, for the adapter lacks them: " + ", ".join(f"`{c}`" for c in part["lacks"]) + ".", ""]
    lines = [line_of(f) for f in joined(part["finds"])]
    out += ["| smallest program | mode | at | certified | found | |", "|---|---|---|---|---|---|", *lines] if lines else ["Nothing was found.", ""]
    if part["differs"]: out += ["", "Conventions, which are no errors: what is found is a derivative of the path by some convention at its ties, or the path has none.", ""]
    return out + [part["differs"][m] for m in sorted(part["differs"])]


def letters(runs):
    """Of each construct one letter a mode."""
    lacks = {c: "-" for c in runs[0]["lacks"]}
    reports, findings = [r for one in runs for r in one["reports"]], [f for one in runs for f in one["findings"] if f["confirmed"]]

    def letter(construct, mode):
        if any(construct in f["constructs"] and f["mode"] == mode for f in findings): return "X"
        return "h" if any(mode in r["holds"].get(construct, {}) for r in reports) else "."
    seen = {c for r in reports for c in r["holds"]} | {c for f in findings for c in f["constructs"]}
    return {c: "".join(letter(c, m) for m in modes) for c in seen - {"return"}} | lacks


def part_of(runs, title):
    """What the page says of one system, by these runs."""
    return {"title": title, "rows": {r["reports"][0]["system"]: row(r["reports"], r["findings"]) for r in runs}, "lacks": runs[0]["lacks"],
            "finds": list(finds_of(runs, title)), "differs": dict(differs_of(runs)), "letters": letters(runs)}


def better(a, b): return a if "-" in (a, b) and a != "-" else b if a == "-" else "".join(max(x, y, key=".hX".index) for x, y in zip(a, b))


def merged(old, new):
    """Of variants that were not run again what the page said; where the first one was not, also of conventions and constructs."""
    again = {title.removeprefix(old["title"]).lstrip(", ") for title in new["rows"]}
    kept = [f for f in old["finds"] if f["where"] not in again]
    rows = {**old["rows"], **new["rows"]}
    if "" in again: return {**new, "rows": {t: rows[t] for t in [*new["rows"], *[t for t in old["rows"] if t not in new["rows"]]]}, "finds": new["finds"] + kept}
    letters = {c: better(old["letters"].get(c, "...."), new["letters"].get(c, "....")) for c in {**old["letters"], **new["letters"]}}
    return {**old, "rows": rows, "finds": kept + new["finds"], "differs": {**new["differs"], **old["differs"]}, "letters": letters}


def cells_of(line): return [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else []


def parts_of(text):
    """The parts of the page that an earlier run wrote."""
    sections = re.split(r"\n(?=## )", text.rstrip("\n"))
    if len(sections) < 3: return {}
    head, *own, constructs = [s.splitlines() for s in sections]
    table = [cells_of(line) for line in constructs if line.startswith("|")]
    parts = {}
    for column, (name, lines) in enumerate(zip(table[0][1:], own), 1):
        title = lines[0].removeprefix("## ")
        lacks = [c for line in lines if line.startswith("Not asked") for c in re.findall("`([^`]+)`", line)]
        rows = {cells_of(line)[0]: "| " + " | ".join((cells_of(line) + [""] * 2)[:len(columns)]) + " |"
                for line in head if line.startswith((f"| {title} |", f"| {title}, "))}
        parts[name] = {"title": title, "rows": rows, "lacks": lacks, "finds": [f for f in map(find_of, lines) if f],
                       "differs": {line.split()[1]: line for line in lines if line.startswith("- ")},
                       "letters": {cells[0].strip("`"): cells[column] for cells in table[2:]}}
    return parts


columns = ["system", "programs judged", *modes, "differs", "undecided", "failing programs", "again", "findings", "a second", "by the clock", "of the system",
           "in no finding"]


def page(before):
    parts = parts_of(before)
    for name, system in systems.items():
        kept = [built / f"{name}{v and '-' + v}.json" for v in system.variants]
        runs = [json.loads(path.read_text()) for path in kept if path.exists()]
        if not runs: continue
        new = part_of(runs, parts[name]["title"] if name in parts and not kept[0].exists() else runs[0]["reports"][0]["system"])
        parts[name] = merged(parts[name], new) if name in parts else new
    parts = {name: parts[name] for name in systems if name in parts}
    defects = {name: defects_of(part["finds"]) for name, part in parts.items()}
    wrong, none = (sum(len(sets[k]) for sets in defects.values()) for k in (0, 1))
    named = lambda sets: "; ".join(sorted(" with ".join(f"`{c}`" for c in sorted(s)) for s in sets))
    table = lambda header, rows: ["| " + " | ".join(header) + " |", "|---" * len(header) + "|", *rows]
    out = ["# Systems that shipped, before `adjudge system`", "",
           "Written by `make systems`; systems and variants that were not run again keep what the run before wrote. Numbers below the modes are components",
           "of answers that hold; *differs* are ties at which an answer is a derivative of the path by some convention. A finding is",
           "*confirmed* if a program in the system's own language that runs without Adjudge (`build/systems`) printed the same number, or",
           "none where none was given. *Again*: runs without what was found, so that it does not bury the rest. *A second*: programs by",
           "processor time of Adjudge alone, for points, truth, judging and making small; *of the system*: by the processor time that the",
           "system itself takes, with its adapter; and by the clock, on two cores that others used too. Rows without the last number are of",
           "runs before answers were excused for what formulas lose in doubles (*unstable* of `adjudge system`). *In no finding*: failing",
           "programs that were left when what was found had been left out, and were not made small.", ""]
    out += table(columns, [row for part in parts.values() for row in part["rows"].values()])
    missing = [name for name in systems if name not in parts]
    if missing: out += ["", f"Not among these runs: {', '.join(missing)}."]
    out += ["", f"Not run here: {', '.join(on_standins)}, whose adapters are tested on stand-ins of their interfaces (`standin.sh`)."]
    out += ["", f"{len(parts)} systems, **{wrong}** defects with a wrong number and {none} more with no number where there is one:",
            "confirmed findings, of which those of the same constructs, or of more than another's, count once for a system, in whatever mode",
            "and variant.", ""]
    out += table(["", "wrong", "none"], [f"| {name} | {named(wrong)} | {named(none)} |" for name, (wrong, none) in defects.items()])
    out += ["", "In the lists below, findings of one mode and variant that are about the same, or about more, are one line: the shortest program. Where",
            "all conventions at a tie give the derivative, as of `abs x^3` at 0, another answer, or none, is an error and no convention."]
    for part in parts.values(): out += section(part)
    out += ["", "## Constructs", "", "By value, jvp, vjp and hessian: `h` holds where it was decided, `X` in the smallest program of a confirmed finding, `.` nothing",
            "was decided or the system has no such mode; `-` the adapter lacks it.", ""]
    constructs = sorted({c for part in parts.values() for c in part["letters"]})
    cell = lambda part, c: part["letters"].get(c, "." * len(modes))
    out += table(["", *parts], [f"| `{c}` | " + " | ".join(cell(part, c) for part in parts.values()) + " |" for c in constructs])
    return "\n".join(out) + "\n"


def write_page():
    path = home / "RESULTS.md"
    path.write_text(page(path.read_text() if path.exists() else ""))


def main(words):
    if words[:1] in (["--packages"], ["--npm"]):
        chosen = [systems[n.split(":")[0]] for n in words[1:] or systems]
        print(*sorted({p for s in chosen for p in (s.packages if words[0] == "--packages" else [s.npm] if s.npm else [])}))
        return 0
    if words[:1] == ["--sources"]:
        for name in (n.split(":")[0] for n in words[1:] or systems):
            if systems[name].source: fetch_source(name)
        return 0
    if words == ["--page"]: words = [None]
    missing = [n for n in words if n and n.split(":")[0] not in systems]
    if missing: sys.exit(f"systems: there is no {' '.join(missing)}: {' '.join(systems)}")
    adopt_orphans()
    for word in words or systems:
        if word is None: break
        name, all, variant = word.partition(":")
        if not version(name):
            print(f"systems: {name} is not installed: {' '.join(systems[name].source or systems[name].packages) or systems[name].npm}", file=sys.stderr)
            if words: return 1
            continue
        wanted = [variant] if variant else systems[name].variants if all or not words else [""]
        for one in wanted:
            print(f"systems: {name} {one}", file=sys.stderr)
            run(name, one)
            write_page()
    write_page()
    return 0


if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
