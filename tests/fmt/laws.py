#!/usr/bin/python3
"""Laws of `adjudge fmt`, of each file: fmt(fmt(x)) = fmt(x); the words of fmt(x) are those of x, and its comments; what
`adjudge check` says of it is the same; and fmt(y) = fmt(x) for layouts y of the words of x
that are drawn by SEED, x without comments.

    laws.py ADJUDGE SEED FILE.adj...

The last line is "N passed, M failed"."""
import random, re, subprocess, sys, tempfile

WORD = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?_?|[A-Za-z_]\w*'*|\.\*|<=|>=|==|/=|->|><|[^\sA-Za-z0-9_]")
COMMENT = re.compile(r"--[^\n]*")


def fmt(adjudge, folder, text):
    path = folder + "/one.adj"
    open(path, "w", encoding="utf-8").write(text)
    run = subprocess.run([adjudge, "fmt", path], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(f"exit code {run.returncode}: {run.stderr[:300]}")
    return run.stdout


def words(text):
    return WORD.findall(COMMENT.sub("", text))


def comments(text):
    return [c.rstrip() for c in COMMENT.findall(text)]


def checked(adjudge, folder, text):
    path = folder + "/checked.adj"
    open(path, "w", encoding="utf-8").write(text)
    run = subprocess.run([adjudge, "check", path], capture_output=True, text=True)
    return run.returncode, re.sub(r"checked.adj:\d+", "", run.stdout)


def relaid(text, rng):
    """The words with other blanks between them, and some where there were none."""
    out, at, text = [], 0, COMMENT.sub("", text)
    for m in WORD.finditer(text):
        gap, word = text[at:m.start()], m.group()
        touched = gap == "" and out
        minus = word == "-" or (out and out[-1] == "-")
        if touched and (minus or rng.random() < 0.7):
            pass
        else:
            out.append(rng.choice([" ", "  ", "\t", "\n", "\n   "]))
        out.append(word)
        at = m.end()
    return "".join(out) + rng.choice(["", "\n", " \n"])


def judge(adjudge, folder, text, rng):
    once = fmt(adjudge, folder, text)
    if fmt(adjudge, folder, once) != once:
        return "laid out again it is another"
    if words(once) != words(text):
        return "the words are others"
    if comments(once) != comments(text):
        return "the comments are others"
    if checked(adjudge, folder, once) != checked(adjudge, folder, text):
        return "it is read as something else"
    if any(len(line) > 100 and "--" not in line for line in once.splitlines()):
        return "a line is too long"
    bare = re.sub(r"\n\s*\n", "\n", COMMENT.sub("", text))
    canonical = fmt(adjudge, folder, bare)
    for _ in range(3):
        other = re.sub(r"\n\s*\n", "\n", relaid(bare, rng))
        if fmt(adjudge, folder, other) != canonical:
            return "laid out otherwise before, it is so after:\n" + other[:2000]
    return None


def main():
    adjudge, passed, failed = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[3:]:
            rng = random.Random(f"{sys.argv[2]} {path.split('/')[-1]}")
            try:
                wrong = judge(adjudge, folder, open(path, encoding="utf-8").read(), rng)
            except ValueError as error:
                wrong = str(error)
            passed, failed = passed + (wrong is None), failed + (wrong is not None)
            if wrong is not None:
                print(f"FAILED: {path}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


main()
