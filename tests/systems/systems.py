#!/usr/bin/env python3
"""Systems that shipped, before `adjudge system`.

    systems.py [SYSTEM...]              runs those that are installed (all), and writes RESULTS.md
    systems.py --packages [SYSTEM...]   the Debian packages that they are in
    systems.py --npm [SYSTEM...]        those of npm, which are looked for in build/zoo
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
    many times fewer programs than PROGRAMS."""
    def __init__(self, packages, run=None, flags=(), show=(), npm="", fewer=1, variants=()):
        self.packages, self.run, self.flags, self.show = packages.split(), run, list(flags), list(show)
        self.npm, self.variants = npm, {"": ({}, fewer), **dict(variants)}


assigned, conditional = ("assigned", ({"VARIANT": "assigned"}, 10)), ("conditional", ({"VARIANT": "conditional"}, 10))
nested, text = ("compiled", ({"VARIANT": "nested"}, 12)), ("compiled", ({"VARIANT": "text"}, 12))
slowly = lambda fewer: ("compiled", ({"VARIANT": "nested"}, fewer))  # a few programs a second, or less
elsewhere = ("elsewhere", ({"VARIANT": "conditional", "ELSEWHERE": "1"}, 10))
optimized = ("optimized", ({"OPTIMIZED": "1"}, 10))
systems = {
    "torch": System("python3-torch", f"{python} {home}/torch_system.py", show=[python], variants=[assigned, conditional, text]),
    "sympy": System("python3-sympy", f"{python} {home}/sympy_system.py", show=[python], fewer=50),
    "mathjs": System("", f"node {home}/mathjs.mjs", show=["node"], npm="mathjs@15.2.0"),
    "tfjs": System("", f"node {home}/tfjs.mjs", show=["node"], npm="@tensorflow/tfjs@4.22.0", variants=[conditional, text]),
    "maxima": System("maxima", f"{python} {home}/maxima_system.py", show=["maxima", "--very-quiet", "-b"], fewer=50),
    "ginac": System("libginac-dev libcln-dev", flags=["-lginac", "-lcln"], variants=[slowly(25)]),
    "adolc": System("libadolc-dev", flags=["-ladolc"], variants=[assigned, conditional, nested]),
    "ceres": System("libceres-dev", flags=["-I/usr/include/eigen3"], variants=[assigned, nested]),
    "eigen": System("libeigen3-dev", flags=["-I/usr/include/eigen3", "-DNDEBUG"], variants=[assigned, slowly(25)]),
    "boost": System("libboost-dev", variants=[assigned, nested]),
    "cppad": System("r-cran-tmb libeigen3-dev", flags=[f"-I{site}/TMB/include", "-I/usr/include/eigen3"],
                    variants=[assigned, elsewhere, optimized, slowly(25)]),
    "sacado": System("libtrilinos-sacado-dev", flags=["-DTRILINOS_NO_CONFIG_H", "-I/usr/include/trilinos"], variants=[assigned, slowly(150)]),
    "stan": System("r-cran-stanheaders r-cran-rcppeigen r-cran-rcppparallel libboost-dev libtbb-dev",
                   flags=[f"-I{site}/{p}/include" for p in ("StanHeaders", "RcppEigen", "RcppParallel")] + ["-ltbb"], variants=[assigned, slowly(150)])}


def version(name):
    """None where it is not installed."""
    system = systems[name]
    if system.npm:
        package = modules / system.npm.rsplit("@", 1)[0] / "package.json"
        return json.loads(package.read_text())["version"] if package.exists() else None
    said = [subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", p], capture_output=True, text=True).stdout
            for p in system.packages]
    return said[0][3:].split("-")[0].split("+")[0] if all(s.startswith("ii") for s in said) else None


def compiler(system, *more, level="-O1"):
    libraries = [f for f in system.flags if f.startswith("-l")]
    return ["c++", "-std=c++17", "-w", level, *[f for f in system.flags if f not in libraries], *more, *libraries]


def command(name, variant):
    system = systems[name]
    if system.run: return system.run
    define = f'-DVERSION="{version(name)}"'
    if variant == "compiled":
        return " ".join([python, str(home / "compiled.py"), str(home / f"{name}.cpp"), *system.flags, f"'{define}'"])
    subprocess.run(compiler(system, define, "-o", str(built / name), str(home / f"{name}.cpp"), "-ljansson"), check=True)
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
    return subprocess.run(run, capture_output=True, text=True, timeout=300, env={**os.environ, "NODE_PATH": str(modules)})


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
                         env={**os.environ, "NODE_PATH": str(modules), **environment})
    after, clock = processor_time(), time.monotonic() - begun
    if ran.returncode not in (0, 1, 3): sys.exit(f"systems: {asked}: exit code {ran.returncode}: {ran.stderr}")
    bury_orphans()
    report = json.loads(path.read_text())
    if not report["complete"]: sys.exit(f"systems: {asked}: the run was cut short, or the system could not be started again: {path}")
    return {**report, "without": list(without), "seconds": after - before, "seconds of the system": processor_time() - after, "clock": clock}


