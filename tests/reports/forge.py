"""Parts of a space as nobody should take them: each is a good part with one change.

  forge.py GOOD.json FOLDER     writes FOLDER/NAME.json, one a forgery"""
import copy
import json
import sys

FORGERIES = {}


def forgery(change):
    FORGERIES[change.__name__.replace("_", "-")] = change
    return change


def scope(report):
    return report["scopes"][0]


def row(report, outcome="holds"):
    return next(row for row in scope(report)["laws"] if row[outcome] > 0)


def put(name, *path_and_value):
    """A forgery that puts a value at a path of keys."""
    *path, value = path_and_value

    def change(report):
        for key in path[:-1]:
            report = report[key]
        report[path[-1]] = value
    change.__name__ = name
    forgery(change)


S = ("scopes", 0)
put("no_scopes", "scopes", [])
put("scopes_no_list", "scopes", {})
put("other_tool", "tool", "adjudgement")
put("not_complete", "complete", False)
put("complete_no_boolean", "complete", 1)
put("no_header", "header", None)
put("other_version", "header", "version", "9.9.9")
put("other_source", "header", "source", "0123456789abcdef")
put("source_no_hash", "header", "source", "unknown")
put("other_seed", "header", "seed", "12")
put("seed_no_number", "header", "seed", 11)
put("seed_with_zero", "header", "seed", "011")
put("other_engines", "header", "engines", "chad")
put("unknown_engines", "header", "engines", "none")
put("quick", "header", "depth", ["quick"])
put("thorough_twice", "header", "depth", ["thorough", "thorough"])
put("unknown_depth", "header", "depth", ["shallow"])
put("no_laws", "header", "laws", [])
put("unknown_law", "header", "laws", ["AD-NONE"])
put("other_command", "header", "command", "verify")
put("other_asked", "header", "asked", ["AD-*"])
put("other_spaces", "header", "spaces", ["array"])
put("other_shard", *S, "shard", "3/3")
put("no_shard_number", *S, "shard", "1of3")
put("drawn", *S, "drawn", True)
put("law_at_more_programs", *S, "laws", 0, "programs", 10**6)
put("law_follows_for_more", *S, "laws", 0, "by_merging", 10**6)
put("merged_more_than_sizes", *S, "by_merging", 1)
put("audits_no_number", *S, "audited", "3")
put("law_at_no_number", *S, "laws", 0, "programs", "1 of 2")
put("interrupted", *S, "interrupted", True)
put("lost", *S, "lost", 1)
put("done_less", *S, "done", "1")
put("done_more", *S, "done", "99999999")
put("done_no_text", *S, "done", 10)
put("done_negative", *S, "done", "-5")
put("first_elsewhere", *S, "first", "999999")
put("another_length", *S, "of", "99999999")
put("of_nothing", *S, "of", "0")
put("no_programs", *S, "programs", "0")
put("other_details", *S, "details", "other")
put("count_text", *S, "lost", "7")
put("count_real", *S, "lost", 3.0)
put("count_negative", *S, "lost", -5)
put("count_null", *S, "lost", None)
put("degrees_short", *S, "degrees", [0] * 15)
put("degree_negative", *S, "degrees", 0, -1)
put("inside_unknown", *S, "inside", ["fold nothing"])
put("inside_one", *S, "inside", ["fold"])
put("inside_number", *S, "inside", [1])
put("width_negative", *S, "widest_enclosure", -1.0)
put("decided_more_than_all", *S, "decided_for_all_inputs", 10**9)
put("parts_more_than_decided", *S, "of_these_by_regions", 10**9)
put("certified_more_than_open", *S, "certified_at_a_point", 10**9)
for part in ("decided_outside_a_thin_set", "defined_nowhere", "open_for_all_inputs", "too_large_for_all_inputs", "outside_for_all_inputs"):
    put(f"more_{part}", *S, part, 10**9)
put("unknown_rule", "rules_not_exercised", ["NO_RULE"])
put("unknown_key", *S, "remark", "all is well")
put("unknown_key_at_the_top", "signature", "")


@forgery
def one_past_the_end(report):
    part = scope(report)
    part["first"] = str(int(part["of"]) - int(part["programs"]) + 1)
    del part["shard"]


@forgery
def no_laws_at_all(report):
    report["header"]["laws"].remove(row(report)["law"])


@forgery
def law_left_out(report):
    report["header"]["laws"].pop()


@forgery
def count_missing(report):
    del row(report)["undecided"]


@forgery
def count_as_text(report):
    row(report)["holds"] = str(row(report)["holds"])


@forgery
def count_below_zero(report):
    row(report)["holds"] = -row(report)["holds"]


@forgery
def row_twice(report):
    scope(report)["laws"].append(copy.deepcopy(scope(report)["laws"][-1]))


@forgery
def rows_out_of_order(report):
    scope(report)["laws"].reverse()


@forgery
def row_without_counts(report):
    first = row(report)
    for key in first:
        if isinstance(first[key], int):
            first[key] = 0


@forgery
def row_of_no_law(report):
    row(report)["law"] = "AD-NONE"


@forgery
def row_of_no_engine(report):
    row(report)["engine"] = "nobody"


@forgery
def refuted_without_witness(report):
    row(report)["refuted"] = 1


@forgery
def differs_without_witness(report):
    row(report)["differs"] = 1


@forgery
def size_missing(report):
    scope(report)["sizes"].pop()


@forgery
def size_with_one_more(report):
    scope(report)["sizes"][0]["holds"] += 1


@forgery
def size_twice(report):
    scope(report)["sizes"].append(copy.deepcopy(scope(report)["sizes"][-1]))


@forgery
def scope_twice(report):
    report["scopes"].append(copy.deepcopy(scope(report)))
    report["header"]["spaces"].append(scope(report)["scope"])


@forgery
def a_sample(report):
    scope(report)["of"] = "0"
    scope(report)["first"] = "0"


@forgery
def rules_twice(report):
    report["rules_not_exercised"] += report["rules_not_exercised"][-1:]


@forgery
def witness_of_nothing(report):
    scope(report)["refutations"].append({
        "law": "AD-FWD", "statement": "", "source": "", "program": None, "certified": "", "rules": "", "replay": "",
        "witness": {key: "" for key in ("engine", "evaluator", "what", "input", "tangent", "cotangent", "exact_input",
                                        "exact_tangent", "exact_cotangent", "expected", "found")} | {"index": "0"}})


TEXTS = {
    "trailing-garbage": lambda text: text + "{}\n",
    "cut-short": lambda text: text[:len(text) // 2],
    "empty": lambda text: "",
    "a-list": lambda text: "[" + text + "]",
    "key-twice": lambda text: text.replace('"tool": "adjudge",', '"tool": "adjudge", "tool": "adjudge",', 1),
    "number-too-large": lambda text: text.replace('"lost": 0', '"lost": 99999999999999999999999', 1),
    "not-utf-8": lambda text: text.replace("adjudge", "adjudge\udcff", 1),
}


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    for name, change in FORGERIES.items():
        report = json.loads(text)
        change(report)
        with open(f"{sys.argv[2]}/{name}.json", "w") as file:
            json.dump(report, file, indent=1)
    for name, change in TEXTS.items():
        with open(f"{sys.argv[2]}/{name}.json", "w", errors="surrogateescape") as file:
            file.write(change(text))


if __name__ == "__main__":
    main()
