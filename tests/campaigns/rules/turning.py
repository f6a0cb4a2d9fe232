"""The square, and where it lies on a box: between the squares of the ends, or from 0 on where it turns inside."""
from math import inf, nextafter
from adjudge_rule import serve


def enclosure(args, high):
    ends = args[0] * args[0], high[0] * high[0]
    least = 0.0 if args[0] <= 0 <= high[0] else min(ends)
    return [nextafter(least, -inf), nextafter(max(ends), inf)]


serve(
    value=lambda x: x * x,
    jvp=lambda args, tangents: 2 * args[0] * tangents[0],
    vjp=lambda args, cotangent: [2 * args[0] * cotangent],
    enclosure=enclosure,
)
