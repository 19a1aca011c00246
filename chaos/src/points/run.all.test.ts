// Slow: a crash at each named point, in a product that is restarted each time.
import { expect, test } from 'vitest'
import { seedOf } from '../seed.ts'
import { playNames, listReachablePoints, readReached, runCrashPoints } from './run.ts'

/** How many crash points a test run picks at random; `npm run chaos -- --crash-points` tries all of them. */
const KILLS = 10
const REMEDY =
  'add a scenario to chaos/src/scenarios, then run: npm run chaos -- --crash-points --most 0 --write'

test('scenarios reach every crash point', () => {
  const reached = readReached()
  const points = new Set(Object.keys(reached).map((key) => key.slice(key.indexOf(' ') + 1)))
  expect([...points].sort(), REMEDY).toEqual([...listReachablePoints().points].sort())
  const plays = new Set(playNames())
  expect(
    Object.values(reached)
      .flat()
      .filter((name) => !plays.has(name)),
    REMEDY,
  ).toEqual([])
})

test('a process that dies at a named point leaves nothing broken', { timeout: 1_200_000 }, async () => {
  const seed = seedOf(process.env['CHAOS_SEED'])
  // Without the points that no chaos run reaches: a failure shows only its first lines.
  const said: string[] = []
  const run = await runCrashPoints({
    seed,
    atMost: KILLS,
    lanes: 1,
    reached: readReached(),
    say: (line) => void (line.startsWith('cannot be reached') || said.push(line)),
  })
  const notRecovered = run.results.filter(({ play, problems }) => play === undefined || problems.length > 0)
  const told = `seed ${seed}\n${said.join('\n')}`
  expect(
    notRecovered.map(({ target }) => `${target.process} ${target.point}`),
    told,
  ).toEqual([])
  expect(run.results).toHaveLength(KILLS)
  console.log(
    `R6 ${run.results.length} of ${run.targets} kills, all recovered; ${run.points} points; seed ${seed}`,
  )
})
