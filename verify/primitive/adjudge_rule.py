"""Rules in Python for `adjudge campaign --exec 'python3 my_rule.py'`, which finds this module by itself.

    from adjudge_rule import serve
    serve(value=lambda x: ..., jvp=lambda args, tangents: ..., vjp=lambda args, cotangent: ...)
    serve({"softplus": dict(value=..., jvp=..., vjp=...), ...})  # many, by the name of the primitive

Arguments are numbers and (nested) lists; jvp answers a value of the result's shape, vjp a list with one of each real
argument's shape.  What has a method tolist (arrays, tensors) is an answer too.

Each batch is answered in a fork of the process as it was when `serve` was called: a rule that dies takes one input with
it, and what is slow to import is imported once."""
import itertools, json, math, os, sys


def numbers(x):  # exactly: hexadecimal, for JSON has no infinities
    x = x.tolist() if hasattr(x, "tolist") else x
    if isinstance(x, (list, tuple)): return [numbers(y) for y in x]
    return float(x).hex() if math.isfinite(x) else str(float(x))


def values(x):
    return [values(y) for y in x] if isinstance(x, list) else float(x) if isinstance(x, str) else x


def answer(calls, call, args, **more):  # more: seed, seed and along of jvp2, high of enclosure
    try: return numbers(calls[call](*args) if call == "value" else calls[call](args, *more.values()))
    except (ValueError, ZeroDivisionError, OverflowError): return None  # undefined there
    except Exception as error: return {"error": repr(error)}


def forked(calls, call, batch):
    """The answers, each by a line through a pipe, until the fork ends: the next one begins behind what ended it.  Without
    a process there is none, which is no fault of the rule: the request is refused."""
    answers = []
    while len(answers) < len(batch):
        ends = ()
        try:
            ends = os.pipe()
            pid = os.fork()
        except OSError as error:
            for end in ends: os.close(end)
            return {"error": f"no process for it: {error.strerror}"}
        source, sink = ends
        if pid == 0:
            with os.fdopen(sink, "w") as out:
                for query in batch[len(answers):]:
                    print(json.dumps(answer(calls, call, **{k: values(v) for k, v in query.items()})), file=out, flush=True)
            sys.stdout.flush()
            os._exit(0)
        os.close(sink)
        with os.fdopen(source) as lines:  # to the last: what a rule has started may keep the pipe open
            answers += [json.loads(line) for line in itertools.islice(lines, len(batch) - len(answers)) if line.endswith("\n")]
        end = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if len(answers) < len(batch): answers.append({"error": f"killed by signal {-end}" if end < 0 else f"exit code {end}"})
    return {"answers": answers}


def apart():
    """Requests and answers, in files that no rule has: what a rule prints is shown as errors are, and its standard input
    is empty."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, answers


def serve(rules=None, **calls):
    requests, answers = apart()
    for line in requests:
        m = json.loads(line)
        if m["call"] == "describe":
            calls = calls if rules is None else rules.get(m["name"], {})
            said = {"offers": list(calls), "again": rules is not None}
        else:
            said = forked(calls, m["call"], m["batch"])
        print(json.dumps({"id": m["id"], **said}), file=answers, flush=True)
        sys.stdout.flush()
