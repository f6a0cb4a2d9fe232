// max at (1, 1, 1): the entries of a gradient sum to 1, as max(x + t) = max(x) + t; they sum to 3.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = (x) => tf.max(x)
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor([1, 1, 1])])))
  console.log('exact', 'a sum of 1') // by mpmath in 200 digits
})
