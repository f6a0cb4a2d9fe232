"""The determinant of a 2 x 2 matrix."""
from adjudge_rule import serve


def slope(a, v):
    return a[0] * v[3] + a[3] * v[0] - a[1] * v[2] - a[2] * v[1]


serve(
    value=lambda a: a[0] * a[3] - a[1] * a[2],
    jvp=lambda args, tangents: slope(args[0], tangents[0]),
    vjp=lambda args, w: [[args[0][3] * w, -args[0][2] * w, -args[0][1] * w, args[0][0] * w]],
    jvp2=lambda args, tangents, along: slope(along[0], tangents[0]),
)
