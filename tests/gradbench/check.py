#!/usr/bin/env python3
"""Messages of GradBench, and whether what a tool answers is right.

    check.py messages [SIZE]      an eval's messages of all modules, a line each
    check.py answers MESSAGES RESPONSES

The functions are written here once more, from GradBench's descriptions, over mpmath's numbers of 50 digits; their
derivatives are difference quotients of step 1e-16, so that 1e-9 is all that is asked of an answer."""
import json, random, sys
from mpmath import mp, mpf, exp, log, sqrt, cos, sin, tanh, loggamma, pi

mp.dps = 50


def llsq(v):
    def rest(i):
        t = mpf(2 * i) / (v["n"] - 1) - 1
        sign = (t > 0) - (t < 0)
        return sign - sum(x * t**j for j, x in enumerate(v["x"]))
    return sum(rest(i) ** 2 for i in range(v["n"])) / 2


def lse(x):
    return log(sum(exp(e) for e in x))


def ode(v):
    x, s = v["x"], v["s"]
    n, h, y = len(x), mpf(2) / s, [mpf(0)] * len(x)
    f = lambda y: [x[0]] + [x[i] * y[i - 1] for i in range(1, n)]
    for _ in range(s):
        k1 = f(y)
        k2 = f([a + h * b / 2 for a, b in zip(y, k1)])
        k3 = f([a + h * b / 2 for a, b in zip(y, k2)])
        k4 = f([a + h * b for a, b in zip(y, k3)])
        y = [a + h * (b + 2 * c + 2 * d + e) / 6 for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    return y


def kmeans(v):
    return sum(min(sum((a - b) ** 2 for a, b in zip(p, c)) for c in v["centroids"]) for p in v["points"])


def gmm(v):
    d, k, n, m, gamma = v["d"], v["k"], v["n"], v["m"], v["gamma"]
    qs = []
    for q, l in zip(v["q"], v["l"]):
        rows = [[mpf(0)] * d for _ in range(d)]
        below = iter(l)
        for j in range(d):
            rows[j][j] = exp(q[j])
            for i in range(j + 1, d):
                rows[i][j] = next(below)
        qs.append(rows)
    square = lambda rows, z: sum(sum(a * b for a, b in zip(row, z)) ** 2 for row in rows)
    likelihood = sum(lse([v["alpha"][c] + sum(v["q"][c]) - square(qs[c], [a - b for a, b in zip(x, v["mu"][c])]) / 2
                          for c in range(k)]) for x in v["x"])
    freedom = d + m + 1
    gamma_d = mpf(d * (d - 1)) / 4 * log(pi) + sum(loggamma(mpf(freedom - j) / 2) for j in range(d))
    prior = k * (freedom * d * log(gamma / sqrt(mpf(2))) - gamma_d)
    prior += sum(m * sum(q) for q in v["q"]) - mpf(gamma) ** 2 / 2 * sum(e * e for rows in qs for row in rows for e in row)
    return likelihood - n * (mpf(d) / 2 * log(2 * pi) + lse(v["alpha"])) + prior


def lstm(v):
    sigmoid = lambda x: 1 / (1 + exp(-x))
    main, extra, sequence = v["main_params"], v["extra_params"], v["sequence"]
    state = [list(row) for row in v["state"]]
    b, total = len(extra[0]), mpf(0)
    for t in range(len(sequence) - 1):
        x = [a * w for a, w in zip(sequence[t], extra[0])]
        for layer in range(len(main) // 2):
            w, bias = main[2 * layer], main[2 * layer + 1]
            hidden, cell = state[2 * layer], state[2 * layer + 1]
            gate = lambda k, z, i: z[i] * w[k * b + i] + bias[k * b + i]
            new = [cell[i] * sigmoid(gate(0, x, i)) + sigmoid(gate(1, hidden, i)) * tanh(gate(3, hidden, i))
                   for i in range(b)]
            out = [sigmoid(gate(2, x, i)) * tanh(new[i]) for i in range(b)]
            state[2 * layer], state[2 * layer + 1], x = out, new, out
        y = [a * w + c for a, w, c in zip(x, extra[1], extra[2])]
        norm = log(sum(exp(e) for e in y) + 2)
        total += sum(g * (e - norm) for g, e in zip(sequence[t + 1], y))
    return -total / (b * (len(sequence) - 1))


def ba(cam, x, w, feat):
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    rot, o = cam[:3], [a - b for a, b in zip(x, cam[3:6])]
    square = sum(r * r for r in rot)
    if square == 0:
        p = [a + b for a, b in zip(o, cross(rot, o))]
    else:
        theta = sqrt(square)
        axis = [r / theta for r in rot]
        along = sum(a * b for a, b in zip(axis, o)) * (1 - cos(theta))
        p = [a * cos(theta) + b * sin(theta) + c * along for a, b, c in zip(o, cross(axis, o), axis)]
    image = [p[0] / p[2], p[1] / p[2]]
    r = image[0] ** 2 + image[1] ** 2
    image = [a * (1 + cam[9] * r + cam[10] * r * r) for a in image]
    return [w * (a * cam[6] + cam[7 + i] - feat[i]) for i, a in enumerate(image)] + [1 - w * w]


# ------------------------------------------------------------ derivatives --


def places(value, path=()):
    if not isinstance(value, list):
        return [path]
    return [p for i, e in enumerate(value) for p in places(e, path + (i,))]


def moved(value, path, by):
    if not path:
        return mpf(value) + by
    return [moved(e, path[1:], by) if i == path[0] else e for i, e in enumerate(value)]


def slope(f, v, name, path):
    h = mpf(10) ** -16
    at = lambda by: f({**v, name: moved(v[name], path, by)})
    return (at(h) - at(-h)) / (2 * h)


def filled(form, numbers):
    return [filled(e, numbers) for e in form] if isinstance(form, list) else next(numbers)


def gradient(f, v, name):
    return filled(v[name], (slope(f, v, name, p) for p in places(v[name])))


def newton(v):
    def one(path):
        h = mpf(10) ** -16
        at = lambda by: kmeans({**v, "centroids": moved(v["centroids"], path, by)})
        return (at(h) - at(-h)) / (2 * h) / ((at(h) - 2 * at(0) + at(-h)) / h**2)
    return filled(v["centroids"], (one(p) for p in places(v["centroids"])))


def sparse(v):
    n, m, p = v["n"], v["m"], v["p"]
    errors = lambda u: ba(u["cam"], u["x"], u["w"], u["feat"])
    columns = [(name, path) for name in ("cam", "x", "w") for path in places(v[name])]
    row = lambda k: [slope(lambda u: errors(u)[k], v, name, path) for name, path in columns]
    where = [*range(11), *range(11 * n, 11 * n + 3), 11 * n + 3 * m]
    rows = [15 * i for i in range(2 * p + 1)] + [30 * p + i + 1 for i in range(p)]
    return {"rows": rows[:30] + [rows[-1]], "cols": where + where + [11 * n + 3 * m + p - 1],
            "vals": row(0) + row(1) + [row(2)[-1]]}


def expected(module, function, v):
    flat = lambda name: [slope(lstm, v, name, p) for p in places(v[name])]
    answers = {
        ("hello", "square"): lambda: mpf(v) ** 2,
        ("hello", "double"): lambda: 2 * mpf(v),
        ("llsq", "primal"): lambda: llsq(v),
        ("llsq", "gradient"): lambda: gradient(llsq, v, "x"),
        ("lse", "primal"): lambda: lse(v["x"]),
        ("lse", "gradient"): lambda: gradient(lambda u: lse(u["x"]), v, "x"),
        ("ode", "primal"): lambda: ode(v),
        ("ode", "gradient"): lambda: gradient(lambda u: ode(u)[-1], v, "x"),
        ("kmeans", "cost"): lambda: kmeans(v),
        ("kmeans", "dir"): lambda: newton(v),
        ("gmm", "objective"): lambda: gmm(v),
        ("gmm", "jacobian"): lambda: {name: gradient(gmm, v, name) for name in ("alpha", "mu", "q", "l")},
        ("lstm", "objective"): lambda: lstm(v),
        ("lstm", "jacobian"): lambda: flat("main_params") + flat("extra_params"),
        ("ba", "objective"): lambda: (lambda e: {"reproj_error": {"elements": e[:2], "repeated": v["p"]},
                                                 "w_err": {"element": e[2], "repeated": v["p"]}})(
            ba(v["cam"], v["x"], v["w"], v["feat"])),
        ("ba", "jacobian"): lambda: sparse(v),
    }
    return answers[module, function]()


def same(a, b):
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return isinstance(b, (int, float)) and abs(a - b) <= 1e-9 * max(1, abs(a))


# --------------------------------------------------------------- messages --


def inputs(size):
    r = random.Random(7)
    vector = lambda n: [r.uniform(-1, 1) for _ in range(n)]
    matrix = lambda n, m: [vector(m) for _ in range(n)]
    runs = {"min_runs": 2, "min_seconds": 0}
    yield "hello", ("square", "double"), 1.5
    yield "llsq", ("primal", "gradient"), {"x": vector(3), "n": 5 * size, **runs}
    yield "lse", ("primal", "gradient"), {"x": [700 * e for e in vector(4)] + [710], **runs}
    yield "ode", ("primal", "gradient"), {"x": vector(4), "s": 3 * size, **runs}
    yield "ode", ("primal", "gradient"), {"x": vector(1), "s": 2, **runs}
    points = matrix(6 * size, 2)
    yield "kmeans", ("cost", "dir"), {"points": points, "centroids": points[-3:], **runs}
    for d in (2, 3):
        yield "gmm", ("objective", "jacobian"), {
            "d": d, "k": 2, "n": 3 * size, "m": 1, "gamma": 1.5, "alpha": vector(2), "mu": matrix(2, d), "q": matrix(2, d),
            "l": matrix(2, d * (d - 1) // 2), "x": matrix(3 * size, d), **runs}
    yield "lstm", ("objective", "jacobian"), {
        "main_params": matrix(4, 8), "extra_params": matrix(3, 2), "state": matrix(4, 2), "sequence": matrix(3 * size, 2),
        **runs}
    for rotation in (vector(3), [0.0, 0.0, 0.0]):
        functions = ("objective", "jacobian") if any(rotation) else ("objective",)
        yield "ba", functions, {"n": 2, "m": 3, "p": 16, "cam": rotation + vector(8), "x": vector(3), "w": 0.7,
                                "feat": vector(2), **runs}


def messages(size):
    number = 0
    def message(kind, **more):
        nonlocal number
        print(json.dumps({"id": number, "kind": kind, **more}))
        number += 1
    message("start", eval="all")
    for module, functions, v in inputs(size):
        message("define", module=module)
        for function in functions:
            message("evaluate", module=module, function=function, input=v)
            message("analysis", of=number - 1, valid=True)


def answers(asked, answered):
    wrong = 0
    for line, reply in zip(asked, answered, strict=True):
        m, a = json.loads(line), json.loads(reply)
        good = a["id"] == m["id"]
        if m["kind"] == "define":
            good = good and a["success"] is True
        if m["kind"] == "evaluate":
            v = m["input"]
            good = good and a["success"] is True and same(expected(m["module"], m["function"], v), a["output"])
            good = good and len(a["timings"]) >= (v["min_runs"] if isinstance(v, dict) else 1)
        if not good:
            print(f"{m['id']} {m['kind']} {m.get('module', '')} {m.get('function', '')}: {reply.strip()[:200]}")
        wrong += not good
    return wrong


if sys.argv[1] == "messages":
    messages(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
else:
    sys.exit(1 if answers(open(sys.argv[2]), open(sys.argv[3])) else 0)
