#!/usr/bin/env python3
"""Systems that shipped, before `adjudge system`.

    systems.py [SYSTEM...]              runs those that are installed (all), and writes RESULTS.md
    systems.py --packages [SYSTEM...]   the packages that they are in

Each finding is shown by a program in the system's own language that runs without Adjudge; it is listed as confirmed if
that program prints the number that was found, and as not confirmed otherwise.  PROGRAMS=N is how many of each scope."""
import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

home = Path(__file__).resolve().parent
adjudge = shutil.which(os.environ.get("ADJUDGE", "adjudge")) or str(home / "../../build/adjudge")
built = (home / "../../build/systems").resolve()
programs = os.environ.get("PROGRAMS", "10000")
scalars = "contexts=real|real,real;types=real,1,1+1;results=real;terms=let,case"
scopes = [["--space", f"size=8;{scalars};ops=+,-,*,/,neg,2,1/2,<", "--sample", programs],
          ["--space", f"size=6;{scalars};ops=+,*,/,neg,sin,cos,exp,log,sqrt,tanh,abs,max,min,^3,^2,^-1,^1/2,2,1/2,<,<=,==", "--sample", programs],
          ["--space", "everything,size=8", "--sample", programs]]
python = "/usr/bin/python3"
systems = {  # package, command, how a reproduction is run
    "torch": ("python3-torch", f"{python} {home}/torch_system.py", [python]),
    "sympy": ("python3-sympy", f"{python} {home}/sympy_system.py", [python]),
    "adolc": ("libadolc-dev", ["-ladolc"], []), "ceres": ("libceres-dev", ["-I/usr/include/eigen3"], []),
    "eigen": ("libeigen3-dev", ["-I/usr/include/eigen3"], []), "boost": ("libboost-dev", [], [])}

slow = {"sympy": 50}  # so many times fewer programs


def version(package):
    said = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True).stdout
    return said.split("-")[0].split("+")[0]


def command(name):
    package, how, _ = systems[name]
    if isinstance(how, str): return how
    built.mkdir(parents=True, exist_ok=True)
    subprocess.run(["c++", "-std=c++17", "-O1", *how[:-1], *[h for h in how[-1:] if h.startswith("-I")], f'-DVERSION="{version(package)}"',
                    "-o", str(built / name), str(home / f"{name}.cpp"), "-ljansson", *[h for h in how if h.startswith("-l")]], check=True)
    return str(built / name)


def shown(name, finding, number):
    """What the finding's own program prints: the component that was found, and whether it is that."""
    if "reproduction" not in finding: return None, False
    _, how, interpreter = systems[name]
    path = built / f"{name}-{number}.{'py' if interpreter else 'cpp'}"
    path.write_text(finding["reproduction"])
    run = [*interpreter, str(path)]
    if not interpreter:
        run = [str(path.with_suffix(""))]
        made = subprocess.run(["c++", "-std=c++17", "-O1", *[h for h in how if h.startswith("-I")], "-o", run[0], str(path),
                               *[h for h in how if h.startswith("-l")]], capture_output=True, text=True)
        if made.returncode != 0: return "it does not compile", False
    ran = subprocess.run(run, capture_output=True, text=True, timeout=300)
    lines = [line for line in ran.stdout.splitlines() if line.startswith(finding["mode"] + " ")]
    if finding["component"] < 0 or not lines: return (ran.stderr.strip().splitlines() or ["nothing"])[-1], False
    said = float(lines[-1].split()[1 + finding["component"]])
    found = float(finding["found"])
    return f"{said!r}", said == found or (math.isnan(said) and math.isnan(found))


def run(name):
    """Reports of all scopes, findings with what their own programs print; kept, so that the page has every system."""
    asked, reports = command(name), []
    for k, scope in enumerate(scopes):
        path = built / f"{name}-{k}.json"
        few = str(max(1, int(programs) // slow.get(name, 1)))
        scope = [few if word == programs else word for word in scope]
        ran = subprocess.run([adjudge, "system", asked, *scope, "--findings", "6", "--quiet", "--report", str(path)],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if ran.returncode not in (0, 1, 3): sys.exit(f"systems: {name}: exit code {ran.returncode}")
        reports.append(json.loads(path.read_text()))
    findings = {(f["mode"], f["program"]): f for r in reports for f in r["findings"]}
    for number, f in enumerate(findings.values(), 1): f["printed"], f["confirmed"] = shown(name, f, number)
    (built / f"{name}.json").write_text(json.dumps({"reports": reports, "findings": list(findings.values())}))


modes = ["value", "jvp", "vjp", "hessian"]


def row(reports, findings):
    def count(mode, fate): return sum(r["answers"][mode][fate] for r in reports)
    def total(fate): return f"{sum(count(m, fate) for m in modes):,}"
    cells = [reports[0]["system"], f"{sum(r['judged'] for r in reports):,}", *(f"{count(m, 'holds'):,}" for m in modes),
             total("differs"), total("undecided"), total("failing programs"), str(len(findings))]
    return "| " + " | ".join(cells) + " |"


def section(reports, findings):
    out = ["", f"## {reports[0]['system']}", ""]
    lacking = sorted({c for r in reports for c in r["refused"]})
    more = sum(r["not made small"] for r in reports)
    if lacking: out += ["Not asked, for the adapter lacks them: " + ", ".join(f"`{c}`" for c in lacking) + ".", ""]
    if not findings: return [*out, "Nothing was found."]
    out += ["| mode | smallest program | at | certified | found | |", "|---|---|---|---|---|---|"]
    for f in findings:
        text = f["program"].replace("def program", "").replace("|", "\\|").strip()
        said = "confirmed" if f["confirmed"] else f"not confirmed: its own program prints {f['printed']}"
        out.append(f"| {f['mode']} | `{text}` | {', '.join(map(str, f['at']))} | {f['certified'] or 'defined'} | {f['found']} | {said} |")
    if more: out += ["", f"{more:,} failing programs more were not made small."]
    return out


def page():
    kept = [(built / f"{name}.json") for name in systems]
    results = [json.loads(path.read_text()) for path in kept if path.exists()]
    out = ["# Systems that shipped, before `adjudge system`", "",
           "Written by `make systems`. Numbers below the modes are components of answers that hold; *differs* are ties at which an",
           "answer is a derivative of the path by some convention. A finding is *confirmed* if a program in the system's own",
           "language that runs without Adjudge (`build/systems`) printed the same number.", "",
           "| system | programs judged | " + " | ".join(modes) + " | differs | undecided | failing programs | findings |", "|---" * 10 + "|"]
    out += [row(r["reports"], r["findings"]) for r in results]
    for r in results: out += section(r["reports"], r["findings"])
    return "\n".join(out) + "\n"


def main(names):
    if names[:1] == ["--packages"]:
        print(*[systems[n][0] for n in names[1:] or systems])
        return 0
    missing = [n for n in names if n not in systems]
    if missing: sys.exit(f"systems: there is no {' '.join(missing)}: {' '.join(systems)}")
    for name in names or systems:
        if not version(systems[name][0]):
            print(f"systems: {name} is not installed: apt-get install {systems[name][0]}", file=sys.stderr)
            if names: return 1
            continue
        print(f"systems: {name}", file=sys.stderr)
        run(name)
        (home / "RESULTS.md").write_text(page())
    return 0


if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
