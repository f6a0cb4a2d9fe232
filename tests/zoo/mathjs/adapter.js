/* math.js: its symbolic derivative, evaluated; one line a function, by its name in functions.prims.
 * `adapter.js --list` prints the names. */
const math = require('mathjs')
const { serve } = require('adjudge_rule')

const functions = {
  square: 'x^2', cube: 'x x x', neg: '-x', abs: 'abs(x)', reciprocal: '1/x', sqrt: 'sqrt(x)',
  rsqrt: '1/sqrt(x)', pow_three: 'x^3', pow_half: 'x^(1/2)', pow_minus_two: 'x^(-2)', exp: 'exp(x)', exp2: '2^x',
  log: 'log(x)', log2: 'log(x, 2)', log10: 'log10(x)', sin: 'sin(x)', cos: 'cos(x)',
  tan: 'tan(x)', sec: 'sec(x)', csc: 'csc(x)', cot: 'cot(x)', asin: 'asin(x)', acos: 'acos(x)', atan: 'atan(x)',
  sinh: 'sinh(x)', cosh: 'cosh(x)', tanh: 'tanh(x)', sech: 'sech(x)', csch: 'csch(x)', coth: 'coth(x)',
  asinh: 'asinh(x)', acosh: 'acosh(x)', atanh: 'atanh(x)', acoth: 'acoth(x)', asech: 'asech(x)', acsch: 'acsch(x)',
  asec: 'asec(x)', acsc: 'acsc(x)', cbrt: 'cbrt(x)', nth_root: 'nthRoot(x, 3)',
  power_of_power: '(x^2)^0.5', abs_cubed: 'abs(x)^3', exp_of_product: 'exp(x y)', softplus: 'log(1 + exp(x))',
  sigmoid: '1 / (1 + exp(-x))', softsign: 'x / (1 + abs(x))', xexpx: 'x exp(x)', add: 'x + y', sub: 'x - y', mul: 'x y', div: 'x / y', pow: 'x^y',
  xlogy: 'x log(y)', mse: '(x - y)^2', fma: 'x y + z', log_of_base: 'log(x, y)', logaddexp: 'log(exp(x) + exp(y))',
  poisson_nll: 'exp(x) - y x', entr: '-x log(x)', logit: 'log(x / (1 - x))', silu: 'x / (1 + exp(-x))', norm3: 'sqrt(x^2 + y^2 + z^2)',
}

const real = (x) => {
  if (typeof x !== 'number') throw new TypeError(`no real number: ${math.format(x)}`)
  return x
}

// The partial derivatives are made when they are first asked for, without simplification as with it.
const rules = (text) => {
  const names = ['x', 'y', 'z'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const compiled = {}
  const partial = (along) => (compiled[along.join()] ??= along.reduce((f, name) => math.derivative(f, name), math.parse(text)).compile())
  const scope = (args) => Object.fromEntries(names.map((name, k) => [name, args[k]]))
  const at = (args, ...along) => real(partial(along).evaluate(scope(args)))
  const dot = (f, v) => names.reduce((sum, name, k) => (v[k] === 0 ? sum : sum + f(name) * v[k]), 0)
  return {
    value: (...args) => at(args),
    jvp: (args, v) => dot((name) => at(args, name), v),
    vjp: (args, w) => names.map((name) => (w === 0 ? 0 : at(args, name) * w)),
    jvp2: (args, v, u) => dot((name) => dot((other) => at(args, name, other), u), v),
  }
}

if (process.argv[2] === '--list') console.log(Object.keys(functions).join(' '))
else if (process.argv[2] === '--version') console.log('math.js', math.version)
else serve(Object.fromEntries(Object.entries(functions).map(([name, text]) => [name, rules(text)])))
