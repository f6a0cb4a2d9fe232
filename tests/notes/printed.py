#!/usr/bin/python3
"""Programs as adjudge prints them in the notes' language are read again: what `derive --engine linmap --stages` prints of
each definition, as it was and in administrative normal form, has the values of the definition.

    printed.py ADJUDGE FOLDER FILE.adj...      POINTS=2 SEED=1

FOLDER is for what is printed.  Of definitions that linmap has no rule for, nothing is printed, and they are counted.
The last line is "N passed, M failed, L not printed"."""
import os, random, re, subprocess, sys

POINTS, SEED = int(os.environ.get("POINTS", 2)), int(os.environ.get("SEED", 1))
adjudge, folder, files = sys.argv[1], sys.argv[2], sys.argv[3:]
TITLES = ["Original definition", "Anf-ised original definition"]


def run(*words):
    return subprocess.run([adjudge, *words], capture_output=True, text=True)


def printed(path, name):
    """The texts below the titles; None where linmap has no rule."""
    out = run("derive", path, "--def", name, "--engine", "linmap", "--stages")
    parts = re.split(r"^-+\n(.*)\n-+\n", out.stdout, flags=re.M)
    found = {title: text for title, text in zip(parts[1::2], parts[2::2])}
    return [found[title] for title in TITLES] if out.returncode == 0 else None


def split(types):
    """T * (S * U) at the stars that stand in no brackets."""
    parts, depth = [""], 0
    for c in types:
        depth += (c == "(") - (c == ")")
        if c == "*" and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def draw(type):
    type = type.strip()
    parts = split(type)
    if len(parts) > 1:
        return f"[{draw(' * '.join(parts[:-1]))},{draw(parts[-1])}]"
    m = re.fullmatch(r"(.*)\^(\d+)", type)
    if m:
        return f"[{','.join(draw(m.group(1)) for _ in range(int(m.group(2))))}]"
    if type.startswith("("):
        return draw(type[1:-1])
    return {"real": lambda: repr(random.randint(-40, 40) / 16), "Int": lambda: str(random.randint(0, 3))}[type]()


def arguments(line):
    """name (x : T) (y : S) : R"""
    found, at = [], line.find("(")
    for m in re.finditer(r"\((\w+) : ", line):
        if m.start() < at:
            continue
        depth, at = 1, m.end()
        while depth > 0:
            depth += (line[at] == "(") - (line[at] == ")")
            at += 1
        found.append((m.group(1), line[m.end():at - 1]))
    return found


def definitions(path):
    for line in run("check", path).stdout.splitlines():
        rest = line[len(path) + 1:].split(": ", 1)[1]
        yield rest.split(" ")[0], arguments(rest)


def value(path, name, arguments, at):
    words = [w for (x, _), v in zip(arguments, at) for w in ("--at", f"{x}={v}")]
    out = run("eval", path, "--def", name, *words)
    return (out.returncode, [float(x) for x in re.findall(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", out.stdout)], out.stderr)


def same(a, b):
    near = len(a[1]) == len(b[1]) and all(abs(x - y) <= 1e-9 * max(1, abs(x), abs(y)) for x, y in zip(a[1], b[1]))
    return a[0] == b[0] and near


def check(path, name, own):
    texts = printed(path, name)
    if texts is None:
        return None
    for k, text in enumerate(texts):
        again = f"{folder}/printed{k}.notes"
        with open(again, "w", encoding="utf-8") as file:
            file.write(text)
        read = list(definitions(again))
        unit = read and not own and [type for _, type in read[-1][1]] == ["1"]  # no arguments are printed as ()
        if not read or (not unit and len(read[-1][1]) != len(own)):
            return f"not read:\n{text}{run('import', again).stderr}"
        for _ in range(POINTS):
            at = [draw(type) for _, type in own]
            one, two = value(path, name, own, at), value(again, read[-1][0], read[-1][1], ["[]"] if unit else at)
            if not same(one, two):
                return f"at {at}: {one}, printed {two}:\n{text}"
    return ""


passed = failed = unprinted = 0
random.seed(SEED)
for path in files:
    for name, own in definitions(path):
        if any(re.search(r"->|Vec|mu|\+|Bool|1", re.sub(r"\^\d+", "", type)) for _, type in own):
            unprinted += 1
            continue
        wrong = check(path, name, own)
        passed, failed, unprinted = passed + (wrong == ""), failed + bool(wrong), unprinted + (wrong is None)
        if wrong:
            print(f"FAILED: {path}: {name}: {wrong}")
print(f"{passed} passed, {failed} failed, {unprinted} not printed")
sys.exit(failed > 0 or passed == 0)
