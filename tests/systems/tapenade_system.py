"""Tapenade before `adjudge system`: programs as C, one file a batch, differentiated in tangent mode (jvp), in adjoint mode
(vjp) and in tangent mode of that (hessian), compiled to shared objects and called.  TAPENADE is the command, or else it is
`tapenade`; beside it is what its adjoints need to run (ADFirstAidKit)."""
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from adjudge_system import serve

command = shutil.which(os.environ.get("TAPENADE", "tapenade")) or "tapenade"
kit = Path(command).resolve().parent.parent / "ADFirstAidKit"
runtime = [f"-I{kit}", str(kit / "adStack.c")] if (kit / "adStack.c").exists() else []
folder = Path(tempfile.mkdtemp(prefix="adjudge-tapenade-"))
constructs = "+ - * / neg ^ sin cos tan exp log sqrt tanh abs sigmoid asin acos atan sinh cosh log10 pow max min < <= ==".split()
loads = 0


class Library:
    """A file of C, compiled; a function's arguments by their names, as Tapenade chose them."""
    def __init__(self, path):
        self.made, text = path.with_suffix(".so"), path.read_text()
        self.error = said(["cc", "-w", "-O0", "-shared", "-fPIC", "-o", str(self.made), str(path), *runtime, "-lm"])
        self.library = None if self.error else ctypes.CDLL(str(self.made))
        self.arguments = {name: [words.split()[-1].lstrip("*").split("[")[0] for words in listed.split(",")]
                          for name, listed in re.findall(r"\bvoid\s+(\w+)\s*\(([^)]*)\)\s*\{", text)}

    def call(self, name, **buffers):
        """Buffers are lists; those that are named by the function and not here are an error."""
        held = {word: (ctypes.c_double * max(1, len(x)))(*x) for word, x in buffers.items()}
        getattr(self.library, name)(*[held[word] for word in self.arguments[name]])
        return {word: list(held[word])[:len(x)] for word, x in buffers.items()}


def said(words):
    """What a command says where it fails."""
    ran = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    return (ran.stderr.strip() or ran.stdout.strip() or "it failed").splitlines()[-1] if ran.returncode else None


def differentiated(path, mode, heads):
    """By tapenade -d or -b: the file NAME_d.c or NAME_b.c; None where there is none."""
    error = said([command, mode, "-head", " ".join(heads), "-o", path.stem, "-O", str(path.parent), str(path)])
    made = path.with_name(f"{path.stem}{mode.replace('-', '_')}.c")
    return (Library(made), None) if made.exists() and not error else (None, error or "it wrote nothing")


def load(programs):
    """The files of a batch; what is wrong with each program, or None."""
    global batch, loads
    loads += 1
    path, names = folder / f"batch{loads}.c", [f"f{k}" for k in range(len(programs))]
    path.write_text("#include <math.h>\n\n" + "\n".join(p.source for p in programs))
    batch, errors = {"": Library(path)}, {}
    batch["d"], errors["d"] = differentiated(path, "-d", [f"{name}(y)/(x)" for name in names])
    batch["b"], errors["b"] = differentiated(path, "-b", [f"{name}(y)/(x)" for name in names])
    again = [f"{name}_b(xb)/(x)" for name in names if batch["b"] and f"{name}_b" in batch["b"].arguments]
    batch["b_d"], errors["b_d"] = differentiated(folder / f"batch{loads}_b.c", "-d", again) if again else (None, None)
    spoiled = next((e for e in (*errors.values(), *(one.error for one in batch.values() if one)) if e), None)
    if spoiled and len(programs) > 1: sys.exit(f"tapenade: {spoiled}")  # by which of them, Adjudge finds by halves of the batch
    return [wrong(name, errors) for name in names]


def wrong(name, errors):
    for key, library in batch.items():
        if library and library.error: return library.error
        if not library or name + (key and "_" + key) not in library.arguments: return f"tapenade: {errors.get(key) or f'there is no {name}_{key}'}"
    return None


def zeros(n): return [0.0] * n
def unit(n, i): return [float(k == i) for k in range(n)]
def name(program): return re.search(r"void (\w+)", program.source)[1]
def value(program, at, _): return batch[""].call(name(program), x=at, y=zeros(program.outputs))["y"]


def jvp(program, at, v):
    m = program.outputs
    return batch["d"].call(name(program) + "_d", x=at, xd=v, y=zeros(m), yd=zeros(m))["yd"]


def vjp(program, at, w):
    return batch["b"].call(name(program) + "_b", x=at, xb=zeros(len(at)), y=zeros(program.outputs), yb=w)["xb"]


def hessian(program, at, output):
    n, m = len(at), program.outputs
    return [batch["b_d"].call(name(program) + "_b_d", x=at, xd=unit(n, i), xb=zeros(n), xbd=zeros(n), y=zeros(m), yd=zeros(m),
                              yb=unit(m, output), ybd=zeros(m))["xbd"] for i in range(n)]


head = """#include <math.h>
#include <stdio.h>

"""
open_main = """
#ifdef SHOWN
int main(void) {
  enum { n = $N, m = $M };
  double x[n + 1] = {$X}, y[m] = {0}"""
shut_main = """  puts("");
}
#endif
"""


def shows(mode, count, one): return f'  printf("{mode}");\n  for (int i = 0; i < {count}; i++) printf(" %.17g", {one});\n' + shut_main
def declared(arguments): return "\nvoid f" + arguments + ";\n"


reproduction = {
    "language": "c", "suffix": "c", "head": head,
    "value": open_main + ";\n  f(x, y);\n" + shows("value", "m", "y[i]"),
    "jvp": '\n/* tapenade -d -head "f(y)/(x)" -o made THIS; cc -DSHOWN THIS made_d.c -lm */'
           + declared("_d(const double *x, const double *xd, double *y, double *yd)") + open_main
           + ", v[n + 1] = {$SEED}, w[m] = {0};\n  f_d(x, v, y, w);\n" + shows("jvp", "m", "w[i]"),
    "vjp": '\n/* tapenade -b -head "f(y)/(x)" -o made THIS; cc -DSHOWN THIS made_b.c -lm, and adStack.c where it is named */'
           + declared("_b(const double *x, double *xb, double *y, double *yb)") + open_main
           + ", v[n + 1] = {0}, w[m] = {$SEED};\n  f_b(x, v, y, w);\n" + shows("vjp", "n", "v[i]"),
    "hessian": '\n/* tapenade -b -head "f(y)/(x)" -o made THIS; tapenade -d -head "f_b(xb)/(x)" -o made made_b.c; cc -DSHOWN THIS made_d.c -lm;\n'
               "   the arguments are those that made_d.c says */"
               + declared("_b_d(const double *x, const double *xd, double *xb, double *xbd, double *y, double *yb)") + open_main
               + ';\n  printf("hessian");\n  for (int i = 0; i < n; i++) {\n    double v[n + 1] = {0}, w[m] = {0}, b[n + 1] = {0}, row[n + 1] = {0};\n'
                 '    v[i] = w[$OUTPUT] = 1;\n    f_b_d(x, v, b, row, y, w);\n    for (int j = 0; j < n; j++) printf(" %.17g", row[j]);\n  }\n' + shut_main}

about = subprocess.run([command, "-version"], capture_output=True, text=True).stdout
version = next(iter(re.findall(r"Tapenade (\d[\d.]*)", about)), "of no known version")
serve("Tapenade " + version, constructs, {"reproduction": reproduction, "source": {"language": "c"}}, load=load, value=value, jvp=jvp, vjp=vjp, hessian=hessian)
