import { expect, it } from 'vitest'
import { formatCalendarDate } from '../../lib/format.ts'
import { openingLine } from './words.ts'

it.each([
  ['', '', 1_204, 'All transfers: 1,204 transfers'],
  ['2026-11-01', '2026-11-30', 1, '01 Nov 2026 to 30 Nov 2026: 1 transfer'],
  ['2026-11-24', '2026-11-24', 2, '24 Nov 2026: 2 transfers'],
  ['2026-11-01', '', 0, 'Since 01 Nov 2026: 0 transfers'],
  ['', '2026-11-30', 3, 'Until 30 Nov 2026: 3 transfers'],
])('a statement from %j to %j of %i opens with “%s”', (from, to, count, line) => {
  expect(openingLine({ from, to }, count, formatCalendarDate)).toBe(line)
})
