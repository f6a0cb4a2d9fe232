"""x^2 e^y with its first three derivatives, and the value beside the first."""
import math
from adjudge_rule import serve


def second(x, y, v, u):
    return 2 * v[0] * u[0] + 2 * x * (v[0] * u[1] + v[1] * u[0]) + x * x * v[1] * u[1]


def third(x, v, u, t):
    twice = v[0] * u[0] * t[1] + v[0] * u[1] * t[0] + v[1] * u[0] * t[0]
    once = v[0] * u[1] * t[1] + v[1] * u[0] * t[1] + v[1] * u[1] * t[0]
    return 2 * twice + 2 * x * once + x * x * v[1] * u[1] * t[1]


serve(
    value=lambda x, y: x * x * math.exp(y),
    primal=lambda args, tangents: args[0] ** 2 * math.exp(args[1]),
    jvp=lambda args, v: (2 * args[0] * v[0] + args[0] ** 2 * v[1]) * math.exp(args[1]),
    vjp=lambda args, w: [2 * args[0] * math.exp(args[1]) * w, args[0] ** 2 * math.exp(args[1]) * w],
    jvp2=lambda args, v, u: second(*args, v, u) * math.exp(args[1]),
    jvp3=lambda args, v, u, t: third(args[0], v, u, t) * math.exp(args[1]),
)
