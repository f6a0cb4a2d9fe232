"""A solver of x^3 + x = a by Newton's iteration.  Its derivatives are those of the equation at the solution (CHAD,
section 10), not of the steps: (3 x^2 + 1) x' = a'."""
from math import copysign
from adjudge_rule import serve


def root(a):
    x = min(abs(a), abs(a) ** (1 / 3))  # not below the solution: f is convex there
    for _ in range(100):
        step = (x * x * x + x - abs(a)) / (3 * x * x + 1)
        if x - step == x:
            break
        x -= step
    return copysign(x, a)


def slope(a):
    x = root(a)
    return 1 / (3 * x * x + 1)


serve(
    value=root,
    jvp=lambda args, tangents: slope(args[0]) * tangents[0],
    vjp=lambda args, cotangent: [slope(args[0]) * cotangent],
)
