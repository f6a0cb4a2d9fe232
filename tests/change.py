#!/usr/bin/python3
"""A file with bytes changed, left out and repeated at random.

    change.py FILE SEED"""
import random, sys

text, seed = bytearray(open(sys.argv[1], "rb").read()), int(sys.argv[2])
random.seed(seed)
for _ in range(random.choice([1, 2, 5, 20])):
    at = random.randrange(len(text))
    kind = random.randrange(3)
    if kind == 0:
        text[at] = random.choice(b"()[]:;#|\"0123456789.- \n\0\xffaeiouxyz$")
    elif kind == 1:
        del text[at:at + random.randrange(1, 12)]
    else:
        text[at:at] = text[random.randrange(len(text)):][:random.randrange(1, 24)]
sys.stdout.buffer.write(text)
