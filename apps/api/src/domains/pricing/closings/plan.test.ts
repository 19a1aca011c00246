import { expect, it } from 'vitest'
import { spanProblem } from './plan.ts'

const NOW = new Date('2026-11-26T12:00:00Z')

it.each([
  ['2026-11-29T01:00:00Z', '2026-11-29T04:00:00Z', null],
  ['2026-11-26T11:00:00Z', '2026-11-26T13:00:00Z', null],
  ['2026-11-29T04:00:00Z', '2026-11-29T04:00:00Z', /ends before it starts/],
  ['2026-11-26T10:00:00Z', '2026-11-26T12:00:00Z', /already be over/],
  ['2026-11-27T00:00:00Z', '2026-12-11T00:00:00Z', null],
  ['2026-11-27T00:00:00Z', '2026-12-11T00:00:01Z', /at most 14 days/],
  ['2027-02-24T12:00:00Z', '2027-02-25T00:00:00Z', null],
  ['2027-02-24T12:00:01Z', '2027-02-25T00:00:00Z', /at most 90 days ahead/],
])('from %s to %s: %s', (from, until, expected) => {
  const problem = spanProblem({ from: new Date(from), until: new Date(until) }, NOW)
  if (expected === null) expect(problem).toBeNull()
  else expect(problem).toMatch(expected)
})
