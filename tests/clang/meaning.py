#!/usr/bin/python3
"""What functions in C mean by gcc, compared with what adjudge makes of them.

    meaning.py BUILD FILE.c...      POINTS=4 SEED=1

Each function that is not static is compiled by gcc -O0 -ffp-contract=off and called in a child; `adjudge eval` of the
same name gives the exact value, rounded. They agree if they are within BOUND of the sizes of the numbers: the
interpreter over doubles rounds in its own places. Special points: 0, -0, subnormal and large numbers. Where C gives an infinity or NaN,
Adjudge says that the function is undefined, or gives the same. The last line is "N passed, M failed"."""
import ctypes, json, math, os, random, re, subprocess, sys, tempfile

POINTS, SEED, BOUND, SIZE = int(os.environ.get("POINTS", 4)), int(os.environ.get("SEED", 1)), 1e-9, 3
SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support")
EDGES = {"parts": lambda point: point["y"] == 0}  # copysign has no value there in the language
SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, 5e-324, 1e-308, 1e150, -3.0]


def prototypes(path):
    """name, result and parameters (kind, name) of each function that is not static."""
    for line in open(path, encoding="utf-8"):
        m = re.match(r"(double|void) (\w+)\((.*?)\) \{", line)
        if m:
            parameters = []
            for p in m.group(3).split(","):
                name = re.search(r"(\w+)(\[[^]]*\])*$", p.strip()).group(1)
                kind = "pointer" if "*" in p or "[" in p else "int" if p.strip().startswith(("int ", "unsigned ")) else \
                    "float" if "float" in p else "double"
                parameters.append((kind, name))
            yield m.group(2), m.group(1), parameters


def call(library, name, result, parameters, point):
    """In this process, which is a child for each file: returned value, then each pointer's array."""
    function = getattr(library, name)
    function.restype = ctypes.c_double if result == "double" else None
    arguments, arrays = [], {}
    for kind, p in parameters:
        if kind == "int":
            arguments.append(ctypes.c_int(SIZE))
        elif kind == "pointer":
            values = point.get(p, 0.0)
            values = values if isinstance(values, list) else [values]
            arrays[p] = (ctypes.c_double * 64)(*values)
            arguments.append(arrays[p])
        else:
            arguments.append((ctypes.c_float if kind == "float" else ctypes.c_double)(point[p]))
    value = function(*arguments)
    return value, arrays


def expected(described, value, arrays):
    out = []
    for output in described["outputs"]:
        length = output["length"]
        out += [value] if output["name"] == "" else list(arrays[output["name"]])[:1 if length < 0 else length]
    return out


def agree(a, b, size):
    if math.isnan(a) or math.isinf(a):
        return a == b or math.isnan(a) and math.isnan(b)
    return abs(a - b) <= BOUND * max(abs(a), abs(b), size) or abs(a - b) < 1e-300


def draw(length, special):
    one = lambda: random.choice(SPECIAL) if special else random.choice([1, 1, 10]) * random.uniform(-2, 2)
    return one() if length < 0 else [one() for _ in range(length)]


def number(x):
    return "[" + ",".join(map(number, x)) + "]" if isinstance(x, list) else repr(x)


def flat(x):
    return [f for part in x for f in flat(part)] if isinstance(x, list) else [abs(x)]


def check(build, text, library, described, prototype):
    name, result, parameters = prototype
    defined = re.search(rf"^def ({name}(_c)?) ", open(text, encoding="utf-8").read(), re.M).group(1)  # sum is a word
    asked, edge = 0, EDGES.get(name, lambda point: False)
    for k in range(2 * POINTS):
        point = {a["name"]: draw(a["length"], k % 2 == 1) for a in described["arguments"]}
        if any(kind == "float" for kind, _ in parameters):
            point = {p: ctypes.c_float(x).value for p, x in point.items()}
        value, arrays = call(library, name, result, parameters, point)
        wanted = expected(described, value, arrays)
        targets = {a["name"]: a["target"] for a in described["arguments"]}
        at = [w for p, x in point.items() for w in ("--at", f"{targets[p]}={number(x)}")]
        run = subprocess.run([build + "/adjudge", "eval", text, "--def", defined] + at, capture_output=True, text=True)
        found = [float(x) for x in re.findall(r"nan|[-+]?inf|[-+]?\d[\d.]*(?:e[-+]?\d+)?", run.stdout)]
        if "DOMAIN" in run.stderr and any(math.isnan(w) or math.isinf(w) for w in wanted):
            continue
        if "DOMAIN" in run.stderr and edge(point):
            continue
        asked += 1
        size = max([1.0] + [f for p in point.values() for f in flat(p)]) if k % 2 == 0 else 1
        if "float" in [kind for kind, _ in parameters]:
            size *= 100  # C rounds to binary32 on the way
        if run.returncode != 0 or len(found) != len(wanted) or not all(map(lambda a, b: agree(a, b, size), wanted, found)):
            print(f"FAILED: {name} at {at}: C gives {wanted}, adjudge {run.stdout}{run.stderr}")
            return False
    if asked < POINTS / 2:
        print(f"FAILED: {name}: compared at {asked} points")
    return asked >= POINTS / 2


def main():
    build, passed, failed = sys.argv[1], 0, 0
    for path in sys.argv[2:]:
        random.seed(SEED)
        with tempfile.TemporaryDirectory() as folder:
            so = folder + "/c.so"
            subprocess.run(["gcc", "-std=gnu17", "-w", "-O0", "-ffp-contract=off", "-shared", "-fPIC", "-I", SUPPORT, "-o", so, path, "-lm"], check=True)
            answer = json.loads(subprocess.run([build + "/adjudge-c", path], capture_output=True, text=True).stdout)
            described = {f["name"]: f for f in answer["functions"]}
            library = ctypes.CDLL(so)
            text = folder + "/c.adj"  # as it is imported, once
            with open(text, "w", encoding="utf-8") as out:
                subprocess.run([build + "/adjudge", "import", path], stdout=out, check=True)
            for prototype in prototypes(path):
                good = prototype[0] in described and check(build, text, library, described[prototype[0]], prototype)
                passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


main()
