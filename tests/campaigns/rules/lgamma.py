"""log gamma and digamma: the recurrence up to 12, then the asymptotic series."""
import math
from adjudge_rule import serve


def digamma(x):
    if x < 1e-300:
        return -1 / x
    below = 0.0
    while x < 12:
        below += 1 / x
        x += 1
    y = 1 / (x * x)
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (5 / 660 - y * 691 / 32760)))))
    return math.log(x) - 0.5 / x - series - below


serve(
    value=lambda x: math.lgamma(x),
    jvp=lambda args, tangents: digamma(args[0]) * tangents[0],
    vjp=lambda args, cotangent: [digamma(args[0]) * cotangent],
)
