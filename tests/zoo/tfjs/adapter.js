/* TensorFlow.js, in single precision on the plain CPU backend: vjp by its gradients, jvp2 by gradients of them.
 * One line a function, by its name in functions.prims; `adapter.js --list` prints the names. */
console.warn = console.info = () => {} // it advertises
const tf = require('@tensorflow/tfjs')
const { serve } = require('adjudge_rule')

const m = (x) => tf.reshape(x, [2, 2])
const functions = {
  square: tf.square, cube: (x) => tf.pow(x, 3), neg: tf.neg, abs: tf.abs, sign: tf.sign, reciprocal: tf.reciprocal,
  sqrt: tf.sqrt, rsqrt: tf.rsqrt, exp: tf.exp, expm1: tf.expm1, log: tf.log, log1p: tf.log1p, sin: tf.sin, cos: tf.cos,
  tan: tf.tan, asin: tf.asin, acos: tf.acos, atan: tf.atan, sinh: tf.sinh, cosh: tf.cosh, tanh: tf.tanh,
  asinh: tf.asinh, acosh: tf.acosh, atanh: tf.atanh, erf: tf.erf, sigmoid: tf.sigmoid, softplus: tf.softplus,
  logsigmoid: tf.logSigmoid, relu: tf.relu, relu6: tf.relu6, leaky_relu: (x) => tf.leakyRelu(x, 0.25), elu: tf.elu,
  selu: tf.selu, clamp: (x) => tf.clipByValue(x, -1, 2), add: tf.add, sub: tf.sub, mul: tf.mul, div: tf.div, pow: tf.pow,
  atan2: tf.atan2, maximum: tf.maximum, minimum: tf.minimum, mse: tf.squaredDifference, fmod: tf.mod,
  sum: tf.sum, mean: tf.mean, prod: tf.prod, cumsum: (x) => tf.cumsum(x), logsumexp: tf.logSumExp, softmax: tf.softmax,
  log_softmax: tf.logSoftmax, norm: tf.norm, maximum_of: tf.max, minimum_of: tf.min, dot: tf.dot,
  outer: (x, y) => tf.outerProduct(x, y), matmul: (a, b) => tf.matMul(m(a), m(b)), transpose: (a) => tf.transpose(m(a)),
  take: (x) => tf.gather(x, [2, 0, 2]), flip: (x) => tf.reverse(x), broadcast: tf.add,
  prelu: tf.prelu, variance_of: (x) => tf.moments(x).variance, avg_pool_same: (x) => tf.avgPool(tf.reshape(x, [1, 2, 2, 1]), 2, 1, 'same'),
  maximum_broadcast: tf.maximum, difference_broadcast: tf.squaredDifference, mul_broadcast: tf.mul, norm_one: (x) => tf.norm(x, 1),
}

const flat = (y) => (y.size === 1 ? tf.reshape(y, []) : tf.reshape(y, [-1]))
const read = (y) => (y.rank === 0 ? y.dataSync()[0] : Array.from(y.dataSync()))
const tensors = (args) => args.map((x) => tf.tensor(x))

const rules = (f) => {
  const gradients = (inputs, w) => tf.grads((...x) => flat(f(...x)))(inputs, w)
  return {
    value: (...args) => tf.tidy(() => read(flat(f(...tensors(args))))),
    vjp: (args, w) => tf.tidy(() => gradients(tensors(args), tf.tensor(w)).map(read)),
  }
}

const serveAll = async () => {
  await tf.setBackend('cpu')
  serve(Object.fromEntries(Object.entries(functions).map(([name, f]) => [name, rules(f)])))
}

if (process.argv[2] === '--list') console.log(Object.keys(functions).join(' '))
else if (process.argv[2] === '--version') console.log('TensorFlow.js', tf.version.tfjs)
else serveAll()
