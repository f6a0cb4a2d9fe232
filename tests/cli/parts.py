#!/usr/bin/env python3
"""Prints parts of a JSON file, each on a line.  usage: parts.py FILE EXPRESSION, of Python, in which `all` is the whole"""
import json
import sys

for part in eval(sys.argv[2], {"all": json.load(open(sys.argv[1]))}): print(part if isinstance(part, str) else json.dumps(part))
