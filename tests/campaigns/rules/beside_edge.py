"""log (x x - y) as it is written: what rounds to 0 raises, in the value, in jvp and in vjp."""
from math import log
from adjudge_rule import serve


def slopes(x, y):
    rest = x * x - y
    return 2 * x / rest, -1 / rest


serve(
    value=lambda x, y: log(x * x - y),
    jvp=lambda args, tangents: sum(a * b for a, b in zip(slopes(*args), tangents)),
    vjp=lambda args, cotangent: [a * cotangent for a in slopes(*args)],
)
