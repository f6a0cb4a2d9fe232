#!/usr/bin/env python3
"""What the commands print, of programs and points, and of texts that were changed: against what is committed.

  tests/printed/printed.py [--update] [--inputs] [--jobs N] [--first] [--part K/N] [--without GROUP] [GROUP...]

A group is a file of expected/: a line a command, with the digest of its exit code and of all that it prints and writes. Commands
run in BUILD/printed, or SCRATCH. What is printed otherwise fails until it is written anew (--update) and committed with the reason. This says
nothing of what is right; nothing changes unseen, as tests/counts asks of what laws count. --inputs writes anew which programs
and points are asked about (programs.adj, of spaces; points). --first ends a group where the first difference is; --part runs the
Kth of every N commands; --without a group runs the others."""
import argparse
import concurrent.futures
import functools
import hashlib
import itertools
import json
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import zlib

ROOT = os.getcwd()
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SCRATCH = os.path.abspath(os.environ.get("SCRATCH", f"{BUILD}/printed"))
HERE = "tests/printed"
SECONDS = 600  # of processor time, for a command and for this process, if nobody set others; most commands take a hundredth of one
# Spaces whose programs are asked about: so many, evenly spread over all indices.
SPACES = {"everything,size=6": 60, "analytic,size=4": 30, "mixed,size=9": 30, "control,size=6": 20, "data,size=9": 10, "higher,size=7": 10,
          "loops,size=5": 15, "vectors,size=8": 15, "recursion,size=6": 10}
IMPORTED = ("fpcore", "ks", "cad", "notes", "frechet")
LANGUAGES = ("python", "torch", "tfjs", "numpy", "sympy", "c++", "c", "javascript", "infix", "json")
REPORTS = ["--report", "FOLDER/r.json", "--junit", "FOLDER/r.xml", "--html", "FOLDER/r.html", "--sarif", "FOLDER/r.sarif"]


def asked(words):
    """Exit code and all that is printed, and all that is written to FOLDER; not the PICTURE that gnuplot makes."""
    name = f"{zlib.crc32(shlex.join(words).encode()):08x}"
    folder = f"written/{name}"
    if any("FOLDER" in word for word in words):
        shutil.rmtree(f"{SCRATCH}/{folder}", ignore_errors=True)
        os.makedirs(f"{SCRATCH}/{folder}")
    own, *rest = words if words[0] == "adjudge-check" else ("adjudge", *words)
    rest = [word.replace("FOLDER", folder).replace("PICTURE", f"pictures/{name}.svg") for word in rest]
    done = subprocess.run([f"{BUILD}/{own}", *rest], capture_output=True, cwd=SCRATCH, check=False)
    told = [b"%d" % done.returncode, done.stdout, done.stderr]
    for name in sorted(os.listdir(f"{SCRATCH}/{folder}")) if os.path.isdir(f"{SCRATCH}/{folder}") else ():
        with open(f"{SCRATCH}/{folder}/{name}", "rb") as file: told += [name.encode(), file.read()]
    return told


@functools.cache
def source():
    """The hash of the program's own source, which reports name: another one changes nothing."""
    asked(["bmc", "--space", "poly,size=1", "--quiet", "--jobs", "1", "--report", "header.json"])
    with open(f"{SCRATCH}/header.json", encoding="utf-8") as file: return json.load(file)["header"]["source"].encode()


def digest(words):
    told = re.sub(b'(source": "|build )' + source(), b"\\1SOURCE", b"\0".join(asked(words)))
    return hashlib.sha256(told).hexdigest()[:12]


# ------------------------------------------------------------ programs and points --


def value(kind, draw):
    """A value of a type, as JSON; None of a type that has none here."""
    kind = kind.strip()
    if kind in ("real", "Int"): return draw.choice([0.5, 1.25, 2, -0.75, 3] if kind == "real" else [0, 1, 2, 3])
    if kind.startswith("Vec "): return [value(kind[4:], draw) for _ in range(3)]
    match = re.fullmatch(r"(real|Int|\(.*\))\^(\d+)", kind)
    if match: return [value(match[1], draw) for _ in range(int(match[2]))]
    if kind.startswith("(") and kind.endswith(")"): return value(kind[1:-1], draw)
    if re.fullmatch(r"(real|Int)( \* (real|Int))+", kind): return [value(part, draw) for part in kind.split("*")]
    return None


