"""A matrix times a vector, by the lists that they are at any size."""
from adjudge_rule import serve


def times(a, x):
    return [sum(p * q for p, q in zip(row, x, strict=True)) for row in a]


def jvp(args, tangents):
    (a, x), (da, dx) = args, tangents
    return [p + q for p, q in zip(times(da, x), times(a, dx), strict=True)]


def vjp(args, cotangent):
    (a, x), w = args, cotangent
    return [[[c * q for q in x] for c in w], [sum(c * row[j] for c, row in zip(w, a, strict=True)) for j in range(len(x))]]


serve(value=times, jvp=jvp, vjp=vjp)
