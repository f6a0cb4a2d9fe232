#!/usr/bin/env python3
"""Runs the examples of 'adjudge help COMMAND' that ask for nothing but what is in this repository, as they are printed, each
in a folder of its own below FOLDER, and tells those that fail.  Those that take long are not among them.

usage: examples.py FOLDER"""
import os
import re
import subprocess
import sys

repository, folder = os.getcwd(), sys.argv[1]
LONG = re.compile(r"^adjudge (verify|bmc|sample|maps|zoo|system|open|completions)\b| --prove| --grow")
FILES = re.compile(r"[\w./*-]+\.(?:adj|c|fpcore|ks|cad|frechet|notes|prim|json|so|html)\b")
WRITTEN = re.compile(r"--(output|svg|report|html|emit) \S+|> \S+")


def examples():
    page = subprocess.run(["adjudge", "--help"], capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"^  ([a-z][a-z-]+) ", page, re.M):
        told = subprocess.run(["adjudge", "help", command], capture_output=True, text=True, check=True).stdout
        yield from re.findall(r"^  (adjudge .*)$", told.split("\nexamples:\n")[1], re.M)


def is_own(example):
    """Whether it reads a file of the user's."""
    return any(not path.startswith("tests/") for path in FILES.findall(WRITTEN.sub("", example)))


ran = failed = 0
for example in examples():
    if is_own(example) or LONG.search(example): continue
    ran += 1
    here = os.path.join(folder, str(ran))
    os.mkdir(here)
    os.symlink(os.path.join(repository, "tests"), os.path.join(here, "tests"))
    done = subprocess.run(example, shell=True, cwd=here, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode in (0, 3, 4): continue
    failed += 1
    print(f"{example}: exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
print("more than 40 examples" if ran > 40 else f"{ran} examples", f"{failed} fail", sep=", ")
