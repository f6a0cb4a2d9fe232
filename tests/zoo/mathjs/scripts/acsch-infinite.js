// acsch(-1e-9) is -21.4; it answers -Infinity.
const math = require('mathjs')

console.log('math.js', math.version, math.format(math.evaluate('acsch(x)', { x: -1e-9 })))
console.log('exact', '-21.416413017506356757') // by mpmath in 200 digits
