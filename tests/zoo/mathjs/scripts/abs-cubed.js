// |x|^3: its derivative at 0 is 0; it answers NaN.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.derivative('abs(x)^3', 'x').evaluate({ x: 0 })))
console.log('exact', '0.0') // by mpmath in 200 digits
