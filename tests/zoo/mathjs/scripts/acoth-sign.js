// acoth: its derivative 1/(1 - x^2) at 2 is -1/3; it answers 1/3.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.derivative('acoth(x)', 'x').evaluate({ x: 2 })))
console.log('exact', '-0.33333333333333333333') // by mpmath in 200 digits
