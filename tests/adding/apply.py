#!/usr/bin/env python3
"""Puts the blocks of ad/ADDING.md that name a file and a place into a copy of the sources.

usage: apply.py COPY
"""
import re
import sys

copy = sys.argv[1]
blocks = re.findall(r'^```c (\S+) before "([^"]+)"\n(.*?)^```$', open("ad/ADDING.md", encoding="utf-8").read(), re.M | re.S)
for path, place, lines in blocks:
    with open(f"{copy}/{path}", encoding="utf-8") as file:
        text = file.read()
    if text.count(place) != 1:
        sys.exit(f"{path}: {place} stands in {text.count(place)} places")
    with open(f"{copy}/{path}", "w", encoding="utf-8") as file:
        file.write(text.replace(place, lines + place))
    print(f"{path}: {len(lines.splitlines())} lines")
