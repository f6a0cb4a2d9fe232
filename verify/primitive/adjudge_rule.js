/* Rules in JavaScript for `adjudge campaign --exec 'node my_rule.js'`, which finds this module by itself.
 *
 *   const { serve } = require('adjudge_rule')
 *   serve({ value: (x) => ..., jvp: (args, tangents) => ..., vjp: (args, cotangent) => ... })
 *   serve({ softplus: { value: ..., jvp: ..., vjp: ... }, ... })   // many, by the name of the primitive
 *
 * Arguments are numbers and (nested) arrays; jvp answers a value of the result's shape, vjp an array with one of each
 * real argument's shape; null where the function is undefined. */
const lines = require('readline').createInterface({ input: process.stdin })

const numbers = (x) => {
  if (x === null) return null
  if (Array.isArray(x) || ArrayBuffer.isView(x)) return Array.from(x, numbers)
  if (typeof x !== 'number') throw new TypeError(`no number: ${x}`)
  if (Object.is(x, -0)) return '-0'
  return Number.isFinite(x) ? x.toExponential(17) : Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf'
}
// A number is taken as it is: by way of a string -0 would be 0.
const values = (x) => (Array.isArray(x) ? x.map(values) : typeof x === 'string' ? Number(x.replace('inf', 'Infinity')) : x)

const answer = (rule, call, query) => {
  try {
    const [args, ...more] = Object.values(query).map(values) // seed; seed and along of jvp2; high of enclosure
    return numbers(call === 'value' ? rule.value(...args) : rule[call](args, ...more))
  } catch (error) {
    return error instanceof RangeError ? null : { error: String(error) }
  }
}

exports.serve = (rules) => {
  const table = Object.values(rules).some((rule) => typeof rule === 'object')
  let rule = rules
  const say = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) // what a rule prints is shown as errors are
  lines.on('line', (line) => {
    const { id, call, name, batch } = JSON.parse(line)
    if (call === 'describe') rule = table ? (rules[name] ?? {}) : rules
    const said = call === 'describe' ? { offers: Object.keys(rule), again: table } : { answers: batch.map((query) => answer(rule, call, query)) }
    say(JSON.stringify({ id, ...said }) + '\n')
  })
}
