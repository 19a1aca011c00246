// Slow: a seeded bug for each way to lose money, which chaos must find.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../world/world.ts'
import { TRIALS } from './index.ts'
import { isFound, makeTrial, runTrial, seededBug, trialsNamed } from './run.ts'
import { SEEDED_BUGS } from './seeded-bugs.ts'

/**
 * The short form, whose trials share one world. `npm run chaos -- --scenario all` runs every trial in its own world,
 * `--seeded-bugs` tries every seeded bug.
 */
const QUICK = ['guards', 'same-key', 'stale-lease', 'lost-refund', 'ours-killed', 'lost-commit']
const QUICK_BUGS = ['lease-fence']
const PATIENCE = { timeout: 900_000 }

test('every seeded bug names a trial, and every name is used once', () => {
  expect(SEEDED_BUGS.map(({ trial }) => trialsNamed(trial))).toHaveLength(SEEDED_BUGS.length)
  expect(new Set(TRIALS.map(({ name }) => name)).size).toBe(TRIALS.length)
  expect(() => trialsNamed('nothing')).toThrow(/No trial is called nothing/)
  expect(() => seededBug('nothing')).toThrow(/No seeded bug is called nothing/)
})

describe('a world with several trials', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ wires: true })
  })
  afterAll(() => world.close())

  test.each(QUICK)('keeps every invariant: %s', PATIENCE, async (name) => {
    const [trial] = trialsNamed(name)
    expect(trial && (await runTrial(trial, world))).toMatchObject({ problems: [] })
  })
})

test.each(QUICK_BUGS)('finds the seeded bug: %s', PATIENCE, async (name) => {
  const bug = seededBug(name)
  const [trial] = trialsNamed(bug.trial)
  const made = trial && (await makeTrial(trial, bug))
  expect(made && isFound(bug, made), JSON.stringify(made)).toBe(true)
})
