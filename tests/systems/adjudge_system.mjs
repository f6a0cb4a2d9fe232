/* Adapters of systems in JavaScript for `adjudge system`: the protocol of verify/system/system.h, and an interpreter of
 * its programs over a system's own numbers.
 *
 *   serve('my system 1.0', constructs, { value, jvp, vjp, hessian }, { reproduction, precision })
 *
 * Each mode is a function of a Program, a point and a seed (of hessian: the output), and answers a list.  A Program is
 * run over numbers of the system's: program.run(numbers, host) gives the outputs; host.number(c), host.power(a, c),
 * host.test(word, a, b) and host.apply(word, a, b) are the system's operations, and host.choose(test, a, b, then,
 * otherwise), where it has one, its conditional: between lists of results, of which both are computed.  A RangeError says that something is
 * undefined; any other is an error. */
import { createInterface } from 'node:readline'

const run = (code, registers, host) => {
  for (const statement of code) {
    const [word, a, b] = statement
    if (word === 'return') return statement.slice(1).map((r) => registers[r])
    if (word === 'if') {
      const [, test, left, right, then, otherwise] = statement
      if (host.choose) return host.choose(test, registers[left], registers[right], run(then, [...registers], host), run(otherwise, [...registers], host))
      return run(host.test(test, registers[left], registers[right]) ? then : otherwise, registers, host)
    }
    registers.push(word === 'number' ? host.number(a) : word === '^' ? host.power(registers[a], b) : host.apply(word, registers[a], registers[b]))
  }
}

class Program {
  constructor(said) { Object.assign(this, said) }
  run(numbers, host) { return run(this.code, [...numbers], host) }
}

const number = (x) => Array.isArray(x) ? x.map(number) : Number.isFinite(x) ? x : Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf'

const answer = (mode, programs, query) => {
  try {
    return number(mode(programs[query.program], query.at.map(Number), query.seed ? query.seed.map(Number) : query.output))
  } catch (error) {
    return error instanceof RangeError ? null : { error: String(error).slice(0, 150) }
  }
}

const say = (line) => process.stdout.write(JSON.stringify(line) + '\n')

export const serve = (name, constructs, modes, more = {}) => {
  let programs = []
  createInterface({ input: process.stdin }).on('line', (line) => {
    const asked = JSON.parse(line)
    let said
    if (asked.call === 'describe') said = { system: name, modes: Object.keys(modes), constructs, ...more }
    else if (asked.call === 'load') {
      programs = asked.programs.map((p) => new Program(p))
      said = { loaded: programs.map(() => true) }
    } else said = { answers: asked.batch.map((query, k) => {
      if (k === 0 || query.program !== asked.batch[k - 1].program) say({ id: asked.id, at: query.program })
      return answer(modes[asked.call], programs, query)
    }) }
    say({ id: asked.id, ...said })
  })
}
