// (x^2)^0.5 is |x|: its derivative at -2 is -1; it answers 1.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.derivative('(x^2)^0.5', 'x').evaluate({ x: -2 })))
console.log('exact', '-1.0') // by mpmath in 200 digits
