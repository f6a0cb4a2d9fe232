#!/usr/bin/env python3
"""The verdicts of a run that merges against those of one that looks at every program, law by law:

  laws.py ALONE MERGED   exit code 1, and what differs, a line each

Where a law follows for programs, those and the ones that it was evaluated on are the ones of the other run, and both
runs know the same failures and skips of it; of any other law the run that merges has no verdict that the other has not."""
import json
import sys

FAILURES = ("refuted", "undecided", "differs", "domain", "unable", "limit")


def rows(path):
    with open(path, encoding="utf-8") as file:
        scope = json.load(file)["scopes"][0]
    return scope, {(row["law"], row["engine"]): row for row in scope["laws"]}


def differences(alone, merged):
    for key in sorted(alone.keys() | merged.keys()):
        one, other = alone.get(key), merged.get(key)
        if other is None:
            continue  # it was not evaluated on so few programs, and does not follow
        if one is None:
            yield f"{key}: only where programs are merged"
        elif other["by_merging"] == 0:
            if other["programs"] > one["programs"]:
                yield f"{key}: evaluated on {other['programs']} programs, on {one['programs']} without merging"
            if any(other[outcome] > one[outcome] for outcome in FAILURES):
                yield f"{key}: failures that there are not without merging"
        else:
            if one["programs"] != other["programs"] + other["by_merging"]:
                yield f"{key}: {other['programs']} and {other['by_merging']} by merging, of {one['programs']}"
            if any(one[outcome] != other[outcome] for outcome in FAILURES):
                yield f"{key}: other failures or skips"


def main(words):
    (alone, one), (merged, other) = rows(words[0]), rows(words[1])
    told = list(differences(one, other))
    sizes = {row["size"]: sum(count for key, count in row.items() if key != "size") for row in alone["sizes"]}
    if sizes != {row["size"]: sum(count for key, count in row.items() if key != "size") for row in merged["sizes"]}:
        told.append("other programs by size")
    if sum(row["by_merging"] > 0 for row in other.values()) < 100:
        told.append("hardly a law follows for any program")
    print(*told, sep="\n")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
