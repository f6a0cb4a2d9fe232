#!/usr/bin/python3
"""Random functions in C, by SEED: what adjudge reads each as is what gcc makes of it, at -O0 and at -O2.

    random_c.py BUILD COUNT SEED

Whole numbers of every width, shifts, compound assignments, commas, side effects in conditions, shadowed variables,
pointers into one array, tables, returns, breaks and continues in the middle, switches, tests of reals, Tapenade's stack. Much of it C
leaves undefined (overflow, unsequenced effects, no value yet): that is refused, or two compilers agree about it. The
last line is "N passed, M failed"."""
import ctypes, json, math, os, random, re, subprocess, sys, tempfile

POINTS, BOUND = int(os.environ.get("POINTS", 3)), 1e-9
WHOLE = ["int", "int", "int", "unsigned", "unsigned char", "signed char", "short", "unsigned short", "long", "char", "_Bool"]
SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support")
HELPERS = """#include <adStack.h>
static double twice(double t) { return t + t; }
static double store(double *p, double t) { double old = *p; *p = t; return old; }
static int next(int *k) { return ++*k; }
static double pick(double t, int k) {
  if (k < 0) return -t;
  for (int i = 0; i < k; i++) { if (i == 2) return t; t += i; if (t > 1) continue; t += 0.5; }
  switch (k & 3) { case 0: return t; case 1: t += 1; break; default: t -= 2; case 3: t *= 0.5; }
  return t;
}
static const double table[4] = {0.5, -1.25, 2, 0.75};
"""


