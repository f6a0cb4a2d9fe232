#!/usr/bin/env python3
"""Systematic errors in the rules that are text: every right side with one place changed.

Reads ad/chad/forward.rules and reverse.rules and prints one error a line: mode, number of the
rule in its file, what was changed, and the statement with the change, between tabs.

The places: the components of a pair (exchanged, or one twice), fst and snd (exchanged, or left
out), the summands of a sum (one left out, or one twice), a map that is applied (left out), an
identifier or a number (another of the rule), 0_ and v (exchanged), a let v (left out), the
comparison and the branches of an if (exchanged).
"""
import re
import sys

TOKEN = re.compile(r"0_|λ_v\.|Dmap\^t|Dop\^t|D_\{[^}]*\}|->|==|[A-Za-z_][A-Za-z_0-9]*'?|\d+|\s+|.", re.S)
OPEN, CLOSE = "(⟨{", ")⟩}"
KEYWORDS = {"let", "in", "fst", "snd", "case", "of", "if", "then", "else", "inl", "inr", "map", "build", "zipWith",
            "fold", "scan", "iterate", "while", "liter", "sum", "bigsum", "onehot", "total", "gather", "scatter",
            "vbuild", "filter", "append", "vscatter", "length", "op", "Dop", "Dop^t", "Dmap", "Dmap^t", "D",
            "proj_x", "coproj_x", "λ"}
ENDS = {",", ";", "in", "then", "else", "->", "of"}
LENGTHS = {"n", "m", "n0", "n1"}


def rules(path):
    """(id, statement) of each rule and further form, in order."""
    text = re.sub(r"/\*.*?\*/", "", open(path, encoding="utf-8").read(), flags=re.S)
    for entry in re.findall(r'RULE_(?:TEXT|FORM)\((\w+),((?:\s*"[^"]*",?)+)\)', text):
        strings = re.findall(r'"([^"]*)"(,?)', entry[1])
        parts, run = [], ""
        for string, comma in strings:
            run += string
            if comma:
                parts.append(run)
                run = ""
        yield entry[0], run


def match(tokens, at):
    """The bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i] in OPEN) - (tokens[i] in CLOSE)
        if depth == 0:
            return i
    raise ValueError("unmatched bracket")


def match_back(tokens, at):
    """The bracket that opens the one at `at`."""
    depth = 0
    for i in range(at, -1, -1):
        depth += (tokens[i] in CLOSE) - (tokens[i] in OPEN)
        if depth == 0:
            return i
    raise ValueError("unmatched bracket")


def left_end(tokens, at):
    """Where the operand before `at` begins: behind what opens or separates it."""
    depth = 0
    for i in range(at - 1, -1, -1):
        depth += (tokens[i] in CLOSE) - (tokens[i] in OPEN)
        if depth < 0 or (depth == 0 and (tokens[i] in ENDS or tokens[i] in ("=", ".", "λ_v."))):
            return i + 1
    return 0


def right_end(tokens, at):
    """Where the operand behind `at` ends: before what closes or separates it."""
    depth = 0
    for i in range(at + 1, len(tokens)):
        depth += (tokens[i] in OPEN) - (tokens[i] in CLOSE)
        if depth < 0 or (depth == 0 and tokens[i] in ENDS):
            return i
    return len(tokens)


def is_binder(tokens, i):
    """Whether the identifier is bound here, or names a part: let x =, λx., (i. t), ⟨x,x'⟩ =, D_x(t)."""
    behind = "".join(tokens[i + 1:]).lstrip()
    before = "".join(tokens[:i]).rstrip()
    if re.match(r"(=[^=]|\.|[a-z]\w*\.|,\s*\w+'⟩\s*=|'?⟩\s*=)", behind) and not re.match(r"\.\s*\d", behind):
        return True
    return before.endswith(("λ", "D(", "let", "D_")) or re.search(r"D_\w+\($|D_\{[^}]*\}\($|!\s*$(?<=of !)", before) \
        or re.match(r"\s*->", behind) is not None and before.endswith(("inl", "inr"))


