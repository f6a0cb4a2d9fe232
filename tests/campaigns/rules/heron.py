"""The area of a triangle by Heron's formula, and its gradient by the area."""
from math import sqrt
from adjudge_rule import serve


def area(a, b, c):
    p = (a + b + c) / 2
    return sqrt(p * (p - a) * (p - b) * (p - c))


def slope(a, b, c):
    return a * (b * b + c * c - a * a) / (8 * area(a, b, c))


serve(value=area, vjp=lambda args, w: [w * slope(*args), w * slope(*args[1:], args[0]), w * slope(args[2], *args[:2])])
