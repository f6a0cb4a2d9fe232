#!/usr/bin/env python3
"""Whether the syntax files for editors know every word of the language: the lexer's, operations, functions, and the
facts of a .prim file (the table of verify/primitive/README.md).  Prints the words that one of them lacks."""
import json
import re

read = lambda path: open(path, encoding="utf-8").read()
words = set(re.findall(r'\{"([a-zA-Z]+)", TOKEN_', read("semantics/text/lexer.c")))
words |= {w for w in re.findall(r'^OP\(\w+,\s*"([^"]+)"', read("semantics/tables/ops.def"), re.M) if w.isidentifier()}
words |= set(re.findall(r'^FUNCTION\(\w+,\s*"([^"]+)"', read("semantics/rings/functions.def"), re.M))
facts = re.findall(r"^\| `(\w+)`(?:, `(\w+)`)? \|", read("verify/primitive/README.md"), re.M)
words |= {w for pair in facts for w in pair if w}
lacking = 0
for name in ("adjudge.vim", "adjudge.tmLanguage.json"):
    text = read(f"semantics/text/editor/{name}")
    if name.endswith("json"): json.loads(text)
    known = set(re.findall(r"[A-Za-z]\w*", text.replace("\\b", " ")))
    for word in sorted(words - known):
        lacking += 1
        print(f"{name} does not know {word}")
print(f"{len(words)} words, {lacking} lacking")
