#!/usr/bin/python3
"""Certificates that say what is false, with hypotheses that make it follow, or that say nothing.

    forge.py FOLDER GOOD

In the folder GOOD are three that hold: of a program without inputs, of a quotient and of a function.  Each other is well-formed and has its digest; what it claims of x * x, or of y * x, follows from what it takes for granted.
"""
import struct
import sys

INPUT, CONSTANT, ADD, SUB, MUL, NEG = range(6)
GIVEN = 19
DERIVATIVE = 1


def digest(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return h


def certificate(inputs, program, above, numbers, steps, claims, givens):
    source = [(INPUT, i, 0) for i in range(inputs)] + program
    counts = (inputs, len(source), len(numbers), 0, len(above), len(steps), len(claims), len(givens))
    data = b"ADJCERT2" + struct.pack("<8I", *counts)
    data += b"".join(struct.pack("<BII", *node) for node in source + above)
    data += b"".join(struct.pack("<q", number) for number in numbers)
    data += b"".join(struct.pack("<B4I", *step) for step in steps)
    data += b"".join(struct.pack("<B3I", *claim) for claim in claims)
    data += b"".join(struct.pack("<2I", *given) for given in givens)
    return data + struct.pack("<Q", digest(data))


SAME, VALUE = 0, 0
SQUARE = [(MUL, 0, 0)]  # s1 = x x: its value is n2, its derivative n5; x is n0, dx is n1
PRODUCT = [(MUL, 1, 0)]  # s2 = y x of x, y: n4 and n7; dx is n2, dy is n3


def assuming(inputs, above, givens, program=None):
    """What it claims, the value of the program, is so; what it takes for granted besides is not."""
    program, value = program or (SQUARE if inputs == 1 else PRODUCT), 2 * inputs
    return certificate(inputs, program, above, [0, 1], [(SAME, value, value, 0, 0)], [(VALUE, value, inputs, 0)], givens)


FORGED = {
    "nothing": certificate(1, SQUARE, [], [0], [], [], []),
    # that the derivative of x x is x, taken for granted
    "claim": certificate(1, SQUARE, [], [0], [(GIVEN, 0, 5, 0, 0)], [(DERIVATIVE, 0, 1, 0)], [(0, 5)]),
    "from-the-right": assuming(1, [], [(5, 0)]),
    # (x x) (x x) = 1: no input is that quotient
    "of-a-node": assuming(1, [(CONSTANT, 1, 0), (MUL, 2, 2)], [(7, 6)]),
    # dx = x dx: x is a function of itself
    "of-itself": assuming(1, [(MUL, 0, 1)], [(1, 6)]),
    # dx = y dy, dy = x dx
    "of-each-other": assuming(2, [(MUL, 1, 3), (MUL, 0, 2)], [(2, 8), (3, 9)]),
    # dy = x dx, dy = y dx
    "twice": assuming(2, [(MUL, 0, 2), (MUL, 1, 2)], [(3, 8), (3, 9)]),
    # x y = 1, and any dy
    "half": assuming(2, [(CONSTANT, 1, 0), (MUL, 0, 1)], [(9, 8)]),
    # dy = (y y) dx: without its sign
    "square": assuming(2, [(MUL, 1, 1), (MUL, 8, 2)], [(3, 9)]),
    # x y = 1, dy = x dx: a quotient, but by the rule of functions
    "other-slope": assuming(2, [(CONSTANT, 1, 0), (MUL, 0, 1), (MUL, 0, 2)], [(9, 8), (3, 10)]),
    # dy = z dx, z any
    "free-slope": assuming(3, [(MUL, 2, 3)], [(4, 10)], SQUARE),
    # dy = (y + (z + y)) dx
    "free-in-part": assuming(3, [(MUL, 10, 3)], [(4, 14)], [(ADD, 1, 2), (ADD, 1, 3)]),
    # 0 y = 1, and (x - x) y = 1, with the slope of a quotient
    "of-zero": assuming(2, [(CONSTANT, 1, 0), (MUL, 8, 1), (MUL, 1, 1), (MUL, 14, 11), (NEG, 15, 0)], [(13, 12), (3, 16)], [*PRODUCT, (CONSTANT, 0, 0)]),
    "of-what-vanishes": assuming(2, [(CONSTANT, 1, 0), (MUL, 8, 1), (MUL, 1, 1), (MUL, 14, 11), (NEG, 15, 0)], [(13, 12), (3, 16)], [*PRODUCT, (SUB, 0, 0)]),
    "beyond": assuming(1, [], [(99, 5)]),
}
for name, data in FORGED.items():
    with open(f"{sys.argv[1]}/{name}.cert", "wb") as out:
        out.write(data)
# x y = 1 and dy = - (y y) dx: what a quotient is
with open(f"{sys.argv[2]}/quotient.cert", "wb") as out:
    out.write(assuming(2, [(CONSTANT, 1, 0), (MUL, 0, 1), (MUL, 1, 1), (MUL, 10, 2), (NEG, 11, 0)], [(9, 8), (3, 12)]))
# dy = (y + (x + y)) dx: a function of x
with open(f"{sys.argv[2]}/function.cert", "wb") as out:
    out.write(assuming(2, [(MUL, 8, 2)], [(3, 12)], [(ADD, 0, 1), (ADD, 1, 2)]))
with open(f"{sys.argv[2]}/number.cert", "wb") as out:
    out.write(certificate(0, [(CONSTANT, 1, 0)], [], [0, 5], [(SAME, 0, 0, 0, 0)], [(VALUE, 0, 0, 0)], []))
print(len(FORGED))
