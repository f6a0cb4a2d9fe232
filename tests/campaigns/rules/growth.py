"""A solver of x' = x (1 - x) by the classical method of Runge and Kutta.  Forward, the tangent solves the equation's
linearisation along with it; in reverse the cotangent solves the adjoint equation backwards in time (CHAD, section 10)."""
from adjudge_rule import serve

STEPS = 128


def solve(state, flow, time):
    h = time / STEPS
    for _ in range(STEPS):
        k1 = flow(*state)
        k2 = flow(*(s + h / 2 * k for s, k in zip(state, k1)))
        k3 = flow(*(s + h / 2 * k for s, k in zip(state, k2)))
        k4 = flow(*(s + h * k for s, k in zip(state, k3)))
        state = [s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4)]
    return state


def growth(x):
    return solve([x], lambda x: [x * (1 - x)], 1)[0]


serve(
    value=growth,
    jvp=lambda args, tangents: solve([args[0], tangents[0]], lambda x, v: [x * (1 - x), (1 - 2 * x) * v], 1)[1],
    vjp=lambda args, cotangent: [
        solve([growth(args[0]), cotangent], lambda x, w: [x * (1 - x), -(1 - 2 * x) * w], -1)[1]
    ],
)
