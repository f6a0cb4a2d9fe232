"""Plain Python functions as rules for `adjudge campaign --exec 'python3 my_rule.py'`.

    from adjudge_rule import serve
    serve(value=lambda x: ..., jvp=lambda args, tangents: ..., vjp=lambda args, cotangent: ...)

Arguments are numbers and (nested) lists; jvp answers a value of the result's shape,
vjp a list with one of each real argument's shape."""
import json, math, sys

def serve(**calls):
    def write(x):  # exactly: hexadecimal, for JSON has no infinities
        if isinstance(x, (list, tuple)): return [write(y) for y in x]
        return x if isinstance(x, int) else float(x).hex() if math.isfinite(x) else str(float(x))
    def read(x):
        return [read(y) for y in x] if isinstance(x, list) else float(x) if isinstance(x, str) else x
    def answer(call, args, **more):  # more: seed, seed and along of jvp2, high of enclosure
        try: return write(calls[call](*args) if call == "value" else calls[call](args, *more.values()))
        except (ValueError, ZeroDivisionError, OverflowError): return None  # undefined there
        except Exception as error: return {"error": repr(error)}
    for line in sys.stdin:
        m = json.loads(line)
        said = {"offers": list(calls)} if m["call"] == "describe" else {
            "answers": [answer(m["call"], **{k: read(v) for k, v in q.items()}) for q in m["batch"]]}
        print(json.dumps({"id": m["id"], **said}), flush=True)
