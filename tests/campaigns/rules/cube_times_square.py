"""x^2 y^3 with its first two derivatives."""
from adjudge_rule import serve


def by_y_twice(x, y):
    return 6 * x * x * y


def jvp2(args, v, u):
    x, y = args
    return 2 * y**3 * v[0] * u[0] + 6 * x * y * y * (v[0] * u[1] + v[1] * u[0]) + by_y_twice(x, y) * v[1] * u[1]


serve(
    value=lambda x, y: x * x * y**3,
    jvp=lambda args, v: 2 * args[0] * args[1] ** 3 * v[0] + 3 * args[0] ** 2 * args[1] ** 2 * v[1],
    vjp=lambda args, w: [2 * args[0] * args[1] ** 3 * w, 3 * args[0] ** 2 * args[1] ** 2 * w],
    jvp2=jvp2,
)
