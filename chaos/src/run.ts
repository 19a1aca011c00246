/** `npm run chaos`: shows what breaks when processes die, networks misbehave and clocks differ. See docs/chaos.md. */
import { parseArgs } from 'node:util'
import { runModel, summary } from './model/run.ts'
import { readReached, runCrashPoints } from './points/run.ts'
import { SEEDED_BUGS } from './trials/seeded-bugs.ts'
import { seedOf } from './seed.ts'
import { isFound, makeTrial, runTrials, seededBug, trialsNamed } from './trials/run.ts'

const { values: flags } = parseArgs({
  options: {
    'crash-points': { type: 'boolean' },
    only: { type: 'string' },
    most: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    write: { type: 'boolean' },
    minutes: { type: 'string' },
    'kills-every': { type: 'string' },
    lanes: { type: 'string' },
    pays: { type: 'string' },
    scenario: { type: 'string' },
    'seeded-bug': { type: 'string' },
    'seeded-bugs': { type: 'boolean' },
  },
})

function say(line: string): void {
  console.log(line)
}

async function crashPoints(seed: number): Promise<boolean> {
  const { only, most } = flags
  const run = await runCrashPoints({
    seed,
    say,
    ...(only !== undefined && { only }),
    ...(most !== undefined && { atMost: Number.parseInt(most, 10) }),
    ...(flags.write && { write: true }),
    // A run of some points needs only the scenarios that reach them.
    ...(only !== undefined && !flags.write && { reached: readReached() }),
  })
  const { results, broken, unreached, points, targets } = run
  const recovered = results.filter(({ play, problems }) => play !== undefined && problems.length === 0)
  const missed = results.filter(({ play, problems }) => play === undefined && problems.length === 0)
  for (const point of unreached) say(`NO SCENARIO REACHES ${point}: add one to chaos/src/scenarios`)
  for (const { target } of missed) say(`NOT REACHED AGAIN: ${target.process} at ${target.point}`)
  const killed = new Set(recovered.map(({ target }) => target.point)).size
  say(
    `R6 ${recovered.length} of ${results.length} kills recovered, ${killed} of ${points} points (${targets} targets), seed ${seed}`,
  )
  return (
    recovered.length === results.length &&
    unreached.length + broken.length === 0 &&
    (results.length > 0 || most === '0')
  )
}

async function model(seed: number): Promise<boolean> {
  const until = performance.now() + 60_000 * number(flags.minutes, Infinity)
  const seeds = number(flags.seeds, flags.minutes === undefined ? 60 : Infinity)
  let begun = 0
  const totals = await runModel({
    seed,
    say,
    shouldContinue: () => performance.now() < until && begun++ < seeds,
    killsEvery: number(flags['kills-every'], 10),
    lanes: number(flags.lanes, 2),
    pays: flags.pays === 'wallet' ? 'wallet' : 'card',
  })
  say(summary(totals))
  return totals.failures.length === 0 && totals.seeds > 0
}

/** Runs a trial with a seeded bug, which makes it fail, so this exits with 1. */
async function trySeededBug(name: string): Promise<boolean> {
  const bug = seededBug(name)
  const [trial] = trialsNamed(bug.trial)
  if (trial === undefined) return false
  say(`${bug.name}: ${bug.what}; trial ${trial.name}`)
  const made = await makeTrial(trial, bug)
  for (const problem of made.problems) say(`  BROKEN ${problem}`)
  say(isFound(bug, made) ? 'The seeded bug was found.' : 'THE SEEDED BUG WAS NOT FOUND.')
  return made.problems.length === 0
}

/** Tries every seeded bug. Returns whether each was found. */
async function trySeededBugs(): Promise<boolean> {
  let found = 0
  for (const bug of SEEDED_BUGS) {
    const [trial] = trialsNamed(bug.trial)
    if (trial === undefined) continue
    const made = await makeTrial(trial, bug)
    const isRed = isFound(bug, made)
    found += isRed ? 1 : 0
    const [first = 'nothing'] = made.problems.filter((problem) => bug.rules.test(problem))
    say(
      `${bug.name.padEnd(18)} ${bug.trial.padEnd(12)} ${isRed ? 'found' : 'NOT FOUND'}: ${first.slice(0, 120)}`,
    )
  }
  say(`${found} of ${SEEDED_BUGS.length} seeded bugs were found`)
  return found === SEEDED_BUGS.length
}

function number(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : Number.parseFloat(text)
}

const seed = seedOf(flags.seed)
say(`seed ${seed}`)
process.exitCode = (await chosen()) ? 0 : 1

function chosen(): Promise<boolean> {
  if (flags['crash-points']) return crashPoints(seed)
  if (flags.scenario !== undefined) return runTrials(trialsNamed(flags.scenario), say)
  if (flags['seeded-bug'] !== undefined) return trySeededBug(flags['seeded-bug'])
  return flags['seeded-bugs'] ? trySeededBugs() : model(seed)
}
