#!/usr/bin/python3
"""C with bytes changed, inserted, left out and repeated, by SEED: every file is read, or refused with its place.

    fuzz.py ADJUDGE COUNT SEED FILE.c...

No crash of adjudge or of its reader, no limit of time, and what is read is text that the parser takes: an error of that
has no `adjudge: ` before it. The last line is "N passed, M failed"."""
import os, random, re, subprocess, sys, tempfile

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


def main():
    adjudge, count, seed, paths = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    texts = [open(p, encoding="latin-1").read() for p in paths]
    # the functions of a file one by one, so that one change does not hide the others
    pieces = [("\n".join(re.findall(r"^(?:#define|static) .*[^{]$", t, re.M)), m.group())
              for t in texts for m in re.finditer(r"^(?:double|void) (?:[^\n]*\}$|.*?^\}$)", t, re.S | re.M)]
    passed = failed = read = 0
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/case.c"
        for k in range(count):
            rng = random.Random(seed * 1000003 + k)
            before, piece = rng.choice(pieces)
            text = "#include <math.h>\n" + before + "\n" + change(piece, rng)
            open(path, "w", encoding="latin-1").write(text)
            run = subprocess.run([adjudge, "check", path], capture_output=True, encoding="latin-1")
            if good(run):
                passed += 1
                read += run.returncode == 0 and run.stdout.count(" : ") > 0
            else:
                failed += 1
                print(f"FAILED: case {k} of seed {seed}: exit code {run.returncode}: {run.stderr[:400]}\n{text}")
    print(f"{read} read, {passed - read} refused")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or read == 0 or read == passed)


main()
