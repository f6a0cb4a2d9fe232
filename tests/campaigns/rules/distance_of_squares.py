"""(x - y)^2, whatever it is the root of."""
from adjudge_rule import serve


def slope(x, y):
    return 2 * (x - y)


serve(
    value=lambda x, y: (x - y) * (x - y),
    jvp=lambda args, tangents: slope(*args) * (tangents[0] - tangents[1]),
    vjp=lambda args, cotangent: [slope(*args) * cotangent, -slope(*args) * cotangent],
)