def has(asked, environment):
    """The constructs that the adapter has."""
    said = subprocess.run(["/bin/sh", "-c", asked], input='{"id": 1, "call": "describe"}\n', capture_output=True, text=True,
                          env={**os.environ, "NODE_PATH": str(modules), **environment}).stdout
    return set(json.loads(said.splitlines()[0])["constructs"])


def construct(op): return "^" if op[0] == "^" else "number" if op[0].isdigit() else op


def asked_of(scope, constructs):
    """The scope without operations that the system lacks: it would refuse every program with one."""
    keep = lambda ops: ",".join(op for op in ops.split(",") if construct(op) in constructs | {"number"})
    return re.sub(r"ops=([^;]*)", lambda m: "ops=" + keep(m[1]), scope)


def check(asked, path):
    """The adapter answers small polynomials, in all its modes, and nothing that is wrong."""
    report = ask(asked, {}, f"size=4;{scalars};ops=+,*,2", 20, [], path, [])
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
    more = ["--batch", "256", "--timeout", "600"] if compiled else []
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


def row(reports, findings):
    first = [r for r in reports if not r["without"]]
    cells = [reports[0]["system"], f"{sum(r['judged'] for r in first):,}", *(f"{total(first, 'holds', [m]):,}" for m in modes),
             f"{total(first, 'differs'):,}", f"{total(first, 'undecided'):,}", f"{total(first, 'failing programs'):,}",
             str(len(reports) - len(first)), str(len({f['program'] for f in findings})),
             *(rate(first, seconds) for seconds in ("seconds", "clock", "seconds of the system"))]
    return "| " + " | ".join(cells) + " |"


def essence(finding, variant):
    """What the smallest program is about: its constructs, but for plain ones where it has others; the conditional."""
    if "conditional" in variant and "<" in finding["constructs"]: return frozenset({"conditional"})
    more = frozenset(finding["constructs"]) - plain
    return more or frozenset(finding["constructs"]) - {"number"}


def least(sets):
    """Those that contain no other."""
    return {s for s in sets if not any(t < s for t in sets)}


def joined(runs):
    """Findings of one system by their smallest program: [(title, finding), ...] of each."""
    by_program = collections.OrderedDict()
    for result in runs:
        for f in result["findings"]: by_program.setdefault(f["program"], []).append((result["reports"][0]["system"], f))
    return by_program


def defects_of(runs):
    """Constructs of confirmed findings, those that contain no other's: with a wrong number, and those that only fail."""
    found = [(f["verdict"], essence(f, one["reports"][0]["system"])) for one in runs for f in one["findings"] if f["confirmed"]]
    wrong = least({about for verdict, about in found if verdict == "REFUTED"})
    fails = least({about for verdict, about in found if verdict != "REFUTED"} | wrong)
    return wrong, fails - wrong


def section(runs):
    title = runs[0]["reports"][0]["system"]
    reports = [r for one in runs for r in one["reports"]]
    out = ["", f"## {title}", ""]
    if runs[0]["lacks"]: out += ["Not asked, for the adapter lacks them: " + ", ".join(f"`{c}`" for c in runs[0]["lacks"]) + ".", ""]
    found = joined(runs)
    if found: out += ["| smallest program | mode | at | certified | found | |", "|---|---|---|---|---|---|"]
    else: out += ["Nothing was found.", ""]
    for program, all in found.items():
        for mode in modes:
            these = [(run, f) for run, f in all if f["mode"] == mode]
            if not these: continue
            run, f = next(((r, f) for r, f in these if f["confirmed"]), these[0])
            text = program.replace("def program", "").replace("|", "\\|").strip()
            said = "confirmed" if f["confirmed"] else f"not confirmed: its own program prints {f['printed']}"
            where = run[len(title):].lstrip(", ")
            at = ", ".join(map(str, f["at"]))
            out.append(f"| `{text}` | {mode}{where and ', ' + where} | {at} | {f['certified'] or 'defined'} | {f['found'].replace('|', ' ')} | {said} |")
    rest = {}  # of the last round of each scope
    for r in reports: rest[r["system"], r["scope"]] = r["not made small"]
    if sum(rest.values()): out += ["", f"{sum(rest.values()):,} failing programs more were not made small."]
    differs = {m: d for r in reversed(reports) for m, d in r.get("differs", {}).items()}
    if differs: out += ["", "Conventions, which are no errors: what is found is a derivative of the path by some convention at its ties, or the path has none.", ""]
    for m, d in sorted(differs.items()):
        text, at = d["program"].replace("def program", "").strip(), ", ".join(map(str, d["at"]))
        out += [f"- {m} of `{text}` at {at}: {d['found']}" + (f", where the derivative is {d['certified']}" if d["certified"] else ", where there is a derivative")]
    return out


