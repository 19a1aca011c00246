import { expect, test } from 'vitest'
import { addSpans, minutesAt, SPAN_ENDS } from './spans.ts'

const counts = (of: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: SPAN_ENDS.length + 1 }, (_, nth) => of[nth] ?? 0)
const lastSpan = SPAN_ENDS.length

test.each<[string, number[], number, number | null]>([
  ['nothing for no transfers', counts({}), 0.5, null],
  ['nothing for a day without counts', [], 0.5, null],
  // 45 to 60 seconds: half of them within 52.5.
  ['the middle of the only span', counts({ 5: 4 }), 0.5, 52.5 / 60],
  ['the end of the first span at its share', counts({ 0: 95, 18: 5 }), 0.95, 10 / 60],
  ['the next span beyond that share', counts({ 0: 94, 18: 6 }), 0.95, (3_600 + (1 / 6) * 1_800) / 60],
  ['the beginning of the last span', counts({ [lastSpan]: 3 }), 0.5, 259_200 / 60],
])('interpolates %s', (_what, given, share, minutes) => {
  const found = minutesAt(given, share)
  if (minutes === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(minutes, 6)
})

test('adds up the counts of days, also of none', () => {
  expect(addSpans([], counts({ 2: 1 }))).toEqual(counts({ 2: 1 }))
  expect(addSpans(counts({ 2: 1, 3: 4 }), counts({ 2: 5, [lastSpan]: 1 }))).toEqual(
    counts({ 2: 6, 3: 4, [lastSpan]: 1 }),
  )
})

test('its spans are in order', () => {
  expect([...SPAN_ENDS]).toEqual([...SPAN_ENDS].toSorted((one, other) => one - other))
})
