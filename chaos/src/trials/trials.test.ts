import { expect, test } from 'vitest'
import { PLANTS } from './seeded-bugs.ts'
import { TRIALS } from './index.ts'
import { isFound, makeTrial, plantNamed, trialsNamed } from './run.ts'

/** The short form; `npm run chaos -- --scenario all` runs every trial and every planted bug. */
const QUICK = ['stale-lease', 'lost-refund', 'lost-commit']
const QUICK_PLANTS = ['lease-fence']
const PATIENCE = { timeout: 900_000 }

test('every plant names a trial, and every name is used once', () => {
  expect(PLANTS.map(({ trial }) => trialsNamed(trial))).toHaveLength(PLANTS.length)
  expect(new Set(TRIALS.map(({ name }) => name)).size).toBe(TRIALS.length)
  expect(() => trialsNamed('nothing')).toThrow(/No trial is called nothing/)
  expect(() => plantNamed('nothing')).toThrow(/No plant is called nothing/)
})

test.each(QUICK)('the product stands: %s', PATIENCE, async (name) => {
  const [trial] = trialsNamed(name)
  expect(trial && (await makeTrial(trial))).toMatchObject({ problems: [] })
})

test.each(QUICK_PLANTS)('a planted bug is found: %s', PATIENCE, async (name) => {
  const plant = plantNamed(name)
  const [trial] = trialsNamed(plant.trial)
  const made = trial && (await makeTrial(trial, plant))
  expect(made && isFound(plant, made), JSON.stringify(made)).toBe(true)
})
