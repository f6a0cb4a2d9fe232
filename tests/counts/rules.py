#!/usr/bin/env python3
"""Every rule of the tables is exercised by a program of the run, but for those that are listed with a reason.

  rules.py LIST REPORT    exit code 1, and what is not as it is listed, a line each"""
import json
import re
import sys


def listed(path):
    """Of each rule in the list its reason."""
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"): continue
            match = re.match(r"^([A-Z0-9_]+): (.+)$", line)
            if match is None or match[1] in reasons: sys.exit(f"{path}: not a rule with its reason, once: {line.strip()}")
            reasons[match[1]] = match[2]
    return reasons


def main(words):
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    reasons = listed(words[0])
    with open(words[1], encoding="utf-8") as file: report = json.load(file)
    if not report["complete"]:
        print("rules: the run is not complete")
        return 1
    unexercised = report["rules_not_exercised"]
    unlisted, stale = [rule for rule in unexercised if rule not in reasons], sorted(set(reasons) - set(unexercised))
    for rule in unlisted: print(f"no program exercised {rule}")
    for rule in stale: print(f"exercised, or no rule, though {words[0]} lists it: {rule}")
    if not unlisted and not stale: print(f"rules: each was exercised, but for {len(reasons)} that {words[0]} lists")
    return 1 if unlisted or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