def write_inputs():
    """Programs of spaces, and of each definition of these and of files the values of its arguments, if they have any."""
    with open(f"{HERE}/programs.adj", "w", encoding="utf-8") as file:
        for n, (space, count) in enumerate(SPACES.items()):
            sizes = re.search(r"programs by size: (.*)", asked(["bmc", "--space", space, "--describe"])[1].decode())[1]
            total = sum(int(part.split(": ")[1]) for part in sizes.split(", "))
            for k in range(count):
                text = asked(["list", space, "--first", str(total * k // count + k % 7), "--count", "1"])[1].decode()
                file.write(re.sub(r"^\d+: def program", f"def p{n}x{k}", text))
    with open(f"{HERE}/points", "w", encoding="utf-8") as file:
        for path in [*sorted(f"tests/corpus/{name}" for name in os.listdir("tests/corpus") if name.endswith(".adj")), f"{HERE}/programs.adj"]:
            for line in asked(["check", path])[1].decode().splitlines():
                match = re.match(r"[^:]*:\d+: (\w+)(.*) : ", line)
                draw = random.Random(zlib.crc32(line.split(": ", 1)[1].encode()))
                given = [(name, value(kind, draw)) for name, kind in re.findall(r"\((\w+'*) : ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", match[2])]
                known = all(v is not None and None not in (v if isinstance(v, list) else []) for _, v in given)
                file.write(shlex.join([path, match[1], *([word for name, v in given for word in ("--at", f"{name}={json.dumps(v)}")] if known else ["no values"])]) + "\n")


# ------------------------------------------------------------------ changed texts --


def changed(path, draw):
    """A text with words or signs left out, said twice, moved, or others in their place."""
    with open(f"{SCRATCH}/{path}", "rb") as file: words = re.findall(rb"\w+|\s+|[^\w\s]", file.read())
    solid = [k for k, word in enumerate(words) if word.strip()]
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        k, other = draw.choice(solid), draw.choice(solid)
        near = b"%d" % (int(words[k]) + draw.choice([-1, 1])) if words[k].isdigit() and len(words[k]) < 40 else b"1"
        words[k] = draw.choice([near, near, b"", words[k] + b" " + words[k], words[other], words[k] + b"x", b"(", b")", b"0", b"real", b"1e400", b"\xce", b"\0"])
    return b"".join(words)


def of_changed(files, number, words):
    """A command on each of so many changes of each file."""
    for path in files:
        for k in range(number):
            name = f"changed/{os.path.basename(path)}-{words[0]}-{k}{os.path.splitext(path)[1]}"
            with open(f"{SCRATCH}/{name}", "wb") as file: file.write(changed(path, random.Random(zlib.crc32(name.encode()))))
            yield [*words, name]


def files(folder, suffix):
    return sorted(f"{folder}/{name}" for name in os.listdir(folder) if name.endswith(suffix))


# --------------------------------------------------------------------- the groups --


def some(what, items, k):
    """One in k of items, by their names alone: which does not hang on what else there is."""
    return [item for item in items if zlib.crc32(f"{what} {item[0]} {item[1]}".encode()) % k == 0]


def turned(what, items, ways):
    """Items, each with one of the ways, chosen by its name."""
    return [(item, ways[zlib.crc32(f"{what}: {item[0]} {item[1]}".encode()) % len(ways)]) for item in items]


def about_programs(known, engines):
    for engine in engines: yield f"derive-{engine}", [["derive", path, "--def", name, "--engine", engine] for path, name, _ in some(engine, known, 4)]
    for name, command, ways in (
            ("simplified", "derive", [["--engine", engine, "--simplify", *more] for engine, more in (
                ("chad-reverse", ["--width", "0"]), ("chad-forward", ["--unicode"]), ("frechet-reverse", []), ("combinatory-reverse", []))]),
            ("emitted", "derive", [["--engine", engine, "--emit", form] for engine, form in (
                ("combinatory-forward", "let"), ("combinatory-reverse", "c"), ("linmap-split-reverse", "adj"), ("combinatory-forward", "frechet"), ("frechet-reverse", "frechet"))]),
            ("loops", "derive", [["--emit", "loops", *more] for more in ([], ["--forward"], ["--numbers", "float"])]),
            ("sparsity", "sparsity", [["--svg", "FOLDER/spy.svg"], ["--pointwise"], ["--format", "json"]]),
            ("regions", "truth", [["--regions"], ["--regions", "--format", "json"]])):
        yield name, [[command, path, "--def", definition, *more] for (path, definition, _), more in turned(name, known, ways)]
    for name, command, ways in (
            ("stages", "derive", [["--engine", "linmap", "--stages"]]), ("certified-c", "certify", [["--emit", "FOLDER"]]),
            ("cost", "cost", [["--ring", ring] for ring in ("double", "rational", "field", "enclosure")])):
        yield name, [[command, path, "--def", definition, *more] for (path, definition, _), more in turned(name, some(name, known, 2), ways)]
    for language in LANGUAGES:
        ways = [["--language", language, *more] for more in ([], ["--nested"], ["--numbers", "literal"])[:1 if language == "json" else 3]]
        yield f"emit-{language}", [["emit", path, "--def", name, *more] for (path, name, _), more in turned(language, some(language, known, 3), ways)]
    yield "equal", [["equal", path, "--def", name, "--def", other, *more] for ((path, name, _), more), (path2, other, _) in zip(
        turned("equal", known, [[], ["--engine", "chad-reverse"], ["--engine", "chad-forward"]]), known[1:]) if path == path2]


def about_points(known, engines):
    points = [row for row in known if row[2] != ["no values"]]
    for name, command, ways in (
            ("truth", "truth", [["--order", order, *more] for order in "0123" for more in ([], ["--format", "json"])]),
            ("hessian", "hessian", [[]]), ("jacobian", "jacobian", [["--certified"]]),
            *((f"eval-{evaluator}", "eval", [["--evaluator", evaluator, "--ring", ring] for ring in ("double", "rational", "field", "enclosure")])
              for evaluator in ("source", "operational", "applied", "monoid")),
            *((f"{command}-{n}", command, [["--engine", engine, *more] for engine in engines for more in ([], ["--format", "json"])])
              for command in ("jacobian", "grad") for n in "12")):
        yield name, [[command, path, "--def", definition, *point, *more] for (path, definition, point), more in turned(name, points, ways)]
    for digit in "01":  # where programs tie
        ties = [(path, name, [re.sub(r"(?<![\w.])-?[\d.]+", digit, word) for word in point]) for path, name, point in points]
        for command, ways in (("truth", [["--order", "2"]]), ("jacobian", [["--engine", engine] for engine in engines])):
            yield f"{command}-at-{digit}", [[command, path, "--def", definition, *point, *more] for (path, definition, point), more in turned(f"{command} {digit}", ties, ways)]


def campaigns():
    """On rules that are right, and on the wrong ones of tests/campaigns, with every form of a report."""
    for path in files("tests/campaigns/right", ".prim"): yield path
    for path in files("tests/campaigns/wrong", ".wrong"):
        with open(path, encoding="utf-8") as file: told = dict(line.rstrip("\n").split(": ", 1) for line in file if ": " in line)
        origin = f"tests/campaigns/right/{told['of']}"
        if not os.path.exists(origin): continue  # of a program
        with open(origin, encoding="utf-8") as file: text = file.read().replace(told["from"].replace("\\n", "\n"), told["to"].replace("\\n", "\n"))
        name = f"changed/{os.path.basename(path).removesuffix('.wrong')}.prim"
        with open(f"{SCRATCH}/{name}", "w", encoding="utf-8") as file: file.write(text)
        yield name


def plotted(known):
    """Over the first argument, where that is a real."""
    lines = [(path, name, point[2:]) for path, name, point in known if len(point) > 1 and re.fullmatch(r"\w+=[-.\d]+", point[1])]
    yield "plotted", [["plot", path, "--def", name, *rest, "--cells", "12", "--digits", "6", "--data", "FOLDER/data", "--output", "PICTURE"]
                      for path, name, rest in some("plotted", lines, 8)]


def parts():
    """Two parts of a run, whose reports are merged when something in one was changed."""
    for k in "12": asked(["bmc", "--space", "higher,size=3", "--shard", f"{k}/2", "--report", f"part{k}.json", "--quiet", "--jobs", "1"])
    for command in of_changed(["part1.json"], 60, ["merge"]): yield [*command, "part2.json", "--report", "FOLDER/merged.json"]


def reported():
    """What is reported of files, of spaces and samples, and of parts that are merged, all there or not, in every form."""
    alone()
    corpus = [f"tests/corpus/{name}.adj" for name in ("integers", "fig1a", "linearmaps")]
    for words in (["verify", *corpus, "--quick"], ["verify", *corpus, "--quick", "--law", "AD-REV", "--full"], ["verify", "tests/corpus/kinks.adj", "--law", "KINK", "--strict"],
                  ["verify", "tests/cli/lists.adj", "--law", "AD-*", "--quick", "--full"],
                  ["verify", "alone.adj", "--law", "AD-FWD", "--quick", "--engines", "chad", "--allow-undecided"],
                  ["bmc", "--space", "poly,size=3"], ["bmc", "--space", "control,size=2", "--full"], ["bmc", "--space", "poly,size=3", "--shard", "2/3"],
                  ["sample", "--space", "mixed,size=7", "--count", "12"], ["verify", "--space", "data,size=5", "--sample", "loops,size=4:9", "--law", "AD-*"]):
        yield [*words, "--quiet", "--jobs", "1", *REPORTS]
    for k in "12": asked(["bmc", "--space", "higher,size=3", "--shard", f"{k}/2", "--report", f"half{k}.json", "--quiet", "--jobs", "1"])
    for halves in (["half1.json"], ["half2.json", "half1.json"]): yield ["merge", *halves, *REPORTS]


def about_spaces():
    yield "replayed", [["replay", f"{space}:{k * k * 37 % 3000}", "--full", "--quiet", "--jobs", "1", *REPORTS] for space in SPACES for k in range(6)]
    yield "replayed-thorough", [["replay", f"{space}:{k * k * 53 % 3000}", "--quiet", "--jobs", "1", "--strict", "--thorough"] for space in SPACES for k in range(2)]
    yield "described", [[*words] for space in SPACES for words in (["bmc", "--space", space, "--describe"], ["list", space, "--first", "700", "--count", "40"])]
    yield "told", [["rules"], ["laws"], ["engines"], ["errata"], ["manual"], ["completions", "bash"], ["--help"]]
    yield "reported", reported()
    yield "campaigns", (["campaign", "--quiet", "--samples", "40", path, *REPORTS] for path in campaigns())


def about_changed():
    corpus = files("tests/corpus", ".adj")
    yield "changed-adj", of_changed(corpus, 25, ["check"])
    yield "changed-fmt", of_changed(corpus, 3, ["fmt"])
    for suffix in IMPORTED: yield f"changed-{suffix}", of_changed([*files(f"tests/{suffix}/programs", suffix), f"tests/{suffix}/refused.{suffix}"], 30, ["import"])
    yield "changed-prim", of_changed(files("tests/campaigns/right", ".prim"), 4, ["campaign", "--quiet", "--samples", "5"])
    yield "changed-parts", parts()
    yield "changed-c", of_changed(files("tests/clang/programs", ".c"), 8, ["import"])


# ------------------------------------------------------ C, certificates and semirings --


def rewritten(text, start, draw, kinds=r" [-+*/] |\b\d+\b| [-+]?= "):
    """C of which one sign, assignment or number after `start` is another."""
    places = list(re.finditer(kinds, text))
    places = [match for match in places if match.start() >= start] or places
    match = draw.choice(places)
    likes = (" = ", " += ", " -= ") if "=" in match[0] else (" + ", " - ", " * ", " / ")
    other = str(int(match[0]) + 1) if match[0].isdigit() else draw.choice([word for word in likes if word != match[0]])
    return text[:match.start()] + other + text[match.end():]


def gradients():
    """Each gradient in C, as it is and with one sign, assignment or number changed, before its primal."""
    for path in files("tests/clang/gradients", ".c"):
        with open(path, encoding="utf-8") as file: text = file.read()
        for match in re.finditer(r"^(?:void|double) ((\w+)_[bg])\(", text, re.MULTILINE):
            yield ["verify", path, "--function", match[2], "--gradient", match[1]]
            for k in range(3):
                name = f"changed/{match[1]}-{k}-{os.path.basename(path)}"
                with open(f"{SCRATCH}/{name}", "w", encoding="utf-8") as file: file.write(rewritten(text, match.start(), random.Random(zlib.crc32(name.encode()))))
                yield ["verify", name, "--function", match[2], "--gradient", match[1]]


def certificates():
    """Those of programs of spaces, checked; and with words changed."""
    asked(["verify", "--space", "poly,size=3", "--sample", "mixed,size=8:40", "--jobs", "1", "--quiet", "--certificates", "certificates"])
    kept = files(f"{SCRATCH}/certificates", ".cert")
    kept = [os.path.relpath(path, SCRATCH) for path in kept[::max(1, len(kept) // 60)]]
    for path in kept: yield ["adjudge-check", "--show", path]
    for command in of_changed(kept, 6, ["adjudge-check"]): yield command


def alone():
    """A program for each function of the library and each operation, with nothing beside it."""
    with open("semantics/rings/functions.def", encoding="utf-8") as file:
        calls = [" ".join([name, *"23"[:int(parameters)], *"xy"[:int(operands)]])
                 for name, parameters, operands in re.findall(r'^FUNCTION\(\w+, "(\w+)", (\d), (\d)', file.read(), re.MULTILINE)]
    calls += ["x + y", "x - y", "x * y", "x / y", "-x", "x^3", "x^(-2)", "x^(5/3)", "max x y", "min x y", "abs x", "sign x", "sin x", "cos x", "tan x", "exp x", "log x",
              "sqrt x", "tanh x", "sigmoid x", "if x < y then x else y", "if x == y then x else 1", "total [x, y]", "[x, y] ! 1", "pi * x", "e - x"]
    with open(f"{SCRATCH}/alone.adj", "w", encoding="utf-8") as file:
        for k, call in enumerate(calls): file.write(f"def a{k} (x : real) (y : real) : real = {call}\n")
    return [(f"a{k}", call) for k, call in enumerate(calls)]


def about_functions(engines):
    names = [name for name, _ in alone()]
    yield "emitted-alone", [["emit", "alone.adj", "--def", name, "--language", language] for name in names for language in LANGUAGES]
    yield "derived-alone", [["derive", "alone.adj", "--def", name, "--engine", engine] for k, name in enumerate(names) for engine in engines[k % 4::4]]
    yield "truth-alone", [["truth", "alone.adj", "--def", name, "--at", f"x={x}", "--at", f"y={y}", "--tangent", "x=1", "--tangent", "y=-2", "--order", "2"]
                          for name in names for x, y in ((0, 0), (0, 1), (1, 0), (-1, -1), (1, 2), (0.5, -1), (-2.5, 0.5), (3, -2))]
    yield "regions-alone", [["truth", "alone.adj", "--def", name, "--regions"] for name in names]
    yield "checked-alone", [["verify", "alone.adj", "--def", name, "--quiet", "--jobs", "1", "--quick"] for name in names]


def certified_theirs():
    """Somebody else's gradients in C, as they are, with `static` before them, and changed."""
    with open("tests/certify/theirs.c", encoding="utf-8") as file: text = file.read()
    with open(f"{SCRATCH}/changed/static.c", "w", encoding="utf-8") as file: file.write(re.sub(r"^(?=(double|void) (wave|product)_)", "static\n", text, flags=re.MULTILINE))
    for name in re.findall(r"^(?:double|void) ((?:wave|product)_\w+)\(", text, re.MULTILINE):
        if name in ("wave_never", "product_unset", "product_undefined", "product_union"): continue  # for its whole time; what C leaves open
        at = text.index(f" {name}(")
        number = text.count("\n", 0, at)
        with open(f"{SCRATCH}/changed/theirs-{name}.c", "w", encoding="utf-8") as file: file.write(rewritten(text, at, random.Random(number), " [-+*/] "))
        program = ["tests/certify/functions.adj", "--def", "wave"] if name.startswith("wave") else ["tests/corpus/frechet.adj", "--def", "product"]
        for path in ("tests/certify/theirs.c", "changed/static.c", f"changed/theirs-{name}.c"):
            yield ["certify", *program, "--c", path, "--function", name, "--emit", "FOLDER"]


def about_others(known):
    yield "gradients", gradients()
    yield "certificates", certificates()
    with open("tests/certify/loops.adj", encoding="utf-8") as file: loops = [("tests/certify/loops.adj", name) for name in re.findall(r"^def (\w+)", file.read(), re.MULTILINE)]
    loops += [("tests/corpus/leastsquares.adj", name) for path, name, _ in known if path == "tests/corpus/leastsquares.adj"]
    yield "certified-loops", [["certify", path, "--def", name, "--loop", sizes, "--emit", "FOLDER"] for path, name in loops for sizes in ("n", "m,n")]
    yield "certified-theirs", certified_theirs()
    yield "rules", [["rules", line.split()[0]] for line in asked(["rules"])[1].decode().splitlines()[::3]]
    semirings = files("tests/semirings", ".sr")
    yield "analysed", [["analyse", path, "--def", name, "--semiring", semirings[zlib.crc32(f"{name} {path}".encode()) % len(semirings)], *more]
                       for path, name, _ in known for more in ([], ["--formal", "--format", "json"])]
    yield "changed-sr", of_changed(semirings, 25, ["analyse", "tests/semirings/circuits.adj", "--def", "depth", "--semiring"])


def groups():
    with open(f"{HERE}/points", encoding="utf-8") as file: known = [(words[0], words[1], words[2:]) for words in map(shlex.split, file)]
    engines = [line.split()[0] for line in asked(["engines"])[1].decode().splitlines()]
    yield from itertools.chain(about_programs(known, engines), about_points(known, engines), plotted(known), about_spaces(), about_changed(), about_others(known), about_functions(engines))


def judged(name, commands, pool, options):
    """How many commands print what is committed, and how many do not."""
    path, lines, other = f"{HERE}/expected/{name}", [], []
    before = set()
    if os.path.exists(path) and not options.update:
        with open(path, encoding="utf-8") as file: before = set(file)
    commands = list(commands)[options.part[0] - 1::options.part[1]]
    for k in range(0, len(commands), 32):
        lines += [f"{told} {shlex.join(words)}\n" for told, words in zip(pool.map(digest, commands[k:k + 32]), commands[k:k + 32])]
        other = [line for line in lines if line not in before]
        if other and options.first: break
    if options.update:
        with open(path, "w", encoding="utf-8") as file: file.writelines(lines)
        return len(lines), 0
    for line in other[:3]: print(f"{name}: printed otherwise: (cd {os.path.relpath(SCRATCH, ROOT)}; adjudge {line.split(' ', 1)[1].strip()})")
    gone = len(before) - len(lines) if options.part == (1, 1) else 0
    if gone > 0 and not other: print(f"{name}: {len(before)} commands are committed, {len(lines)} run")
    return len(lines) - len(other), len(other) + (gone > 0 and not other)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--inputs", action="store_true")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--part", type=lambda text: tuple(map(int, text.split("/"))), default=(1, 1))
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("group", nargs="*")
    options = parser.parse_args()
    if resource.getrlimit(resource.RLIMIT_CPU)[1] == resource.RLIM_INFINITY: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    for folder in (f"{SCRATCH}/changed", f"{SCRATCH}/pictures", f"{HERE}/expected"): os.makedirs(folder, exist_ok=True)
    if not os.path.lexists(f"{SCRATCH}/tests"): os.symlink(f"{ROOT}/tests", f"{SCRATCH}/tests")
    source()  # once, before there are several threads
    if options.inputs: write_inputs()
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, commands in groups():
            if name in options.without or (options.group and name not in options.group): continue
            held, other = judged(name, commands, pool, options)
            passed, failed = passed + held, failed + other
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
