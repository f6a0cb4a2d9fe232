// squaredDifference of an array and a number: the gradient of the number is to be summed over the array; it throws.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = tf.squaredDifference
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor([1, 2, 4]), tf.tensor(3)])))
  console.log('exact', '-4, -2, 2 and 4') // by mpmath in 200 digits
})
