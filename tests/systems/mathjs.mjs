/* math.js before `adjudge system`: expressions, differentiated as such by math.derivative, and evaluated. */
import { createRequire } from 'node:module'
import { serve } from './adjudge_system.mjs'

const math = createRequire(import.meta.url)('mathjs')
const { ConstantNode, FunctionNode, OperatorNode, SymbolNode } = math
const operators = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' }
const functions = 'sin cos tan exp log sqrt tanh abs asin acos atan sinh cosh asinh acosh atanh cbrt log10'.split(' ')
const call = (name, ...of) => new FunctionNode(new SymbolNode(name), of.map(own))
const own = (node) => node.cloneDeep() // as the parser makes them: a node in two places is differentiated as if in one

const host = {
  number: (c) => new ConstantNode(c),
  power: (a, c) => new OperatorNode('^', 'pow', [own(a), c < 0 ? new OperatorNode('-', 'unaryMinus', [new ConstantNode(-c)]) : new ConstantNode(c)]),
  apply: (word, a, b) => {
    if (operators[word]) return new OperatorNode(word, operators[word], [own(a), own(b)])
    if (word === 'neg') return new OperatorNode('-', 'unaryMinus', [own(a)])
    if (word === 'pow') return new OperatorNode('^', 'pow', [own(a), own(b)])
    if (word !== 'sigmoid') return call(word, a)
    return host.apply('/', host.number(1), host.apply('+', host.number(1), call('exp', host.apply('neg', a))))
  },
}

const symbols = (program) => Array.from({ length: program.inputs }, (_, i) => new SymbolNode(`x${i}`))
const at = (code, x) => {
  const found = code.evaluate(Object.fromEntries(x.map((a, i) => [`x${i}`, a])))
  if (typeof found !== 'number') throw new RangeError('no real number')
  return found
}
/* Of an output the derivative along inputs, compiled when it is first asked for. */
const compiled = (program, output, ...along) => {
  program.terms ??= program.run(symbols(program), host)
  program.kept ??= {}
  return (program.kept[[output, along]] ??= along.reduce((y, i) => math.derivative(y, `x${i}`), program.terms[output]).compile())
}
const range = (n) => [...Array(n).keys()]
const dot = (v, f) => v.reduce((sum, d, i) => (d === 0 ? sum : sum + d * f(i)), 0)

const modes = {
  value: (p, x) => range(p.outputs).map((o) => at(compiled(p, o), x)),
  jvp: (p, x, v) => range(p.outputs).map((o) => dot(v, (i) => at(compiled(p, o, i), x))),
  vjp: (p, x, w) => x.map((_, i) => dot(w, (o) => at(compiled(p, o, i), x))),
  hessian: (p, x, output) => x.map((_, i) => x.map((_, j) => at(compiled(p, output, i, j), x))),
}

const tail = `]\`)
const n = $N, point = [$X], scope = Object.fromEntries(point.map((a, i) => ['x' + i, a]))
const partial = (y, i) => math.derivative(y, 'x' + i), at = (y) => y.evaluate(scope)
const dot = (v, f) => v.reduce((sum, d, i) => (d === 0 ? sum : sum + d * f(i)), 0), range = [...Array(n).keys()]
`
const reproduction = {
  language: 'infix', suffix: 'js', comment: '// ', head: "const math = require('mathjs')\nconst f = math.parse(`[",
  value: tail + "console.log('value', ...f.items.map(at))\n",
  jvp: tail + "console.log('jvp', ...f.items.map((y) => dot([$SEED], (i) => at(partial(y, i)))))\n",
  vjp: tail + "console.log('vjp', ...range.map((i) => dot([$SEED], (o) => at(partial(f.items[o], i)))))\n",
  hessian: tail + "console.log('hessian', ...range.flatMap((i) => range.map((j) => at(partial(partial(f.items[$OUTPUT], i), j)))))\n",
}
serve(`math.js ${math.version}`, [...Object.keys(operators), 'neg', '^', 'pow', 'sigmoid', ...functions], modes, { reproduction })
