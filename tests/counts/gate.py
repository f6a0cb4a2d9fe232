#!/usr/bin/env python3
"""What a run counted, law by law, against the counts that are committed: a law that fires no more, or on fewer
programs, an outcome that has become another, a scope that is missing or new. A file a scope, a line a law and engine:

  gate.py --check FOLDER REPORT    exit code 1, and what has changed, a line each
  gate.py --write FOLDER REPORT    writes FOLDER anew; the change is reviewed, and committed with its reason"""
import json
import os
import re
import sys

OUTCOMES = ("proved", "decided", "holds", "refuted", "differs", "undecided", "domain", "unable", "limit", "refused")
PROGRAMS = ("programs", "done", "by_merging", "audited", "audited_apart", "decided_for_all_inputs", "of_these_by_normal_forms", "of_these_by_regions",
            "decided_outside_a_thin_set", "defined_nowhere", "open_for_all_inputs", "too_large_for_all_inputs",
            "outside_for_all_inputs", "certified_at_a_point")
PARTS = ("certificates", "regions", "boundaries", "solver")
FEW = 40  # lines of differences that are shown


def file_of(scope):
    return re.sub(r"[^a-z0-9=]+", "-", scope.lower()).strip("-") + ".counts"


def lines_of(scope):
    """The scope's counts as text; what is 0 is left out."""
    yield " ".join(["scope", scope["scope"], *(f"{key} {scope[key]}" for key in PROGRAMS if int(scope[key]) != 0),
                    *(f"{part}_{key} {count}" for part in PARTS for key, count in scope[part].items() if count != 0)])
    for row in scope["laws"]:
        yield " ".join([row["law"], row["engine"], *(f"{key} {row[key]}" for key in (*OUTCOMES, "by_merging") if row[key] != 0)])


def counts_of(report):
    if not report["complete"]:
        raise ValueError("the run is not complete")
    counts = {file_of(scope["scope"]): list(lines_of(scope)) for scope in report["scopes"]}
    if len(counts) < len(report["scopes"]):
        raise ValueError("two scopes have one name")
    return counts


def read_folder(folder):
    counts = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            counts[name] = file.read().splitlines()
    return counts


def by_key(lines):
    return {" ".join(line.split(" ")[:2]): line for line in lines}


def differences(expected, found):
    for name in sorted(set(expected) | set(found)):
        if name not in found:
            yield f"{name}: the scope was not run"
            continue
        if name not in expected:
            yield f"{name}: a scope without committed counts"
            continue
        one, other = by_key(expected[name]), by_key(found[name])
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                yield f"{name}: {one.get(key, key + ' (nothing)')}\n{' ' * len(name)}  now {other.get(key, 'nothing')}"


def main(words):
    if len(words) != 3 or words[0] not in ("--check", "--write"):
        print(__doc__, file=sys.stderr)
        return 2
    with open(words[2], encoding="utf-8") as file:
        found = counts_of(json.load(file))
    if words[0] == "--write":
        os.makedirs(words[1], exist_ok=True)
        for name in os.listdir(words[1]):
            os.remove(os.path.join(words[1], name))
        for name, lines in found.items():
            with open(os.path.join(words[1], name), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        return 0
    expected = read_folder(words[1])
    told = list(differences(expected, found))
    for line in told[:FEW]:
        print(line)
    if told:
        more = f" ({len(told) - FEW} more)" if len(told) > FEW else ""
        print(f"counts: {len(told)} differ from {words[1]}{more}; if that is meant: make counts, and commit with the reason")
        return 1
    print(f"counts: {sum(len(lines) for lines in expected.values())} lines of {len(expected)} scopes as committed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
