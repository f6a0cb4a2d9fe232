#!/usr/bin/env python3
"""A system in C++ as compiled text: compiled.py SYSTEM.cpp FLAG...

Each batch that is loaded is compiled with the system's adapter, which then answers for its functions instead of
interpreting them; programs that do not compile are left out of the batch, with what the compiler says of them.  What the
adapter has before adjudge_system.hpp, the system's own headers, is compiled once, ahead of all batches; with HEADERS=folder
in the environment it is kept there, for the next start.  CXX is the compiler.
VARIANT is some of literals, nested, assigned, conditional (verify/system/language.h); by default the first two."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

adapter, flags = Path(sys.argv[1]).resolve(), sys.argv[2:]
compiler = os.environ.get("CXX", "c++").split()
libraries = [f for f in flags if f.startswith("-l")]
variant = os.environ.get("VARIANT", "literals nested").split()
folder = Path(tempfile.mkdtemp(prefix="adjudge-compiled-"))
text = adapter.read_text()
key = hashlib.sha256(json.dumps([text, compiler, (adapter.parent / "adjudge_system.hpp").read_text(), flags]).encode()).hexdigest()[:20]
ready = Path(os.environ.get("HEADERS", folder)) / key
process = None


def ask(line):
    process.stdin.write(line)
    process.stdin.flush()
    return process.stdout.readline()


def start(executable):
    global process
    if process: process.kill(), process.wait()
    process = subprocess.Popen([str(executable)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def compile(*words):
    """What is compiled ahead must be included first, before what the flags include."""
    return subprocess.run([*compiler, "-std=c++17", "-w", "-O0", f"-I{adapter.parent}", *words, *[f for f in flags if f not in libraries]],
                          capture_output=True, text=True)


def build(place, out, *defines):
    return compile(*defines, "-include", str(place / "headers.hpp"), "-o", str(out), str(place / "adapter.cpp"), "-ljansson", *libraries)


def prepare():
    """The headers, the adapter without them, and what that is without programs, all or nothing: others may do the same."""
    if ready.exists(): return
    ready.parent.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(dir=ready.parent))
    headers, border, rest = text.partition('#include "adjudge_system.hpp"')
    (place / "headers.hpp").write_text(headers)
    (place / "adapter.cpp").write_text(border + rest)
    if compile("-x", "c++-header", str(place / "headers.hpp")).returncode != 0 or build(place, place / "alone").returncode != 0:
        sys.exit("compiled.py: the adapter does not compile")
    try:
        ready.symlink_to(place.name)  # and no new name: Clang keeps the old one
    except OSError:
        if not ready.exists(): raise
        shutil.rmtree(place)


def batch(programs):
    """What is wrong with each program, or None; the others are compiled."""
    wrong = [None if "source" in p else "no source" for p in programs]
    while True:
        lines, owner = [], {}
        for k, p in enumerate(programs):
            if wrong[k]: continue
            for line in p["source"].splitlines():
                lines.append(line)
                owner[len(lines)] = k
        cases = "".join(f"  case {k}: return f{k}<T>(x, y);\n" for k in range(len(programs)) if not wrong[k])
        lines.append("template <class T> void call(std::size_t k, const T *x, T *y) {\n  switch (k) {\n" + cases + "  }\n}")
        (folder / "batch.inc").write_text("\n".join(lines) + "\n")
        made = build(ready, folder / "batch", f'-DCOMPILED="{folder}/batch.inc"')
        if made.returncode == 0: return wrong
        named = {owner[int(n)] for n in re.findall(r"batch\.inc:(\d+)", made.stderr) if int(n) in owner}
        error = next((l.split(mark)[1] for mark in ("error: ", ": ") for l in made.stderr.splitlines() if mark in l), "?")
        if not named and wrong.count(None) > 1: sys.exit(f"compiled.py: {error}")  # which one, Adjudge finds by halves of the batch
        if not named: return [w or error for w in wrong]
        for k in named: wrong[k] = error


for line in sys.stdin:
    asked = json.loads(line)
    if asked["call"] == "describe":
        prepare()
        start(ready / "alone")
        said = json.loads(ask(line))
        said["system"] = said["system"].split(", op=")[0].split(", its conditional")[0] + ", ".join([", compiled", *variant])
        said["source"] = {"language": "c++", **{word: True for word in variant}}
        print(json.dumps(said), flush=True)
    elif asked["call"] == "load":
        wrong = batch(asked["programs"])
        if not all(wrong): start(folder / "batch"), ask(line)
        print(json.dumps({"id": asked["id"], "loaded": [{"error": w} if w else True for w in wrong]}), flush=True)
    else:
        answer = ask(line)
        while answer.startswith('{"id": %d, "at":' % asked["id"]):
            print(answer, end="", flush=True)
            answer = process.stdout.readline()
        if not answer: sys.exit(f"compiled.py: the batch ended: exit code {process.wait()}")
        print(answer, end="", flush=True)
