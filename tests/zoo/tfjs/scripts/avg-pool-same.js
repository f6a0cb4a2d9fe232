// avgPool with padding, seeds 1: the corner that is in all four windows has the slope 1/4 + 1/2 + 1/2 + 1; it is 1/4 in each.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = (x) => tf.avgPool(tf.reshape(x, [1, 2, 2, 1]), 2, 1, 'same')
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor([1, 2, 3, 4])])))
  console.log('exact', '0.25, 0.75, 0.75, 2.25') // by mpmath in 200 digits
})
