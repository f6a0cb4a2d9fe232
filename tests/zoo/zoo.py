#!/usr/bin/env python3
"""Campaigns on shipped libraries, and the defects that they found.  `adjudge zoo` runs this.

    zoo.py                          the libraries: functions, defects, whether they are installed
    zoo.py --run LIBRARY [NAME...]  campaigns on the library that is installed, of all its functions or of these
    zoo.py --check LIBRARY [NAME...]     campaigns on all its functions, a line each, compared with LIBRARY/expected
    zoo.py --accept LIBRARY [NAME...]    the same, and LIBRARY/expected says so from now on
    zoo.py --record LIBRARY [DEFECT...]  asks it at the points of its defects, and keeps what it answers
    zoo.py --replay [LIBRARY...]    campaigns on what was kept: each defect must be refuted
    zoo.py --page                   the same, and README.md, a row each

A library's folder has `library` (lines `word: text`: name, package, run, list, version), its adapter, `defects`
(a paragraph of such lines each: name, of, what, calls, at, script, perhaps accuracy: digits that are asked for, and
also: other functions that it shows in), answers/ and scripts/, and perhaps own.prims,
specifications that take the place of those of functions.prims."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

home = Path(__file__).resolve().parent
adjudge = shutil.which(os.environ.get("ADJUDGE", "adjudge")) or str(home / "../../build/adjudge")
built = Path(os.environ.get("ZOO_BUILD", home / "../../build/zoo")).resolve()
order = ["torch", "mathjs", "tfjs", "boost", "eigen", "ceres", "adolc"]


def lines(paragraph):
    return dict(line.split(": ", 1) for line in paragraph.strip().splitlines() if not line.startswith("#"))


def paragraphs(path):
    return re.split(r"\n\s*\n", path.read_text()) if path.exists() else []


def refuse(why):  # bad usage, as adjudge's other commands end
    print(f"zoo: {why}", file=sys.stderr)
    sys.exit(2)


class Library:
    def __init__(self, name):
        if name not in order: refuse(f"no library '{name}': {', '.join(order)}")
        self.id, self.folder = name, home / name
        self.facts = lines((self.folder / "library").read_text())
        self.defects = [{"library": self, **lines(p)} for p in paragraphs(self.folder / "defects") if p.strip()]
        blocks = paragraphs(home / "functions.prims") + paragraphs(self.folder / "own.prims")
        self.specifications = {m[1]: b + "\n" for b in blocks if (m := re.search(r"^primitive (\w+)", b, re.M))}

    def said(self, word):  # what the command for it prints, or None where the library is not there
        modules = f"{os.environ.get('NODE_PATH', '')}:{home}/../../verify/primitive:{home}/../../share/adjudge:{built}/node_modules"
        packages = f"{os.environ.get('PYTHONPATH', '')}:{home}/../../verify/primitive:{home}/.."
        ran = subprocess.run(self.facts[word], shell=True, cwd=self.folder, capture_output=True, text=True,
                             env={**os.environ, "NODE_PATH": modules, "PYTHONPATH": packages})
        return ran.stdout.strip() if ran.returncode == 0 and ran.stdout.strip() else None

    def command(self):
        return f"cd {self.folder} && export ZOO_BUILD={built} NODE_PATH=$NODE_PATH:{built}/node_modules && exec {self.facts['run']}"


def campaign(specifications, command, report, *options):
    return subprocess.run([adjudge, "campaign", *map(str, specifications), "--exec", command, "--timeout", "300", "--quiet",
                           "--report", str(report), *options], capture_output=True, text=True)


def placed(library, name, of, head="", declared={}):
    path = built / library.id / f"{name}.prim"
    path.parent.mkdir(parents=True, exist_ok=True)
    facts = {**library.facts, **declared}
    path.write_text(head + library.specifications[of] + "".join(f"{w} = {facts[w]}\n" for w in ("precision", "accuracy") if w in facts))
    return path


def show():
    for library in map(Library, order):
        names = (library.said("list") or "").split()
        version = library.said("version")
        print(f"{library.id:8} {version or library.facts['name'] + ' is not installed (' + library.facts['package'] + ')':40} "
              f"{len(names):4} functions {len(library.defects):3} defects")
    return 0


def run(id, *names):
    library = Library(id)
    asked, names = bool(names), names or (library.said("list") or "").split()
    if not names: refuse(f"{library.facts['name']} is not installed ({library.facts['package']})")
    missing = [n for n in names if n not in library.specifications]
    if missing: print(f"zoo: no specification of {' '.join(missing)}", file=sys.stderr)
    if missing and asked: return 2
    names = [n for n in names if n not in missing]
    ran = campaign([placed(library, n, n) for n in names], library.command(), built / f"{id}.json", *os.environ.get("CAMPAIGN", "").split())
    print(ran.stdout, ran.stderr, sep="")
    return ran.returncode


group = 6  # functions of one campaign: its library is started once


def verdicts(campaigned):
    """"JVP refuted, TWICE unstable": what does not hold; "holds" where all does; what nothing decided is "open"."""
    said = {"REFUTED": "refuted", "UNSTABLE": "unstable", "DIFFERS": "differs", "UNDECIDED": "undecided"}
    of = {p["property"][5:]: p["verdict"] for p in campaigned["properties"]}
    bad = [f"{name} {said[v]}" for name, v in of.items() if v in said]
    held = [n for n in ("VALUE", "JVP", "VJP", "TWICE") if of[n] == "HOLDS"]
    return " ".join(held) + (" | " + ", ".join(bad) if bad else "") or "nothing asked"


def shaped(numbers, types):
    flat, shape = iter(numbers), []
    for t in types:
        size = re.search(r"\^(\d+)", t)
        shape.append([next(flat) for _ in range(int(size[1]))] if size else next(flat))
    return shape


def error_of(library, name, result):
    """How far off the witness is by oracle.py, relatively; None where that is no number against a number."""
    import mpmath
    import oracle
    w, call = result["counterexample"], {"VALUE": "value", "JVP": "jvp", "VJP": "vjp", "TWICE": "jvp2"}.get(result["property"][5:])
    at = re.search(r"component (\d+)", w.get("what") or "")
    numbers = lambda text: [mpmath.mpf(float(x)) for x in text.split(", ")]
    if call is None or at is None or "..." in w["input"] + (w["seed"] or ""): return None
    text = library.specifications[name]
    types, of = re.findall(r"\(\w+ : ([^)]*)\)", text.splitlines()[0] if text.startswith("primitive") else re.search("^primitive.*", text, re.M)[0]), re.search(r" : (real\S*)\s*$", re.search("^primitive.*", text, re.M)[0])[1]
    seed = numbers(w["seed"]) if w["seed"] else []
    half = len(seed) // 2
    seeds = [] if call == "value" else [shaped(seed, types)] if call == "jvp" else [shaped(seed, [of])[0]] if call == "vjp" else [shaped(seed[:half], types), shaped(seed[half:], types)]
    truth = oracle.truth(oracle.read(text), call, shaped([mpmath.mpf(float.fromhex(x)) for x in w["input_hexadecimal"].split(", ")], types), *seeds)[int(at[1])]
    found = mpmath.mpf(float(w["found"]))
    return mpmath.inf if not mpmath.isfinite(found) else abs(found - truth) / (abs(truth) or 1)


def confirmation(library, name, campaigned):
    """Of each refuted law, the error by a second judge; and the scripts that show it without either."""
    scripts = [d["script"] for d in library.defects if name in [d["of"], *d.get("also", "").split()]]
    told, sure = [], True
    for result in campaigned["properties"]:
        if result["verdict"] not in ("REFUTED", "UNSTABLE") or not result.get("counterexample"): continue
        error = error_of(library, name, result)
        sure = sure and (error is None or error > 64 * 2.0 ** (-24 if "precision" in library.facts else -53))
        told.append(f"{result['property'][5:]} " + (f"off by {float(error):.1e}" if error is not None else "by its script"))
    return sure and bool(scripts), "; ".join(told + (scripts or ["NO SCRIPT"]))


def expected(library):
    path = library.folder / "expected"
    return dict(line.split(": ", 1) for line in path.read_text().splitlines() if ": " in line) if path.exists() else {}


def check(id, *names, accept=False):
    library, seen, failed = Library(id), {}, 0
    known, names = expected(library), names or (library.said("list") or "").split()
    if not names: refuse(f"{library.facts['name']} is not installed ({library.facts['package']})")
    unknown = [n for n in names if n not in library.specifications]
    names, report = [n for n in names if n not in unknown], built / f"{id}.{os.getpid()}.json"  # others may run, too
    for k in range(0, len(names), group):
        paths = [placed(library, n, n) for n in names[k:k + group]]
        ran = campaign(paths, library.command(), report, "--samples", os.environ.get("SAMPLES", "40"))
        campaigns = json.loads(report.read_text())["campaigns"] if ran.returncode < 4 and ran.returncode != 2 else []
        report.unlink(missing_ok=True)
        if len(campaigns) != len(paths): print(ran.stdout[-400:], ran.stderr[-400:])
        for campaigned in campaigns:
            name, line = campaigned["primitive"], verdicts(campaigned)
            finding = "refuted" in line or "unstable" in line
            sure, told = confirmation(library, name, campaigned) if finding else (True, "")
            changed = not accept and known.get(name) != line
            failed += changed or not sure
            seen[name] = line
            print(f"{name:20} {line:60} {told}{' NOT CONFIRMED' if not sure else ''}{' CHANGED, expected: ' + known.get(name, 'nothing') if changed else ''}", flush=True)
    missing = unknown + [n for n in names if n not in seen]
    if missing: print("no verdict of", *missing)
    if accept: (library.folder / "expected").write_text("".join(f"{n}: {line}\n" for n, line in {**known, **seen}.items()))
    held = sum("|" not in line for line in seen.values())
    print(f"{id}: {len(seen)} functions, {held} hold, {len(seen) - held} with findings: {len(seen) - failed} passed, {failed + len(missing)} failed")
    return int(failed + len(missing) > 0)


def specification(defect):
    head = "".join(f"-- {word}: {defect[word]}\n" for word in ("what", "calls", "at"))
    return placed(defect["library"], defect["name"], defect["of"], head, defect)


def answers(defect):
    return defect["library"].folder / "answers" / f"{defect['name']}.jsonl"


def record(id, *names):
    library, code = Library(id), 0
    version = library.said("version")
    for defect in library.defects:
        if names and defect["name"] not in names: continue
        path = specification(defect)
        answers(defect).parent.mkdir(exist_ok=True)
        ran = campaign([path], f"python3 {home}/recorded.py {answers(defect)} {path} '{version}' '{library.command()}'", path.with_suffix(".json"))
        print(f"{id}/{defect['name']}: exit code {ran.returncode}{ran.stderr and ': ' + ran.stderr}", flush=True)
        code |= ran.returncode != 1
    return code


def found(defect):
    """The first counterexample of the defect's campaign on the answers that were kept; None if there is none."""
    report = built / defect["library"].id / f"{defect['name']}.json"
    path = specification(defect)
    ran = campaign([path], f"python3 {home}/recorded.py {answers(defect)}", report)
    if ran.returncode != 1: return None
    for result in json.loads(report.read_text())["campaigns"][0]["properties"]:
        if result.get("counterexample"): return {"property": result["property"], **result["counterexample"]}
    return None


