// coth(1e-17) is 1e17; it answers Infinity.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.evaluate('coth(x)', { x: 1e-17 })))
console.log('exact', '1.0e+17') // by mpmath in 200 digits
