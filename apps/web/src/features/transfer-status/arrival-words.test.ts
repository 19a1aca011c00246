import { expect, test } from 'vitest'
import { arrivalWords, nextTick } from './arrival-words.ts'

const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`)
const promised = {
  latest: '2026-11-21T23:28:00Z',
  clock: '23:28',
  network: 'MTN MoMo',
  medianSeconds: null,
}

test.each([
  ['20:28:00', '3 hours left'],
  ['22:48:00', '40 minutes left'],
  ['23:18:30', '10 minutes left'],
  ['23:26:31', '2 minutes left'],
  ['23:27:00', '1 minute left'],
  ['23:27:01', 'under a minute left'],
  ['23:27:59', 'under a minute left'],
])('counts down to the latest time: at %s, %s', (time, words) => {
  expect(arrivalWords(promised, at(time))).toBe(`Arrives by 23:28 at the latest (${words})`)
})

test.each([
  [8, '22:48:00', 'Usually arrives in under a minute · by 23:28 at the latest (40 minutes left)'],
  [61, '22:48:00', 'Usually arrives in 2 minutes · by 23:28 at the latest (40 minutes left)'],
  [8, '23:27:55', 'Arrives by 23:28 at the latest (under a minute left)'],
  [3_600, '22:48:00', 'Arrives by 23:28 at the latest (40 minutes left)'],
])(
  'says what recent transfers took, unless that exceeds the promise: %d seconds',
  (medianSeconds, time, words) => {
    expect(arrivalWords({ ...promised, medianSeconds }, at(time))).toBe(words)
  },
)

test('says that it takes longer once the promised time has passed', () => {
  for (const time of ['23:28:00', '23:50:00']) {
    expect(arrivalWords(promised, at(time))).toBe(
      'This is taking longer than usual. We’re checking with MTN MoMo.',
    )
  }
})

test('looks at the clock more often in the last minute', () => {
  expect([nextTick(600_000), nextTick(60_000), nextTick(-1)]).toEqual([30_000, 1_000, 1_000])
})