def replay(*ids):
    defects = [d for id in ids or order for d in Library(id).defects]
    with ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool: seen = list(pool.map(found, defects))
    for defect, witness in zip(defects, seen):
        if witness is None: print(f"tests/zoo: {defect['library'].id}/{defect['name']} is not refuted")
    return list(zip(defects, seen))


def row(defect, witness):
    library = defect["library"]
    version = json.loads(answers(defect).open().readline())["library"]
    at = witness["input"] + (f" along {witness['seed']}" if witness.get("seed") else "")
    cells = [defect["what"], version, witness["property"], at, witness["found"][:80], witness["certified"]]
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + f" | [{defect['name']}]({library.id}/scripts/{defect['script']}) |"


def page():
    seen = replay()
    head = (home / "page.md").read_text()
    rows = [row(d, w) for d, w in seen if w]
    (home / "README.md").write_text(head + "\n".join(rows) + "\n")
    return 0 if all(w for _, w in seen) else 1


commands = {"--run": run, "--check": check, "--accept": lambda *words: check(*words, accept=True), "--record": record, "--replay": lambda *ids: int(not all(w for _, w in replay(*ids))),
            "--page": page}


def main(words):
    if words and words[0] not in commands: refuse(f"{words[0]} is none of its words\n{__doc__}")
    if words[:1] in (["--run"], ["--check"], ["--accept"], ["--record"]) and len(words) < 2: refuse(f"{words[0]} of which library?")
    if sys.stdout is None: refuse("the standard output is closed")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    code = commands[words[0]](*words[1:]) if words else show()
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Exception as error:
        with contextlib.suppress(OSError):  # of a standard error that is closed
            if not isinstance(error, OSError): traceback.print_exc()
            else: print(f"zoo: {error.filename or 'what was found could not be written'}: {error.strerror}", file=sys.stderr)
        os._exit(2)  # 1 says that something is refuted; and nothing is written again
