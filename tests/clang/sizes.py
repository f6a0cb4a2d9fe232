#!/usr/bin/python3
"""Functions in C with loops as long as a size: their definition for any size means what gcc makes of them at several.

    sizes.py BUILD FILE.c...             those whose line ends with `// any` have one, those with `// alone` have none
    sizes.py BUILD --random COUNT SEED   random functions: sums, maps, recurrences, loops within loops, tests

The text is the same at each size but for the size, the values are those of gcc -O0, and so is a value for sizes that
import has not run. The last line is "N passed, M failed"."""
import ctypes, json, os, random, re, subprocess, sys, tempfile

SIZES, BOUND, ROOM = [{"n": 3, "m": 3}, {"n": 1, "m": 2}, {"n": 2, "m": 1}, {"n": 5, "m": 4}, {"n": 7, "m": 2}], 1e-9, 400


class Random:
    """One function of n, m, x, y, z: z is as long as n; every cell is written before it is read, or an argument."""

    def __init__(self, rng):
        self.rng, self.count, self.counters, self.reals, self.wholes = rng, 0, [], ["a"], []

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def index(self, array):
        """A subscript that is within the array, of length n, or m for y."""
        r, bound = self.rng, "m" if array == "y" else "n"
        fitting = [c for c, b in self.counters if b == bound]
        if fitting and r.random() < 0.75:
            c = r.choice(fitting)
            return r.choice([c, c, c, f"{bound} - 1 - {c}"])
        return r.choice(["0", f"{bound} - 1"])

    def real(self, depth=2):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            array = r.choice("xxyz")
            return r.choice(self.reals + [f"{array}[{self.index(array)}]"] * 2 + ["0.5", "1.25"] +
                            [f"0.1 * {w}" for w in self.wholes + [c for c, _ in self.counters] + ["n"]])
        a, b = self.real(depth - 1), self.real(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"0.5 * ({a}) * ({b})", f"sin({a})", f"cos({a}) * ({b})", f"-({a})",
                         f"({a} > {b} ? {a} : {b})", f"half({a})", f"inner(m, y, y) * 0.1 + {a}", f"({a}) / (1 + ({b}) * ({b}))"])

    def test(self):
        r = self.rng
        names = [c for c, _ in self.counters] + self.wholes
        if names and r.random() < 0.4:
            return f"{r.choice(names)} {r.choice(['<', '>', '==', '!=', '<='])} {r.choice(['1', '2', 'n - 1', 'm'] + names)}"
        return f"{self.real(1)} {r.choice(['<', '>'])} {self.real(1)}"

    def loop(self, room):
        r, c = self.rng, self.fresh("i")
        bound = r.choice("nnm")
        outer = [k for k, b in self.counters if b == bound]
        first = r.choice(["0", "0", "0", "1"] + outer)
        limit = r.choice([f"< {bound}"] * 3 + [f"<= {bound} - 1", f"!= {bound}" if first == "0" else f"< {bound}"] +
                         [f"{op} {k}" for k in outer for op in ("<", "<=")])
        self.counters.append((c, bound))
        inside = self.block(room - 1)
        self.counters.pop()
        if r.random() < 0.25 and limit == f"< {bound}":
            return f"for (int {c} = {bound} - 1; {c} >= {first}; {c}--) {inside}"
        return f"for (int {c} = {first}; {c} {limit}; {r.choice([c + '++', '++' + c, c + ' += 1'])}) {inside}"

    def block(self, room):
        kept = (list(self.reals), list(self.wholes))
        text = " ".join(self.statement(room) for _ in range(self.rng.randrange(1, 4)))
        self.reals, self.wholes = kept
        return "{ " + text + " }"

    def beside(self, c):
        """A cell next to that of a counter, where there is one."""
        test, at = self.rng.choice([(f"{c} > 0", f"{c} - 1"), (f"{c} < n - 1", f"{c} + 1"), (f"{c} + 1 < n", f"{c} + 1")])
        return f"if ({test}) z[{at}] {self.rng.choice(['=', '+=', '-='])} {self.real(1)};"

    def statement(self, room):
        r, kind = self.rng, self.rng.randrange(14)
        counters = [c for c, b in self.counters if b == "n"]
        if kind == 13 and counters:
            return self.beside(r.choice(counters))
        if kind < 2:
            term = self.real()
            self.reals.append(self.fresh("s"))
            return f"double {self.reals[-1]} = {term};"
        if kind < 5 and len(self.reals) > 1:
            return f"{r.choice(self.reals[1:])} {r.choice(['+=', '-=', '+=', '='])} {self.real()};"
        if kind < 8:
            return f"z[{self.index('z')}] {r.choice(['=', '=', '+=', '-='])} {self.real()};"
        if kind == 8:
            self.wholes.append(self.fresh("k"))
            return f"int {self.wholes[-1]} = {r.choice(['0', '1', 'n'])};"
        if kind == 9 and self.wholes:
            return f"{r.choice(self.wholes)} {r.choice(['+= 2', '+= 1', '-= 1'])};"
        if room > 0 and kind == 10:
            return f"if ({self.test()}) {self.block(room - 1)}" + (f" else {self.block(room - 1)}" if r.random() < 0.5 else "")
        return self.loop(room) if room > 0 else f"z[{self.index('z')}] = {self.real(1)};"

    def text(self, name):
        body = [r for r in (["for (int i0 = 0; i0 < n; i0++) z[i0] = 0.5 * x[i0];"] if self.rng.random() < 0.5 else [])]
        body += [self.statement(2) for _ in range(2)] + [self.loop(2) for _ in range(2)]
        self.counters = []
        return (f"double {name}(int n, int m, double a, const double *x, const double *y, double *z) {{\n  " + "\n  ".join(body) +
                f"\n  return {' + '.join(self.reals)};\n}}\n")