class Function:
    def __init__(self, rng):
        self.rng, self.scopes, self.count, self.loops, self.depth = rng, [{}], 0, 0, 0

    def chance(self, p):
        return self.rng.random() < p

    def names(self, kind):
        seen = {}
        for scope in self.scopes:
            seen.update(scope)
        return [n for n, k in seen.items() if k == kind]

    def fresh(self):
        taken = [n for scope in self.scopes[:-1] for n in scope if n not in self.scopes[-1] and n[0] not in "jp"]
        if taken and self.chance(0.3):
            return self.rng.choice(taken)  # shadows one
        self.count += 1
        return f"v{self.count}"

    def whole(self, depth=3):
        r, names = self.rng, self.names("whole") + self.names("loop")
        if depth == 0 or self.chance(0.25):
            return r.choice(names) if names and self.chance(0.7) else str(r.choice([0, 1, 2, 3, 5, 7, 100, -1, -3, "4u", "'a'", "9l"]))
        sub = lambda: self.whole(depth - 1)
        settable = self.names("whole")
        kind = r.randrange(15)
        if kind < 5:
            return f"({sub()} {r.choice('+-*&|^')} {sub()})"
        if kind == 5:
            return f"({sub()} {r.choice(['/', '%', '>>', '<<'])} {r.choice(['3', '2', '5', '(1 + (3 & ' + sub() + '))'])})"
        if kind == 6:
            return f"({sub()} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {sub()})"
        if kind == 7:
            return f"({sub()} {r.choice(['&&', '||'])} {sub()})"
        if kind == 8:
            return f"({sub()} ? {sub()} : {sub()})"
        if kind == 9:
            return f"({r.choice(WHOLE)}){sub()}" if self.chance(0.7) else f"{r.choice('-~!+')}({sub()})"
        if kind == 10:
            return f"({self.effect(depth - 1)}, {sub()})"
        if kind == 11 and settable and self.chance(0.4):
            return f"({r.choice(settable)} {r.choice(['=', '+=', '-=', '/=', '%=', '<<=', '>>=', '*=', '&='])} {sub()})"
        if kind == 12 and settable and self.chance(0.4):
            v = r.choice(settable)
            return r.choice([f"{v}++", f"++{v}", f"{v}--", f"--{v}"])
        if kind == 13:
            return f"({self.real(1)} {r.choice(['<', '>', '<=', '!='])} {self.real(1)})"
        return f"({sub()} - {sub()})"

    def effect(self, depth):
        return self.rng.choice([self.whole, self.real])(depth)

    def cell(self):
        arrays, pointers = self.names("array"), self.names("pointer")
        if pointers and self.chance(0.4):
            return "*" + self.rng.choice(pointers)
        return f"{self.rng.choice(arrays)}[{self.index()}]" if arrays else "x[0]"

    def index(self):
        names = self.names("loop")
        return self.rng.choice(names) if names and self.chance(0.5) else f"({self.whole(1)} & 1)" if self.chance(0.3) else str(self.rng.randrange(3))

    def real(self, depth=3):
        r, names = self.rng, self.names("real")
        if depth == 0 or self.chance(0.25):
            return r.choice(names) if names and self.chance(0.6) else r.choice(["x[0]", "x[1]", "x[2]", "1.5", "0.25", ".5e1", self.cell(), f"table[{r.randrange(4)}]"])
        sub = lambda: self.real(depth - 1)
        kind = r.randrange(14)
        if kind < 4:
            return f"({sub()} {r.choice('+-')} {sub()})"
        if kind == 4:
            return f"({sub()} * {r.choice(['0.5', 'x[1]', self.whole(1)])})"
        if kind == 5:
            return f"sin({sub()})"
        if kind == 6:
            return f"({self.whole(2)} ? {sub()} : {sub()})"
        if kind == 7:
            return f"({sub()} < {sub()} ? {sub()} : {sub()})"
        if kind == 8:
            return f"(double)({self.whole(2)} % 50)"
        if kind == 9:
            return f"twice({sub()})" if self.chance(0.5) else f"pick({sub()}, {self.whole(1)})"
        if kind == 10 and names and self.chance(0.4):
            return f"({r.choice(names)} {r.choice(['=', '+=', '-='])} {sub()})"
        if kind == 11 and names and self.chance(0.5):
            return f"store(&{r.choice(names)}, {sub()})"
        if kind == 12:
            return f"({self.effect(1)}, {sub()})"
        return f"-({sub()})"

    def test(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return self.whole(2)
        if kind == 1:
            return f"{self.real(1)} {self.rng.choice(['<', '>', '>=', '=='])} {self.real(1)}"
        return f"{self.real(1)} > {self.real(1)} {self.rng.choice(['&&', '||'])} {self.whole(1)}" if kind == 2 else f"!({self.real(1)} < 0.3)"

    def block(self, room):
        self.scopes.append({})
        text = " ".join(self.statement(room - 1) for _ in range(self.rng.randrange(1, 4)))
        self.scopes.pop()
        return "{ " + text + " }"

    def declare(self):
        kind, r = self.rng.randrange(4), self.rng
        name = self.fresh()
        self.scopes[-1][name] = "not yet"  # what it shadows cannot be named any more
        if kind == 0:
            value = self.whole(2)
            self.scopes[-1][name] = "whole"
            text = f"{r.choice(WHOLE)} {name}" + (f" = {value};" if self.chance(0.95) else ";")
        elif kind == 1 or (kind == 3 and not self.names("array")):
            value = self.real(2)
            self.scopes[-1][name] = "real"
            text = f"double {name}" + (f" = {value};" if self.chance(0.97) else ";")
        elif kind == 2:
            values = ", ".join(self.real(1) for _ in range(r.randrange(1, 4)))
            self.scopes[-1][name] = "array"
            text = f"double {name}[3] = {{{values}}};"
        else:
            target = f"&{r.choice(self.names('array'))}[{r.randrange(3)}]"
            self.scopes[-1][name] = "pointer"
            text = f"double *{name} = {target};"
        return text

    def loop(self, room):
        r, k = self.rng, f"j{self.count}"
        self.count += 1
        self.loops += 1
        kind = r.randrange(3)
        self.scopes.append({k: "loop"})
        body = self.block(room)
        self.scopes.pop()
        self.loops -= 1
        if kind == 0:
            return f"for (int {k} = 0; {k} < {r.randrange(1, 4)}; {k}++) {body}"
        if kind == 1:
            return f"{{ int {k} = {r.randrange(1, 4)}; while ({k}-- > 0) {body} }}"
        return f"{{ int {k} = 0; do {body} while (++{k} < {r.randrange(1, 4)}); }}"

    def switch(self, room):
        r, cases = self.rng, []
        self.loops += 1
        for label in r.sample(["case 0:", "case 1:", "case 2: case 3:", "default:"], r.randrange(1, 5)):
            cases.append(f"{label} {self.block(room)} {r.choice(['break;', 'break;', ''])}")
        self.loops -= 1
        return f"switch ({self.whole(2)} & 3) {{ {' '.join(cases)} }}"

    def saved(self, room):
        """A variable that is pushed on one way of a test, and popped on that way, as Tapenade does."""
        v, branch, after = self.rng.choice(self.names("real")), f"p{self.count}", ""
        self.count += 1
        first, second = self.block(room - 1), self.block(room - 1)
        if self.chance(0.4):
            second, after = f"{{ pushReal8({self.real(1)}); {second} }}", f" else popReal8(&{v});"
        return (f"{{ int {branch} = 7; if ({self.test()}) {{ pushReal8({self.real(2)}); {first} pushControl1b(1); }} "
                f"else {{ {second} pushControl1b(0); }} {self.block(room - 1)} popControl1b(&{branch}); "
                f"if ({branch}{self.rng.choice(['', ' == 1', ' > 0'])}) popReal8(&{v});{after} }}")

    def statement(self, room):
        r = self.rng
        if room > 0 and self.names("real") and self.chance(0.12):
            return self.saved(room)
        kind = r.randrange(16) if room > 0 else r.randrange(8)
        if kind < 3:
            return self.declare()
        names = self.names("real")
        if kind == 3 and self.chance(0.5):
            return f"if ({self.test()}) {r.choice(['return ' + self.real(1) + ';'] + (['break;'] if self.loops else []))}"
        if kind < 6:
            return self.declare() if not names else f"{r.choice(names)} {r.choice(['=', '+=', '-='])} {self.real()};"
        if kind == 6:
            return f"{self.cell()} {r.choice(['=', '+='])} {self.real(2)};" if self.names("array") else self.declare()
        if kind == 7:
            return f"{self.whole(2)};"
        if kind < 12:
            return f"if ({self.test()}) {self.block(room)}" + (f" else {self.block(room)}" if self.chance(0.6) else "")
        return self.switch(room) if kind == 12 else self.loop(room)

    def text(self, name):
        body = [self.statement(2) for _ in range(self.rng.randrange(3, 9))]
        used = [f"0.5 * {v}" for v in self.names("real")] + [f"{v} % 64" for v in self.names("whole")]
        used += [f"{v}[{k}]" for v in self.names("array") for k in range(3)]
        forms = self.rng.choice([["x[%s]"], ["(*(x + %s))"], ["x[%s]", "(*(x + %s))", "%s[x]", "(*(&x[0] + %s))"]])
        walk = "const double *at = x;\n  double walked = 0;\n  while (at < x + 3) walked = walked / 2 + *at++;\n  " if self.chance(0.3) else ""
        used += ["x[0]", "x[1]", "x[2]"] + (["walked"] if walk else [])
        text = "\n  ".join(body) + f"\n  return {' + '.join(used)};\n"
        text = re.sub(r"\bx\[(\d)\]", lambda cell: self.rng.choice(forms) % cell[1], text)
        return f"double {name}(const double *x) {{\n  {walk}{text}}}\n"


def write_all(path, functions):
    with open(path, "w", encoding="utf-8") as out:
        out.write("#include <math.h>\n" + HELPERS + "\n".join(functions.values()))


def compiled(path, level, functions):
    """Without the functions on which gcc itself ends; any other error of gcc is one of this program."""
    so = path[:-2] + level + ".so"
    while True:
        run = subprocess.run(["gcc", "-std=gnu17", "-w", level, "-ffp-contract=off", "-fwrapv", "-shared", "-fPIC", "-I", SUPPORT, "-o", so, path, "-lm"], capture_output=True, text=True)
        if run.returncode == 0:
            return ctypes.CDLL(so)
        ended = re.search(r"all\.c:(\d+):\d+: internal compiler error", run.stderr)
        if not ended:
            sys.exit(f"FAILED: gcc: {run.stderr[:1000]}")
        before = "\n".join(open(path, encoding="utf-8").read().split("\n")[:int(ended.group(1))])
        name = re.findall(r"^double (\w+)\(const double \*x\)", before, re.M)[-1]
        print(f"gcc {level} ends on {name}: left out")
        del functions[name]
        write_all(path, functions)


def value_of(library, name, point):
    function = getattr(library, name)
    function.restype = ctypes.c_double
    return function((ctypes.c_double * 3)(*point))


def judge(build, definition, path, name, libraries, rng):
    """None, or what is wrong."""
    with open(path, "w", encoding="utf-8") as out:
        out.write(definition)
    for _ in range(POINTS):
        point = [rng.uniform(-2, 2) for _ in range(3)]
        wanted = [value_of(library, name, point) for library in libraries]
        used = re.search(rf"^def {name} \(x : real\^(\d)\)", definition)
        at = ["--at", "x=" + json.dumps(point[:int(used.group(1))])] if used else []
        run = subprocess.run([build + "/adjudge", "eval", path, "--def", name] + at, capture_output=True, text=True)
        found = re.findall(r"nan|[-+]?inf|[-+]?\d[\d.]*(?:e[-+]?\d+)?", run.stdout)
        if run.returncode != 0 or len(found) != 1 or any(
                not abs(float(found[0]) - w) <= BOUND * max(1e3, abs(w)) for w in wanted):
            return f"at {point}: gcc gives {wanted}, adjudge {run.stdout}{run.stderr}"
    return None


def main():
    build, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    functions = {f"f{k}": Function(rng).text(f"f{k}") for k in range(count)}
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/all.c"
        write_all(path, functions)
        libraries = [compiled(path, level, functions) for level in ("-O0", "-O2")]
        run = subprocess.run([build + "/adjudge", "import", path], capture_output=True, text=True)
        if run.returncode not in (0, 4):
            sys.exit(f"FAILED: import: {run.stderr[:1000]}")
        read = {m.group(1): m.group(0) for m in re.finditer(r"^def (\w+)\b[^\n]*=\n(?:  .*\n)*", run.stdout, re.M) if m.group(1) in functions}
        for name, definition in read.items():
            wrong = judge(build, definition, folder + "/one.adj", name, libraries, rng)
            passed, failed = passed + (wrong is None), failed + (wrong is not None)
            if wrong is not None:
                print(f"FAILED: {name} of seed {seed}: {wrong}\n{functions[name]}\n{definition}")
        if os.environ.get("REASONS"):
            print(run.stderr)
    print(f"{len(read)} read, {len(functions) - len(read)} refused")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or len(read) < count / 10)


main()
