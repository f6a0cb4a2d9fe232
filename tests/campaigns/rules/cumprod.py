"""The cumulative product: every factor but one, so that zeros do no harm."""
from math import prod
from adjudge_rule import serve


def others(x, i, j):
    return prod(x[k] for k in range(i + 1) if k != j)


serve(
    value=lambda x: [prod(x[: i + 1]) for i in range(len(x))],
    jvp=lambda args, tangents: [
        sum(others(args[0], i, j) * tangents[0][j] for j in range(i + 1)) for i in range(len(args[0]))
    ],
    vjp=lambda args, cotangent: [
        [sum(others(args[0], i, j) * cotangent[i] for i in range(j, len(args[0]))) for j in range(len(args[0]))]
    ],
)
