"""The square of what x^2 + 3y is beyond 7.75, or 0."""
from adjudge_rule import serve


def excess(x, y):
    return max(x * x + 3 * y - 7.75, 0.0)


def gradient(x, y):
    q = excess(x, y)
    return [4 * q * x, 6 * q]


serve(
    value=lambda x, y: excess(x, y) ** 2,
    jvp=lambda args, tangents: sum(g * t for g, t in zip(gradient(*args), tangents)),
    vjp=lambda args, cotangent: [g * cotangent for g in gradient(*args)],
)
