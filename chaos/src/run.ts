/** `npm run chaos`: what breaks when processes die, networks lie and clocks differ. See docs/chaos.md. */
import { parseArgs } from 'node:util'
import { runModel, summary } from './model/run.ts'
import { runCrashPoints } from './points/run.ts'
import { seedOf } from './seed.ts'

const { values: flags } = parseArgs({
  options: {
    'crash-points': { type: 'boolean' },
    only: { type: 'string' },
    most: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    'kills-every': { type: 'string' },
    lanes: { type: 'string' },
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
  return recovered.length === results.length && unreached.length + broken.length === 0 && results.length > 0
}

async function model(seed: number): Promise<boolean> {
  const until = performance.now() + 60_000 * number(flags.minutes, Infinity)
  const seeds = number(flags.seeds, flags.minutes === undefined ? 60 : Infinity)
  let begun = 0
  const totals = await runModel({
    seed,
    say,
    goOn: () => performance.now() < until && begun++ < seeds,
    killsEvery: number(flags['kills-every'], 10),
    lanes: number(flags.lanes, 2),
  })
  say(summary(totals))
  return totals.failures.length === 0 && totals.seeds > 0
}

function number(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : Number.parseFloat(text)
}

const seed = seedOf(flags.seed)
say(`seed ${seed}`)
const passed = await (flags['crash-points'] ? crashPoints(seed) : model(seed))
process.exitCode = passed ? 0 : 1
