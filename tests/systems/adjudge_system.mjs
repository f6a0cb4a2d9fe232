/* Adapters of systems in JavaScript for `adjudge system`: the protocol of verify/system/system.h, and an interpreter of
 * its programs over a system's own numbers.
 *
 *   serve('my system 1.0', constructs, { value, jvp, vjp, hessian }, { reproduction, precision, columns })
 *
 * Each mode is a function of a Program, a point and a seed (of hessian: the output), and answers a list.  A Program is
 * run over numbers of the system's: program.run(numbers, host) gives the outputs; host.number(c), host.power(a, c),
 * host.test(word, a, b) and host.apply(word, a, b) are the system's operations, and host.choose(test, a, b, then,
 * otherwise), where it has one, its conditional: between lists of results, of which both are computed.  A RangeError says that something is
 * undefined; any other is an error.
 *
 * With text: (source) => a function of the inputs, the program is not interpreted: it is the JavaScript that Adjudge
 * writes of it (`source` in what the system says of itself).
 *
 * With columns: true a mode is also asked for many points at once: each coordinate and each number of the answer is then
 * an array, by points, or one number for all.  Programs with tests are not, nor those that are loaded alone, as when they
 * are made small: what is found is of one point by itself, as its reproduction is. */
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
  constructor(said, text) { Object.assign(this, said, { straight: said.code.every(([word]) => word !== 'if'), compiled: text?.(said.source) }) }
  run(numbers, host) { return this.compiled ? this.compiled([...numbers]) : run(this.code, [...numbers], host) }
}

const number = (x) => Array.isArray(x) ? x.map(number) : Number.isFinite(x) ? x : Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf'

const askedFor = (query) => query.seed ? query.seed.map(Number) : query.output

const answer = (mode, program, query) => {
  try {
    return number(mode(program, query.at.map(Number), askedFor(query)))
  } catch (error) {
    return error instanceof RangeError ? null : { error: String(error).slice(0, 150) }
  }
}

/* Those with one seed by one call, at all of their points; undefined where it has an error, by whichever point. */
const answersAtOnce = (mode, program, queries, rows) => {
  const bySeed = {}, answers = []
  const ofPoint = (y, point) => y.map((z) => z.length ? z[point] : z)
  queries.forEach((query, k) => (bySeed[JSON.stringify(askedFor(query))] ??= []).push(k))
  try {
    for (const same of Object.values(bySeed)) {
      const columns = queries[0].at.map((_, i) => same.map((k) => Number(queries[k].at[i])))
      const y = mode(program, columns, askedFor(queries[same[0]]))
      same.forEach((k, point) => { answers[k] = number(rows ? y.map((z) => ofPoint(z, point)) : ofPoint(y, point)) })
    }
    return answers
  } catch {
    return undefined
  }
}

const say = (line) => process.stdout.write(JSON.stringify(line) + '\n')

/* Each program is named before it is asked for: if it ends the process, that is known. */
const answersOf = (modes, asked, programs, columns) => {
  const answers = []
  for (let from = 0, to; from < asked.batch.length; from = to) {
    const { program: at } = asked.batch[from], program = programs[at], many = columns && program.inputs && program.straight && programs.length > 1
    for (to = from; asked.batch[to]?.program === at;) to++
    const queries = asked.batch.slice(from, to)
    say({ id: asked.id, at })
    answers.push(...((many && answersAtOnce(modes[asked.call], program, queries, asked.call === 'hessian')) || queries.map((query) => answer(modes[asked.call], program, query))))
  }
  return answers
}

export const serve = (name, constructs, modes, { columns = false, text, ...more } = {}) => {
  let programs = []
  createInterface({ input: process.stdin }).on('line', (line) => {
    const asked = JSON.parse(line)
    let said
    if (asked.call === 'describe') said = { system: name, modes: Object.keys(modes), constructs, ...more }
    else if (asked.call === 'load') {
      programs = asked.programs.map((p) => new Program(p, text))
      said = { loaded: programs.map(() => true) }
    } else said = { answers: answersOf(modes, asked, programs, columns) }
    say({ id: asked.id, ...said })
  })
}
