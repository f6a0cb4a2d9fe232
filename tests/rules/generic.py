#!/usr/bin/env python3
"""Each rule of a system whose rules are C, run on its generic instance, printed, and
compared with its statement: a wrong formula in a rules.def fails, and so does a wrong
line of C.

A row of generic_rows.py has a program in which the rule is applied, the text around it in
what `adjudge derive` prints, and what the metavariables of the statement are called there.
What stands at @ is put into the notation of the rules and compared, character by
character but for spaces, with the right side of the statement.

usage: generic.py ADJUDGE [--plain]
  --plain  says also which rules have no row
"""
import glob
import re
import subprocess
import sys

import generic_rows


def squeeze(text):
    return re.sub(r"\s+", "", text)


def statements():
    table = {}
    string = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
    for path in sorted(glob.glob("ad/*/rules.def")):
        for rule, _, text in re.findall(rf"^RULE_DEF\(\s*(\w+)\s*,\s*({string}),\s*({string})\)", open(path).read(), re.M):
            text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
            table[rule] = re.sub(r"\\(.)", r"\1", text)
    return table


def right_side(row, statement):
    """Of one of the statement's equations."""
    text = statement.split("; ")[row.equation] if row.equation is not None else statement
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and text.startswith(" = ", at):
            return text[at + 3:]
    return text


def printed(adjudge, row):
    answer = subprocess.run([adjudge, "derive", "=" + row.program, "--engine", row.engine], capture_output=True, text=True)
    return answer.stdout or answer.stderr


def found(row, text):
    """What stands at @, in the notation of the rules; None where the text around it is another."""
    around = [re.escape(squeeze(part)) for part in row.around.split("@")]
    match = re.search("(.*)".join(around) + ("$" if row.to_end else ""), squeeze(text))
    if match is None:
        return None
    names = row.in_order or [row.names] * len(match.groups())
    parts = [generic_rows.rename(part, of) for part, of in zip(match.groups(), names)]
    return squeeze(row.form.format(*[row.notation(part) for part in parts]))


def main():
    adjudge = sys.argv[1]
    rules = statements()
    passed = failed = 0
    for row in generic_rows.ROWS:
        text = printed(adjudge, row)
        there, said = found(row, text), squeeze(right_side(row, rules[row.rule]))
        if there == said:
            passed += 1
            continue
        failed += 1
        print(f"FAILED: {row.rule}: the statement is not what the code does\n    stated {said}\n    run    {there}\n    {row.program}\n{text}")
    covered = {row.rule for row in generic_rows.ROWS}
    if "--plain" in sys.argv:
        print("without a row:", " ".join(rule for rule in rules if rule not in covered))
    print(f"{len(covered)} rules on their generic instances")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
