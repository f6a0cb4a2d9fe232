// min at (1, 1, 2): the entries of a gradient sum to 1, as min(x + t) = min(x) + t; they sum to 2.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = (x) => tf.min(x)
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor([1, 1, 2])])))
  console.log('exact', 'a sum of 1') // by mpmath in 200 digits
})
