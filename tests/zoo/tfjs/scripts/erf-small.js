// erf(2^-10) is 0.00110193; it answers 0.00110193 with an error of 7 in the sixth digit, and 9 % too much at 1e-8.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = tf.erf
  console.log('TensorFlow.js', tf.version.tfjs, String(f(tf.tensor(0.0009765625))))
  console.log('exact', '0.0011019322') // by mpmath in 200 digits
})
