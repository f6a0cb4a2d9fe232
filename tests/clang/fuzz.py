#!/usr/bin/python3
"""C with bytes changed, inserted, left out and repeated, by SEED: every file is read, or refused with its place.

    fuzz.py ADJUDGE COUNT SEED FILE.c...
    fuzz.py --many READ_MANY ADJUDGE COUNT SEED FILE.c...     all in one process (read_many.c): a hundred thousand

No crash of adjudge or of its reader, no limit of time, and what is read is text that the parser takes: an error of that
has no `adjudge: ` before it. The last line is "N passed, M failed"."""
import json, os, random, re, subprocess, sys, tempfile

TOKENS = ["0", "1", "-1", "2147483647", "x", "y", "x[0]", "*x", "&x", "++", "--", "+=", "/", "%", "(", ")", "{", "}", ";", ",",
          "if (x > 0)", "return", "break;", "continue;", "double", "int", "for (;;)", "?", ":", "&&", "!", "1e400", "0x1p3",
          "'a'", "\"s\"", "[9]", "static", "const", "#define x y\n", "sizeof", "goto", "struct", "\\\n", "/*", "\x00", "\xff"]


def change(text, rng):
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at, size = rng.randrange(len(text) + 1), rng.choice([1, 1, 2, 5, 20])
        kind = rng.choice([0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4])
        if kind == 0:
            text = text[:at] + text[at + size:]
        elif kind == 1:
            text = text[:at] + chr(rng.randrange(256)) + text[at + 1:]
        elif kind == 2:
            text = text[:at] + rng.choice(TOKENS) + text[at:]
        elif kind == 3:  # a word, number or sign in the place of another of its sort
            words = [m.span() for m in re.finditer(rng.choice([r"[A-Za-z_]\w*", r"\b\d[\d.]*", r" [-+*/<>=&|!]+ "]), text)]
            if len(words) > 1:
                (a, b), (c, d) = rng.choice(words), rng.choice(words)
                text = text[:a] + text[c:d] + text[b:]
        else:
            text = text[:at] + text[at:at + size] * rng.choice([2, 3]) + text[at + size:]
    return text


def good(run):
    if run.returncode not in (0, 2, 4):
        return False
    said = [line for line in run.stderr.splitlines() if line and not line.startswith("  ")]
    return (run.returncode == 0 or len(said) > 0) and all(line.startswith("adjudge: ") for line in said) and \
        "LIMIT: the reader" not in run.stderr


def cases(count, seed, paths):
    texts = [open(p, encoding="latin-1").read() for p in paths]
    # the functions of a file one by one, so that one change does not hide the others
    pieces = [("\n".join(re.findall(r"^(?:#define|static) .*[^{]$", t, re.M)), m.group())
              for t in texts for m in re.finditer(r"^(?:double|void) (?:[^\n]*\}$|.*?^\}$)", t, re.S | re.M)]
    for k in range(count):
        rng = random.Random(seed * 1000003 + k)
        before, piece = rng.choice(pieces)
        yield k, before + "\n" + change(piece, rng)


def one_by_one(adjudge, count, seed, paths):
    passed = failed = read = 0
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/case.c"
        for k, text in cases(count, seed, paths):
            text = "#include <math.h>\n" + text
            open(path, "w", encoding="latin-1").write(text)
            run = subprocess.run([adjudge, "check", path], capture_output=True, encoding="latin-1")
            if good(run):
                passed += 1
                read += run.returncode == 0 and run.stdout.count(" : ") > 0
            else:
                failed += 1
                print(f"FAILED: case {k} of seed {seed}: exit code {run.returncode}: {run.stderr[:400]}\n{text}")
    return passed, failed, read


# instead of the header, which takes most of the time
DECLARED = "".join(f"double {f}(double);" for f in "sin cos tan exp log sqrt fabs tanh sinh cosh atan asin acos cbrt floor"
                   .split()) + "double pow(double, double); double fmax(double, double); double fmin(double, double);\n"
MANY = 2000
PLACED = re.compile(r"[^\n]*case\.c:\d+:\d+: error: |[^\n]*: error: |[^\n]*limit: ")


def definition(name, function):
    arguments = "".join(f" ({a['target']} : real{'' if a['length'] < 0 else '^' + str(a['length'])})"
                        for a in function["arguments"])
    return f"def {name}{arguments} = {function['body']}\n"


def well_typed(adjudge, definitions, folder):
    """Whether the parser takes them all; what it says."""
    path = folder + "/read.adj"
    open(path, "w", encoding="latin-1").write("".join(definitions))
    run = subprocess.run([adjudge, "check", path], capture_output=True, encoding="latin-1")
    return run.returncode == 0 or not definitions, run.stderr[:400]


def many(reader, adjudge, count, seed, paths):
    passed = failed = read = 0
    todo = list(cases(count, seed, paths))
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(todo), MANY):
            part = todo[first:first + MANY]
            stream = b"".join(str(len(b)).encode() + b"\n" + b
                              for b in ((DECLARED + text).encode("latin-1") for _, text in part))
            answers = subprocess.run([reader], input=stream, capture_output=True).stdout.decode("latin-1").splitlines()
            answers = [json.loads(a, strict=False) if a.endswith("}") else {} for a in answers if a]
            definitions = []
            for (k, text), answer in zip(part, answers):
                said = answer.get("refused", []) + ([answer["error"]] if "error" in answer else [])
                fine = "refused" in answer and all(PLACED.match(s) for s in said)
                passed, failed = passed + fine, failed + (not fine)
                definitions += [definition(f"case_{k}_{i}", f) for i, f in enumerate(answer.get("functions", []))]
                read += len(answer.get("functions", [])) > 0
                if not fine:
                    print(f"FAILED: case {k} of seed {seed}: {answer}\n{text}", flush=True)
            typed, why = well_typed(adjudge, definitions, folder)
            failed += len(part) - len(answers) + (not typed)
            if not typed or len(part) != len(answers):
                print(f"FAILED: cases from {first} of seed {seed}: {len(answers)} answers; {why}", flush=True)
    return passed, failed, read


def main():
    words = sys.argv[1:]
    together = words[0] == "--many"
    reader = words[1] if together else None
    adjudge, count, seed, paths = words[2 * together], int(words[2 * together + 1]), int(words[2 * together + 2]), \
        words[2 * together + 3:]
    passed, failed, read = many(reader, adjudge, count, seed, paths) if together else \
        one_by_one(adjudge, count, seed, paths)
    print(f"{read} read, {passed - read} refused")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or read == 0 or read == passed)


main()
