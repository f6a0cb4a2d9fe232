"""Huber's loss; the threshold is data."""
from adjudge_rule import serve


def value(x, d):
    return x * x / 2 if abs(x) < d else d * (abs(x) - d / 2)


def slope(x, d):
    return max(-d, min(x, d))


serve(
    value=value,
    jvp=lambda args, tangents: slope(*args) * tangents[0],
    vjp=lambda args, cotangent: [slope(*args) * cotangent],
)