def letters(runs):
    """Of each construct one letter a mode."""
    lacks = {c: "-" for c in runs[0]["lacks"]}
    reports, findings = [r for one in runs for r in one["reports"]], [f for one in runs for f in one["findings"] if f["confirmed"]]

    def letter(construct, mode):
        if any(construct in f["constructs"] and f["mode"] == mode for f in findings): return "X"
        return "h" if any(mode in r["holds"].get(construct, {}) for r in reports) else "."
    seen = {c for r in reports for c in r["holds"]} | {c for f in findings for c in f["constructs"]}
    return {c: "".join(letter(c, m) for m in modes) for c in seen - {"return"}} | lacks


def part_of(runs):
    """What the page says of one system."""
    named = lambda sets: sorted(" with ".join(f"`{c}`" for c in sorted(s)) for s in sets)
    return {"rows": [row(r["reports"], r["findings"]) for r in runs], "defects": [named(sets) for sets in defects_of(runs)],
            "section": section(runs)[1:], "letters": letters(runs)}


def cells_of(line): return [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else []


def parts_of(text):
    """The parts of the page that an earlier run wrote: systems that are not run again keep theirs."""
    sections = re.split(r"\n(?=## )", text.rstrip("\n"))
    if len(sections) < 3: return {}
    head, *own, constructs = [s.splitlines() for s in sections]
    table = [cells_of(line) for line in constructs if line.startswith("|")]
    names, parts = table[0][1:], {}
    defects = {cells[0]: cells[1:] for cells in map(cells_of, head) if cells and cells[0] in names}
    for column, (name, lines) in enumerate(zip(names, own), 1):
        title = lines[0].removeprefix("## ")
        lacks = {c: "-" for line in lines if line.startswith("Not asked") for c in re.findall("`([^`]+)`", line)}
        rows = [line for line in head if line.startswith((f"| {title} |", f"| {title}, "))]
        parts[name] = {"rows": ["| " + " | ".join((cells_of(line) + [""])[:len(columns)]) + " |" for line in rows],
                       "defects": [cell.split("; ") if cell else [] for cell in defects[name]],
                       "section": lines, "letters": {**lacks, **{cells[0].strip("`"): cells[column] for cells in table[2:]}}}
    return parts


columns = ["system", "programs judged", *modes, "differs", "undecided", "failing programs", "again", "findings", "a second", "by the clock", "of the system"]


def page(before):
    parts = parts_of(before)
    for name, system in systems.items():
        kept = [built / f"{name}{v and '-' + v}.json" for v in system.variants]
        runs = [json.loads(path.read_text()) for path in kept if path.exists()]
        if runs: parts[name] = part_of(runs)
    parts = {name: parts[name] for name in systems if name in parts}
    wrong, none = (sum(len(part["defects"][k]) for part in parts.values()) for k in (0, 1))
    table = lambda header, rows: ["| " + " | ".join(header) + " |", "|---" * len(header) + "|", *rows]
    out = ["# Systems that shipped, before `adjudge system`", "",
           "Written by `make systems`; systems that were not run again keep what the run before wrote. Numbers below the modes are components",
           "of answers that hold; *differs* are ties at which an answer is a derivative of the path by some convention. A finding is",
           "*confirmed* if a program in the system's own language that runs without Adjudge (`build/systems`) printed the same number, or",
           "none where none was given. *Again*: runs without what was found, so that it does not bury the rest. *A second*: programs by",
           "processor time of Adjudge alone, for points, truth, judging and making small; *of the system*: by the processor time that the",
           "system itself takes, with its adapter; and by the clock, on two cores that others used too. Rows without the last number are of",
           "runs before answers were excused for what formulas lose in doubles (*unstable* of `adjudge system`).", ""]
    out += table(columns, [row for part in parts.values() for row in part["rows"]])
    missing = [name for name in systems if name not in parts]
    if missing: out += ["", f"Not among these runs: {', '.join(missing)}."]
    out += ["", f"{len(parts)} systems, **{wrong}** defects with a wrong number and {none} more with no number where there is one:",
            "confirmed findings, of which those of the same constructs, or of more than another's, count once for a system, in whatever mode",
            "and variant.", ""]
    out += table(["", "wrong", "none"], [f"| {name} | {'; '.join(part['defects'][0])} | {'; '.join(part['defects'][1])} |" for name, part in parts.items()])
    for part in parts.values(): out += ["", *part["section"]]
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
    if words == ["--page"]: words = [None]
    missing = [n for n in words if n and n.split(":")[0] not in systems]
    if missing: sys.exit(f"systems: there is no {' '.join(missing)}: {' '.join(systems)}")
    adopt_orphans()
    for word in words or systems:
        if word is None: break
        name, all, variant = word.partition(":")
        if not version(name):
            print(f"systems: {name} is not installed: {' '.join(systems[name].packages) or systems[name].npm}", file=sys.stderr)
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
