#!/usr/bin/env python3
"""Runs the code that a page shows beside its refutations, and prints what each piece says.
usage: codes.py PAGE.html FOLDER"""
import html
import pathlib
import re
import subprocess
import sys

page, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
codes = re.findall(r"<summary>the same numbers in (Python|C), without Adjudge</summary><pre>(.*?)</pre>", page, re.S)
for k, (language, text) in enumerate(codes):
    file = folder / f"again{k}.{'py' if language == 'Python' else 'c'}"
    file.write_text(html.unescape(text))
    run = ["python3", file] if language == "Python" else [folder / "again"]
    if language == "C": subprocess.run(["cc", "-Wall", "-Werror", "-Wno-unused-function", "-o", folder / "again", file, "-lm"], check=True)
    print(language + ":", subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip())
