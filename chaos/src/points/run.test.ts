import { expect, test } from 'vitest'
import { seedOf } from '../seed.ts'
import { runCrashPoints } from './run.ts'

/** How many crash points each run of the tests picks at random; `npm run chaos -- --crash-points` kills at all of them. */
const KILLS = 6

test('keeps every invariant when a process dies at a crash point', { timeout: 1_200_000 }, async () => {
  const seed = seedOf(process.env['CHAOS_SEED'])
  const said: string[] = []
  const run = await runCrashPoints({ seed, atMost: KILLS, say: (line) => void said.push(line) })
  const notRecovered = run.results.filter(({ play, problems }) => play === undefined || problems.length > 0)
  const events = `seed ${seed}\n${said.join('\n')}`
  expect(run.unreached, 'add a scenario to chaos/src/scenarios that reaches these').toEqual([])
  expect(run.broken, events).toEqual([])
  expect(
    notRecovered.map(({ target }) => `${target.process} ${target.point}`),
    events,
  ).toEqual([])
  expect(run.results).toHaveLength(KILLS)
  console.log(
    `R6 ${run.results.length} of ${run.targets} kills, all recovered; ${run.points} points; seed ${seed}`,
  )
})
