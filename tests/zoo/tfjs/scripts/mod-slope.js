// mod(1, 0.1): the float 0.1 is a little more than 1/10, so that 9 multiples of it are in 1: the slope is -9; it answers -10.
const tf = require('@tensorflow/tfjs')

tf.setBackend('cpu').then(() => {
  const f = tf.mod
  console.log('TensorFlow.js', tf.version.tfjs, String(tf.grads(f)([tf.tensor(1), tf.tensor(0.1)])))
  console.log('exact', '1, -9') // by mpmath in 200 digits
})
