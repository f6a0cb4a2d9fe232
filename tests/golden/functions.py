#!/usr/bin/env python3
# Figures of the library of functions by mpmath in 80 digits, each by its definition there: writes
# tests/unit/function_figures.def.  Columns: name, parameters, x, y, value, d/dx, d/dy, (d/dx)^2.
from mpmath import mp, mpf, diff
import mpmath as m

mp.dps = 80


def rounding(x):
    return m.sign(x) * m.floor(abs(x) + mpf(1) / 2)


def even(x):
    n = m.floor(x + mpf(1) / 2)
    return n - 1 if n - x == mpf(1) / 2 and n % 2 == 1 else n


def trunc(x):
    return m.sign(x) * m.floor(abs(x))


one = {
    'asin': (m.asin, '-0.75 0.5 0.0078125 0'),
    'acos': (m.acos, '-0.75 0.5 0'),
    'atan': (m.atan, '-3 0.25 100 0'),
    'sinh': (m.sinh, '-2 0.125 5 0'),
    'cosh': (m.cosh, '-2 0.125 5 0'),
    'asinh': (m.asinh, '-40 0.125 3 0'),
    'acosh': (m.acosh, '1.0625 3 1000'),
    'atanh': (m.atanh, '-0.9375 0.25 0.0009765625 0'),
    'exp2': (lambda x: mpf(2)**x, '-3.5 0.25 10 0'),
    'expm1': (m.expm1, '-3 0.0009765625 2 0'),
    'log1p': (m.log1p, '-0.5 0.0009765625 7 0'),
    'log2': (lambda x: m.log(x, 2), '0.375 3 1024'),
    'log10': (m.log10, '0.375 3 1000'),
    'cbrt': (lambda x: m.sign(x) * m.cbrt(abs(x)), '-3 0.375 8'),
    'floor': (m.floor, '-2.5 0.25 7.75'),
    'ceil': (m.ceil, '-2.5 0.25 7.75'),
    'trunc': (trunc, '-2.5 0 7.75'),
    'round': (rounding, '-2.75 0.25 7.75'),
    'erf': (m.erf, '-0.5 0.0078125 3 0'),
    'erfc': (m.erfc, '-0.5 0.25 6 0'),
    'erfinv': (m.erfinv, '-0.5 0.0625 0.9375 0'),
    'normcdf': (m.ncdf, '-6 0.25 2 0'),
    'lgamma': (lambda x: m.log(abs(m.gamma(x))), '-2.5 0.25 9'),
    'tgamma': (m.gamma, '-2.5 0.25 5'),
    'digamma': (m.digamma, '-2.5 0.25 9'),
    'j0': (lambda x: m.besselj(0, x), '-1.5 0.25 20'),
    'j1': (lambda x: m.besselj(1, x), '-1.5 0.25 20'),
    'y0': (lambda x: m.bessely(0, x), '0.25 2 20'),
    'y1': (lambda x: m.bessely(1, x), '0.25 2 20'),
    'i0': (lambda x: m.besseli(0, x), '-1.5 0.25 9'),
    'i1': (lambda x: m.besseli(1, x), '-1.5 0.25 9'),
}
two = {
    'atan2': (m.atan2, '1 2, 3 -0.5, -1 -2, -0.25 4, 0 2'),
    'hypot': (m.hypot, '3 4, -0.5 0.25, 0 2'),
    'pow': (lambda x, y: x**y, '2 0.5, 0.375 -3, 3 2, 1 7'),
    'fmod': (lambda x, y: x - y * trunc(x / y), '7.25 2, -7.25 2, 7.25 -2, 0.5 3'),
    'remainder': (lambda x, y: x - y * even(x / y), '7.25 2, -7.25 2, 7.5 -2, 0.5 3'),
    'copysign': (lambda x, y: abs(x) * m.sign(y), '3 -2, -3 -2, -3 0.5'),
    'beta': (m.beta, '2.5 0.75, 1 1, 4 7'),
}
parametric = {
    'polygamma': (lambda p, x: m.polygamma(int(p[0]), x), '0: 0.25 -2.5, 1: 0.25 -2.5 7, 3: 1.5'),
    'gammainc': (lambda p, x: m.gammainc(p[0], 0, x, regularized=True), '2: 0.25 5, 3/4: 1.5, 5/2: 4'),
    'betainc': (lambda p, x: m.betainc(p[0], p[1], 0, x, regularized=True), '2 3: 0.25 0.75, 1/2 5/2: 0.125'),
    'jn': (lambda p, x: m.besselj(int(p[0]), x), '2: 0.25 -7, 5: 3, -1: 2'),
    'yn': (lambda p, x: m.bessely(int(p[0]), x), '2: 0.25 7, 5: 3, -1: 2'),
    'besseli': (lambda p, x: m.besseli(int(p[0]), x), '2: 0.25 -3, 5: 3, -1: 2'),
}


def exact(text):
    above, _, below = text.partition('/')
    return mpf(above) / mpf(below or '1')


def show(x):
    x = mpf(0) if abs(x) < mpf(10)**-60 else x  # the differences' own noise
    return '"%s"' % m.nstr(x, 40, strip_zeros=True)


def row(name, parameters, at, f):
    x = [mpf(t) for t in at]
    by = [diff(f, x, tuple(int(i == k) for i in range(len(x)))) for k in range(len(x))]
    twice = diff(f, x, (2,) + (0,) * (len(x) - 1))
    figures = [f(*x), by[0], by[1] if len(x) == 2 else mpf(0), twice]
    print('FIGURE("%s", "%s", "%s", "%s", %s)' %
          (name, parameters, at[0], at[1] if len(x) == 2 else '0', ', '.join(map(show, figures))))


for name, (f, points) in one.items():
    for at in points.split():
        row(name, '', [at], f)
for name, (f, points) in two.items():
    for at in points.split(', '):
        row(name, '', at.split(), f)
for name, (f, points) in parametric.items():
    for group in points.split(', '):
        parameters, _, ats = group.partition(': ')
        p = [exact(t) for t in parameters.split()]
        for at in ats.split():
            row(name, parameters, [at], lambda x, p=p, f=f: f(p, x))
