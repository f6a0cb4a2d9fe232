// maximum of an array and a number: the gradient of the number is to be summed over the array; it throws.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = tf.maximum
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor([1, 2, 4]), tf.tensor(3)])))
  console.log('exact', '0, 0, 1 and 2') // by mpmath in 200 digits
})
