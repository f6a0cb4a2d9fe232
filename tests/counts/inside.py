#!/usr/bin/env python3
"""Which construct stood inside which, over all scopes of a run: every pair that types is there, and no other.

  inside.py REPORT...   exit code 1, and what is missing, a line each
  inside.py --missing REPORT...   the pairs alone

Which pairs type follows from the rules (semantics/source/typing.c): the form of type that a construct asks for in each
of its places, and the form of what it makes. A pair types if some form is both."""
import json
import sys

# One letter a form of type: r real, i Int, u unit, p pair, s sum, a array, v Vec, f function, m mu; * any.
ARRAYS = "av"
FORMS = "riupsavfm"
# construct: the form of what it makes; what it asks for in each place
CONSTRUCTS = {
    "var": ("*", []), "let": ("*", ["*", "*"]), "op": ("risa", ["ria", "ria"]), "unit": ("u", []), "pair": ("p", ["*", "*"]),
    "fst": ("*", ["p"]), "snd": ("*", ["p"]), "lam": ("f", ["*"]), "app": ("*", ["f", "*"]), "map": ("av", [ARRAYS, "*"]),
    "zipWith": ("av", [ARRAYS, ARRAYS, "*"]), "build": ("a", ["*"]), "index": ("*", ["i", ARRAYS]), "inl": ("s", ["*"]), "inr": ("s", ["*"]),
    "match": ("*", ["s", "*", "*"]), "iterate": ("*", ["i", "*", "*"]), "while": ("*", ["*", "s", "*"]), "fold": ("*", ["*", ARRAYS, "*"]),
    "scan": ("av", ["*", ARRAYS, "*"]), "total": ("rupa", [ARRAYS]), "gather": ("av", [ARRAYS, ARRAYS]), "scatter": ("a", ["a", "a"]),
    "vbuild": ("v", ["i", "*"]), "length": ("i", ["v"]), "filter": ("v", ["v", "s"]), "append": ("v", ["v", "v"]),
    "vscatter": ("v", ["i", "v", "v"]), "letrec": ("*", ["*", "*"]), "roll": ("m", ["*"]), "unroll": ("*", ["m"]),
}


def forms(text): return set(FORMS if text == "*" else text)


def typed():
    return {f"{outer} {inner}" for outer, (_, places) in CONSTRUCTS.items() for inner, (made, _) in CONSTRUCTS.items()
            if any(forms(place) & forms(made) for place in places)}


def seen(paths):
    pairs = set()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for scope in json.load(file)["scopes"]: pairs |= set(scope["inside"])
    return pairs


def main(words):
    quiet = words[:1] == ["--missing"]
    paths = words[1:] if quiet else words
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    found, expected = seen(paths), typed()
    missing, strange = sorted(expected - found), sorted(found - expected)
    if quiet:
        print(*missing, sep="\n")
        return 0
    for pair in missing: print(f"never seen: {pair.split()[1]} directly in {pair.split()[0]}")
    for pair in strange: print(f"seen, though the table says that it does not type: {pair.split()[1]} directly in {pair.split()[0]}")
    print(f"constructs in constructs: {len(expected & found)} of {len(expected)} pairs that type were seen")
    return 1 if missing or strange else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
