"""What second evaluators of other languages share: programs are drawn points for, and adjudge is asked for their values."""
import os, random, re, subprocess, sys

POINTS, SEED = int(os.environ.get("POINTS", 12)), int(os.environ.get("SEED", 1))


class NoValue(Exception):
    """Here; another point is drawn."""


class Skip(Exception):
    """The program is not compared, and why."""


def sexprs(text):
    """All s-expressions of a text: (line, tree)."""
    while "#|" in text:
        text = re.sub(r"#\|(?:(?!#\||\|#).)*\|#", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    tokens = [(m.group(), text.count("\n", 0, m.start()) + 1)
              for m in re.finditer(r'"(?:[^"\\]|\\.)*"|[()\[\]]|;[^\n]*|[^\s()\[\];"]+', text) if m.group()[0] != ";"]
    at = 0

    def tree():
        nonlocal at
        word = tokens[at][0]
        at += 1
        if word not in "([":
            return word
        parts = []
        while tokens[at][0] not in ")]":
            parts.append(tree())
        at += 1
        return parts

    while at < len(tokens):
        line = tokens[at][1]
        yield line, tree()


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, (list, tuple)) else [float(value)]


def agree(a, b):
    return len(a) == len(b) and all(abs(x - y) <= 1e-9 * max(1, abs(x), abs(y)) for x, y in zip(a, b))


def as_json(value):
    """Tuples are pairs (a, (b, c)); of ((a, b), c), adjudge's lists leave the inner brackets away."""
    if isinstance(value, list):
        return "[" + ",".join(map(as_json, value)) + "]"
    if not isinstance(value, tuple):
        return repr(value)
    return as_json(value[0]) if len(value) == 1 else f"[{leading(value)}]" if value else "[]"


def leading(value):
    if not isinstance(value, tuple) or not value:
        return as_json(value)
    return leading(value[0]) if len(value) == 1 else f"{leading(value[0])},{as_json(value[1:])}"


def compare(adjudge, path, line, names, draw, meaning):
    """Whether adjudge gives the meaning at POINTS points: draw() is the list of arguments, at which meaning() is one."""
    asked, (definition, targets, _) = 0, names[line]
    for _ in range(POINTS * 20):
        try:
            values = draw()
            expected = flat(meaning(values))
        except (NoValue, ValueError, OverflowError, ZeroDivisionError, IndexError, RecursionError):
            continue
        at = [w for target, value in zip(targets, values) for w in ("--at", f"{target}={as_json(value)}")]
        run = subprocess.run([adjudge, "eval", path, "--def", definition] + at, capture_output=True, text=True)
        if "only values of first-order types can be" in run.stderr:
            raise Skip("Vec and Bool are no input or output of eval")
        found = [float(x) for x in re.findall(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", run.stdout)]
        if run.returncode != 0 or not agree(expected, found):
            print(f"FAILED: {path}:{line}: {definition} at {at}: expected {expected}, found {run.stdout}{run.stderr}")
            return False
        asked += 1
        if asked == (POINTS if targets else 1):
            return True
    if asked == 0:
        raise Skip("no point with a value was drawn")
    print(f"FAILED: {path}:{line}: only {asked} points with a value were drawn")
    return False


def main(read, check, new):
    """read(text) gives each program with its line; check(adjudge, path, line, program, names, before) whether it means
    the same, where `before` was made by new() for its file.  The last line is "N passed, M failed"."""
    adjudge, passed, failed = sys.argv[1], 0, 0
    for path in sys.argv[2:]:
        random.seed(SEED)
        said = subprocess.run([adjudge, "check", path], capture_output=True, text=True).stdout
        names, before = {}, new()
        for entry in said.splitlines():
            place, rest = entry[len(path) + 1:].split(": ", 1)
            names[int(place)] = (rest.split(" ")[0], re.findall(r"\((\w+) : ", rest), rest)
        for line, program in read(open(path, encoding="utf-8").read()):
            if line not in names:
                continue
            try:
                good = check(adjudge, path, line, program, names, before)
                passed, failed = passed + good, failed + (not good)
            except Skip as why:
                print(f"not compared: {path}:{line}: {why}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)
