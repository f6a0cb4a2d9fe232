"""The logistic function without overflow: a formula for each sign."""
import math
from adjudge_rule import serve


def sigmoid(x):
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    e = math.exp(x)
    return e / (1 + e)


def slope(x):
    return sigmoid(x) * sigmoid(-x)


serve(
    value=sigmoid,
    jvp=lambda args, tangents: slope(args[0]) * tangents[0],
    vjp=lambda args, cotangent: [slope(args[0]) * cotangent],
)
