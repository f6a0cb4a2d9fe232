// cbrt: its derivative at -8 is 1/12; it answers a complex number.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.derivative('cbrt(x)', 'x').evaluate({ x: -8 })))
console.log('exact', '0.083333333333333333333') // by mpmath in 200 digits