def pairs(tokens):
    for i, token in enumerate(tokens):
        if token != "⟨":
            continue
        close = match(tokens, i)
        if "".join(tokens[close + 1:]).lstrip().startswith("= "):
            continue
        depth, commas = 0, []
        for j in range(i + 1, close):
            depth += (tokens[j] in OPEN) - (tokens[j] in CLOSE)
            if depth == 0 and tokens[j] == ",":
                commas.append(j)
        a, b = tokens[i + 1:commas[0]], tokens[commas[0] + 1:close]
        for what, new in (("pair exchanged", b + [", "] + a), ("first twice", a + [", "] + a),
                          ("second twice", b + [", "] + b)):
            yield what, tokens[:i + 1] + new + tokens[close:]


def projections(tokens):
    for i, token in enumerate(tokens):
        if token in ("fst", "snd"):
            yield token + " exchanged", tokens[:i] + ["snd" if token == "fst" else "fst"] + tokens[i + 1:]
            yield token + " left out", tokens[:i] + tokens[i + 1:]


def sums(tokens):
    for i, token in enumerate(tokens):
        if token != "+":
            continue
        first, last = left_end(tokens, i), right_end(tokens, i)
        a, b = tokens[first:i], tokens[i + 1:last]
        for what, new in (("right summand left out", a), ("left summand left out", b),
                          ("left summand twice", a + ["+"] + a), ("right summand twice", b + ["+"] + b)):
            yield what, tokens[:first] + [" "] + new + [" "] + tokens[last:]


def applications(tokens):
    for i, token in enumerate(tokens):
        if token != "•":
            continue
        first = i - 1
        while tokens[first].isspace():
            first -= 1
        if tokens[first] in CLOSE:
            first = match_back(tokens, first)
        while first >= 2 and tokens[first - 2] in ("fst", "snd"):
            first -= 2
        yield "map not applied", tokens[:first] + tokens[i + 1:]


def identifiers(tokens):
    named = {t for i, t in enumerate(tokens) if not re.search(r"D(_\w+|_\{[^}]*\})?\($", "".join(tokens[:i]))}
    names = sorted({t for t in named if re.fullmatch(r"[a-z]\w*'?", t) and t not in KEYWORDS | LENGTHS})
    for i, token in enumerate(tokens):
        if token not in names or is_binder(tokens, i):
            continue
        for other in names:
            if other != token and other.endswith("'") == token.endswith("'"):
                yield f"{token} is {other}", tokens[:i] + [other] + tokens[i + 1:]
        if token == "v":
            yield "v is 0_", tokens[:i] + ["0_"] + tokens[i + 1:]


def constants(tokens):
    for i, token in enumerate(tokens):
        others = {"0": ["1"], "1": ["0", "2"], "0_": ["v"]}.get(token, sorted(LENGTHS - {token}) if token in LENGTHS else [])
        for other in others:
            yield f"{token} is {other}", tokens[:i] + [other] + tokens[i + 1:]


def lets(tokens):
    for i in range(len(tokens) - 4):
        if tokens[i:i + 3] != ["let", " ", "v"]:
            continue
        depth, j = 0, i + 3
        while depth > 0 or tokens[j] != "in":
            depth += (tokens[j] == "let") - (tokens[j] == "in")
            j += 1
        yield "let v left out", tokens[:i] + tokens[j + 2:]


def tests(tokens):
    for i, token in enumerate(tokens):
        if token in ("==", "<"):
            yield token + " exchanged", tokens[:i] + ["<" if token == "==" else "=="] + tokens[i + 1:]
        if token == "-" and tokens[i - 1] == " ":
            yield "- is +", tokens[:i] + ["+"] + tokens[i + 1:]
        if token == "then":
            middle = right_end(tokens, i)
            last = right_end(tokens, middle)
            yield "branches exchanged", (tokens[:i + 1] + tokens[middle + 1:last] + [" else "] + tokens[i + 1:middle]
                                         + tokens[last:])


KINDS = (pairs, projections, sums, applications, identifiers, constants, lets, tests)


def main():
    for mode in ("forward", "reverse"):
        for number, (name, statement) in enumerate(rules(f"ad/chad/{mode}.rules")):
            head, right = statement.split(") = ", 1)
            tokens, seen = TOKEN.findall(right), {right}
            for kind in KINDS:
                for what, changed in kind(tokens):
                    text = "".join(changed)
                    if text not in seen:
                        seen.add(text)
                        print(mode, number, f"{name}: {what}", f"{head}) = {text}", sep="\t")


if __name__ == "__main__":
    sys.exit(main())
