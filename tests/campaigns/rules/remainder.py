"""fmod; the number of multiples is found from the remainder, which is exact."""
import math
from fractions import Fraction
from adjudge_rule import serve


def multiples(x, y):
    return math.trunc(Fraction(x) / Fraction(y))


serve(
    value=math.fmod,
    jvp=lambda args, tangents: tangents[0] - multiples(*args) * tangents[1],
    vjp=lambda args, cotangent: [cotangent, -multiples(*args) * cotangent],
)