HELPERS = """#include <math.h>
static double half(double t) { return 0.5 * t; }
static double inner(int k, const double *p, const double *q) { double s = 0; for (int i = 0; i < k; i++) s += p[i] * q[i]; return s; }
"""


def prototypes(path):
    for line in open(path, encoding="utf-8"):
        m = re.match(r"(double|void) (\w+)\(([^)]*)\) \{", line)
        if m:
            words = [p.strip() for p in m.group(3).split(",")]
            mark = re.search(r"// (any|alone)$", line.rstrip())
            yield m.group(2), m.group(1), [(re.search(r"(\w+)$", w).group(1), "pointer" if "*" in w else w.split()[-2]) for w in words], \
                mark and mark.group(1)


def call(library, name, result, parameters, point, sizes):
    arguments, arrays = [], {}
    for p, kind in parameters:
        if kind == "pointer":
            values = point.get(p, [0.0])
            arrays[p] = (ctypes.c_double * ROOM)(*(values if isinstance(values, list) else [values]))
            arguments.append(arrays[p])
        else:
            arguments.append(ctypes.c_double(point.get(p, 0.0)) if kind == "double" else ctypes.c_long(sizes[p]))
    function = getattr(library, name)
    function.restype = ctypes.c_double if result == "double" else None
    return function(*arguments), arrays


def judge(build, library, text, described, prototype, sizes, rng):
    name, result, parameters, _ = prototype
    draw = lambda length: rng.uniform(-2, 2) if length < 0 else [rng.uniform(-2, 2) for _ in range(length)]
    point = {a["name"]: draw(a["length"]) for a in described["arguments"]}
    value, arrays = call(library, name, result, parameters, point, sizes)
    wanted = []
    for o in described["outputs"]:
        wanted += [value] if o["name"] == "" else list(arrays[o["name"]])[:1 if o["length"] < 0 else o["length"]]
    targets = {a["name"]: a["target"] for a in described["arguments"]}
    at = [w for p, x in point.items() for w in ("--at", f"{targets[p]}={json.dumps(x)}")]
    run = subprocess.run([build + "/adjudge", "eval", text, "--def", name] + at, capture_output=True, text=True)
    found = [float(x) for x in re.findall(r"nan|[-+]?inf|[-+]?\d[\d.]*(?:e[-+]?\d+)?", run.stdout)]
    if run.returncode == 0 and len(found) == len(wanted) and all(abs(f - w) <= BOUND * max(1, abs(w)) for f, w in zip(found, wanted)):
        return None
    return f"{name} at {sizes}, {at}: gcc gives {wanted}, adjudge {run.stdout}{run.stderr}"


def without_sizes(text):
    return re.sub(r"^(def \w+ )\{[^}]*\}", r"\1", text, flags=re.M)


def judge_file(build, path, rng):
    """How many functions are right, for any size, alone; what is wrong with the others."""
    folder, wrong, texts, alone = os.path.dirname(path), {}, {}, set()
    so, all_of = path[:-2] + ".so", list(prototypes(path))
    subprocess.run(["gcc", "-std=gnu17", "-w", "-O0", "-ffp-contract=off", "-shared", "-fPIC", "-o", so, path, "-lm"], check=True)
    library = ctypes.CDLL(so)
    for sizes in SIZES:
        words = [w for s, k in sizes.items() for w in ("--size", f"{s}={k}")]
        answer = json.loads(subprocess.run([build + "/adjudge-c", path] + words, capture_output=True, text=True).stdout)
        described = {f["name"]: f for f in answer["functions"]}
        text = subprocess.run([build + "/adjudge", "import", path] + words, capture_output=True, text=True).stdout
        with open(folder + "/read.adj", "w", encoding="utf-8") as out:
            out.write(text)
        for prototype in all_of:
            name = prototype[0]
            if name not in described:
                continue  # refused at this size: of C undefined there
            general = described[name].get("general", {})
            if "body" not in general:
                if sizes["n"] >= 3:  # below, some loops go no round, and arrays are as long as they are used
                    alone.add(name)
            elif texts.setdefault(name, general["body"]) != general["body"]:
                wrong[name] = f"{name}: another text at {sizes}"
            why = judge(build, library, folder + "/read.adj", described[name], prototype, sizes, rng)
            if why is not None:
                wrong.setdefault(name, why)
    for name, _, _, mark in all_of:
        if mark is not None and (mark == "any") != (name in texts and name not in alone):
            wrong.setdefault(name, f"{name} is read for " + ("known sizes alone" if mark == "any" else "any size"))
    return [p[0] for p in all_of], wrong, texts


def main():
    build, rng = sys.argv[1], random.Random(1)
    paths, count = sys.argv[2:], 0
    with tempfile.TemporaryDirectory() as folder:
        if paths[0] == "--random":
            count, rng = int(paths[1]), random.Random(int(paths[2]))
            with open(folder + "/random.c", "w", encoding="utf-8") as out:
                out.write(HELPERS + "\n".join(Random(rng).text(f"f{k}") for k in range(count)))
            paths = [folder + "/random.c"]
        passed = failed = general = 0
        for path in paths:
            copy = folder + "/" + os.path.basename(path)
            if path != copy:
                with open(path, encoding="utf-8") as source, open(copy, "w", encoding="utf-8") as out:
                    out.write(source.read())
            names, wrong, texts = judge_file(build, copy, rng)
            passed, failed, general = passed + len(names) - len(wrong), failed + len(wrong), general + len(texts)
            for why in wrong.values():
                print("FAILED: " + why)
            if os.environ.get("KEEP"):
                subprocess.run(["cp", copy, os.environ["KEEP"]], check=True)
    print(f"{general} for any size")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or general < count / 4)


main()
