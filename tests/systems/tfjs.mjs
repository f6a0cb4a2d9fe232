/* TensorFlow.js before `adjudge system`, in single precision on its plain CPU backend: reverse mode by tf.grads, and
 * reverse over reverse for second derivatives.  VARIANT=conditional: tests are answered by
 * tf.where; VARIANT=text: programs as the text of JavaScript. */
import { createRequire } from 'node:module'
import { serve } from './adjudge_system.mjs'

console.warn = console.info = () => {} // it advertises
const tf = createRequire(import.meta.url)('@tensorflow/tfjs')
const conditional = process.env.VARIANT === 'conditional', text = process.env.VARIANT === 'text'
const words = { '+': tf.add, '-': tf.sub, '*': tf.mul, '/': tf.div, max: tf.maximum, min: tf.minimum }
for (const name of 'neg sin cos tan exp log sqrt tanh sigmoid abs sign asin acos atan sinh cosh asinh acosh atanh expm1 log1p erf atan2 pow'.split(' '))
  words[name] = tf[name]
const tests = { '<': tf.less, '<=': tf.lessEqual, '==': tf.equal }

const host = {
  number: (c) => tf.scalar(c),
  power: (a, c) => tf.pow(a, tf.scalar(c)),
  test: (word, a, b) => tests[word](a, b).dataSync()[0] === 1,
  apply: (word, a, b) => (b === undefined ? words[word](a) : words[word](a, b)),
}
if (conditional) host.choose = (word, a, b, then, otherwise) => then.map((y, o) => tf.where(tests[word](a, b), y, otherwise[o]))

const read = (y) => y.rank === 0 ? y.dataSync()[0] : y.arraySync() // of one point, or of each
const tensors = (x) => x.map((a) => tf.tensor(a))
/* It will not differentiate what does not depend on an input: each is added, times 0. */
const gradient = (f, x) => tf.grads((...at) => at.reduce((sum, a) => tf.add(sum, tf.mul(a, tf.scalar(0))), f(at)))(x)

const modes = {
  value: (program, x) => tf.tidy(() => program.run(tensors(x), host).map(read)),
  vjp: (program, x, w) => tf.tidy(() => gradient((at) => program.run(at, host).map((y, o) => tf.mul(tf.scalar(w[o]), y)).reduce((a, b) => tf.add(a, b)), tensors(x)).map(read)),
  hessian: (program, x, output) => tf.tidy(() => x.map((_, i) => gradient((at) => gradient((of) => program.run(of, host)[output], at)[i], tensors(x)).map(read))),
}

const show = `
// each input is added, times 0: what does not depend on one is not differentiated
const grads = (g, x) => tf.grads((...at) => at.reduce((sum, a) => tf.add(sum, tf.mul(a, tf.scalar(0))), g(at)))(x)
const x = [$X].map((a) => tf.scalar(a)), read = (y) => y.dataSync()[0]
`
const reproduction = {
  language: 'tfjs', suffix: 'js', head: "console.warn = console.info = () => {}\nconst tf = require('@tensorflow/tfjs')\n\n",
  value: show + "console.log('value', ...f(x).map(read))\n",
  vjp: show + "console.log('vjp', ...grads((at) => f(at).map((y, o) => tf.mul(tf.scalar([$SEED][o]), y)).reduce((a, b) => tf.add(a, b)), x).map(read))\n",
  hessian: show + "console.log('hessian', ...x.flatMap((_, i) => grads((at) => grads((of) => f(of)[$OUTPUT], at)[i], x).map(read)))\n",
}
await tf.setBackend('cpu')
serve(`TensorFlow.js ${tf.version.tfjs}${conditional ? ', its conditional' : text ? ', text, literals, nested' : ''}`, ['^', ...Object.keys(words), ...Object.keys(tests)], modes,
  { reproduction, precision: 'single', variant: { conditional }, columns: true,
    ...(text && { source: { language: 'tfjs', literals: true, nested: true }, text: (source) => new Function('tf', `return ${source}`)(tf) }) })
