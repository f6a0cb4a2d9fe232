#!/usr/bin/env python3
"""What a report's page has to have: well-formed, of one file, links that lead somewhere, no table with an empty
cell, thousands separated (16 digits are no count: they name the program).  usage: page.py FILE.html; prints what is wrong"""
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.cells, self.text, self.said = [], [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID: self.open.append(tag)
        if "id" in attributes: self.ids.append(attributes["id"])
        if tag == "a": self.links.append(attributes.get("href", ""))
        if tag in ("td", "th"): self.cells.append("")
        for name in ("src", "srcset"):
            if name in attributes: self.said.append(f"<{tag} {name}>: not one file")
        if tag == "link": self.said.append("<link>: not one file")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.said.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data):
        if any(tag in ("style", "script") for tag in self.open): return
        if any(tag in ("td", "th") for tag in self.open): self.cells[-1] += data
        if not any(tag in ("pre", "dd", "code") for tag in self.open): self.text.append(data)


source = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(source)
said = page.said + [f"<{tag}> is never closed" for tag in page.open]
said += [f"{link} leads nowhere" for link in page.links if link.startswith("#") and link[1:] not in page.ids]
said += [f"id {i} twice" for i in set(page.ids) if page.ids.count(i) > 1]
said += ["an empty cell"] * sum(not cell.strip() for cell in page.cells)
said += [f"{n}: no thousands separator" for text in page.text for n in re.findall(r"(?<![\w.=,])(?!\d{16}\b)\d{5,}(?![\w.])", text)]
said += [f"{len(source)} bytes"] * (len(source) > 500_000)
for line in sorted(set(said)): print(line)
sys.exit(bool(said))
