import { expect, it } from 'vitest'
import { formatCalendarDate } from '@sesa/ui/format.ts'
import { openingLine } from './words.ts'

it.each([
  [{ from: '', to: '' }, 1_204, 'All transfers: 1,204 transfers'],
  [{ from: '2026-11-01', to: '2026-11-30' }, 1, '01 Nov 2026 to 30 Nov 2026: 1 transfer'],
  [{ from: '2026-11-24', to: '2026-11-24' }, 2, '24 Nov 2026: 2 transfers'],
  [{ from: '2026-11-01', to: '' }, 0, 'Since 01 Nov 2026: 0 transfers'],
  [{ from: '', to: '2026-11-30' }, 3, 'Until 30 Nov 2026: 3 transfers'],
  [{ from: '', to: '', search: 'ama' }, 2, 'All transfers, search “ama”: 2 transfers'],
  [
    { from: '2026-11-01', to: '', search: 'ama', status: 'sent' as const },
    2,
    'Since 01 Nov 2026, status Sent, search “ama”: 2 transfers',
  ],
])('a statement of %j with %i opens with “%s”', (filters, count, line) => {
  expect(openingLine({ search: '', status: null, ...filters }, count, formatCalendarDate)).toBe(line)
})
