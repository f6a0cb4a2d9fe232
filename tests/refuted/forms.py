"""Whether the forms of one report say the same of what is refuted.

  forms.py NAME TABLE refuted|sound     NAME.json, NAME.xml, NAME.html, NAME.sarif; what the command printed with --full"""
import html
import json
import re
import sys
import xml.etree.ElementTree as tree

name, table, kind = sys.argv[1:]
with open(name + ".json", encoding="utf-8") as file:
    report = json.load(file)
wrong = []


def same(what, found, expected):
    if found != expected:
        wrong.append(f"{what}: {found}, not {expected}")


rows = [(scope["scope"], row) for scope in report["scopes"] for row in scope["laws"]]
refuted = {(scope, row["law"], row["engine"]): row["refuted"] for scope, row in rows if row["refuted"]}
laws = sorted({(scope, law) for scope, law, _ in refuted})
shown = [(scope["scope"], each) for scope in report["scopes"] for each in scope["refutations"]]
if kind == "refuted" and (len(refuted) < 3 or len(laws) < 2):
    wrong.append(f"too little is refuted for a test: {refuted}")
if kind == "sound": same("rows refuted", refuted, {})
same("refutations shown", sorted((scope, each["law"]) for scope, each in shown), laws)
for _, each in shown:
    for key in ("input", "expected", "found"):
        if not each["witness"][key]: wrong.append(f"{each['law']}: no {key}")
    if "def " not in each["program"] or "def " not in each["smallest_program"]: wrong.append(f"{each['law']}: no program")

suites = tree.parse(name + ".xml").getroot()
failures = {(suite.get("name"), *re.match(r"(\S+)(?:\W+(\S*))?", case.get("name")).groups()): case.find("failure").get("message")
            for suite in suites for case in suite if case.find("failure") is not None}
same("JUnit's failures", len(failures), len(refuted))
same("JUnit's sums", sum(int(suite.get("failures")) for suite in suites), len(refuted))
same("JUnit's instances", sorted(int(message.split()[0]) for message in failures.values()), sorted(refuted.values()))

with open(name + ".sarif", encoding="utf-8") as file:
    results = [result for run in json.load(file)["runs"] for result in run["results"] if result["level"] == "error"]
same("SARIF's errors", sorted(result["ruleId"] for result in results), sorted(law for _, law in laws))

with open(name + ".html", encoding="utf-8") as file:
    page = html.unescape(file.read())
with open(table, encoding="utf-8") as file:
    text = file.read()
total = sum(refuted.values())
same("the first line", re.search(r"REFUTED: ([\d,]+) instances", text.splitlines()[0]) is not None, total > 0)
if total: same("its number", int(re.search(r"REFUTED: ([\d,]+)", text)[1].replace(",", "")), total)
same("the last line", int(re.search(r"^total: .* ([\d,]+) refuted", text, re.M)[1].replace(",", "")), total)
same("refutations printed", sorted(re.findall(r"^  REFUTED (\S+):", text, re.M)), sorted(law for _, law in laws))
column = re.search(r"^ *law .*$", text, re.M)
for (_, law, engine), count in refuted.items():
    line = re.search(rf"^  {re.escape(law)} +{re.escape(engine)} +(.*)$", text, re.M)
    if line is None or str(count) not in line[1].replace(",", "").split(): wrong.append(f"the table has no {law} {engine} {count}")
for _, each in shown:
    if each["smallest_program"].split("=", 1)[1].strip() not in page: wrong.append(f"the page has no program of {each['law']}")
    if each["law"] not in page: wrong.append(f"the page does not name {each['law']}")
same("the page has refutations", "smallest program" in page, total > 0)
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
