// Slow: races between pay-outs and a list that changes.
import { expect, it } from 'vitest'
import { runScreeningRaces } from '../../../testing/screening-races.ts'

/**
 * The long form runs with `SCREENING_SEEDS=500 npx vitest run apps/api/src/domains/compliance/screening/races.all.test.ts`.
 */
const SEEDS = Number(process.env['SCREENING_SEEDS'] ?? 12)

it('no pay-out leaves while a match is open, with a list that changes, fails and answers late', async () => {
  const result = await runScreeningRaces(SEEDS)
  console.log(JSON.stringify({ seeds: SEEDS, ...result }))
  expect(result).toMatchObject({ transfers: SEEDS * 3, violations: 0, stuck: 0, errors: [] })
  expect(result.sent + result.held).toBe(SEEDS * 3)
  expect(result.held).toBeGreaterThan(0)
})

it('finds the pay-outs that leave when the update does not check again', async () => {
  const locked = await runScreeningRaces(4, { matchedAfterCheck: 1 })
  const unlocked = await runScreeningRaces(4, { matchedAfterCheck: 1, without: 'lock' })
  expect(locked.violations).toBe(0)
  expect(unlocked.violations).toBeGreaterThan(0)
})
