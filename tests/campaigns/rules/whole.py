"""The square, with whole numbers as integers of JSON, above 2^63 too; and called like a function."""
import json, sys


def number(x):
    return int(x) if abs(x) < 1e21 and x == int(x) else x


def answer(call, args, seed=None):
    x = args[0]
    if abs(x) > 1e150:
        return None
    return number(x * x) if call == "value" else number(2 * x * seed[0]) if call == "jvp" else [number(2 * x * seed)]


def value(x):
    return float(x) if isinstance(x, str) else [value(y) for y in x] if isinstance(x, list) else x


for line in sys.stdin:
    m = json.loads(line)
    said = {"offers": ["value", "jvp", "vjp"]}
    if m["call"] != "describe":
        said = {"answers": [answer(m["call"], **{k: value(v) for k, v in q.items()}) for q in m["batch"]]}
    print(json.dumps({"id": m["id"], **said}), flush=True)
