import { expect, test } from 'vitest'
import { drawChart, type Point } from './chart.ts'

const points = (...values: (number | null)[]): Point[] =>
  values.flatMap((value, index) => (value === null ? [] : [{ day: 100 + index, value: BigInt(value) }]))

test.each<[string, Point[], { from: number; to: number }, string | undefined, number | undefined]>([
  [
    'a line from the lowest to the highest',
    points(10, 30, 20),
    { from: 100, to: 102 },
    'M0 192L360 8L720 100',
    0,
  ],
  [
    'a line broken at a missing day',
    points(10, 20, null, 20, 10),
    { from: 100, to: 104 },
    'M0 192L180 8M540 8L720 192',
    1,
  ],
  [
    'a dot for a day between two gaps',
    points(10, null, 20, null, 10),
    { from: 100, to: 104 },
    'M0 192h0M360 8h0M720 192h0',
    2,
  ],
  ['a flat line in the middle', points(10, 10, 10), { from: 100, to: 102 }, 'M0 100L360 100L720 100', 0],
  ['a line that begins late', points(null, null, 10, 20), { from: 100, to: 103 }, 'M480 192L720 8', 2],
  ['a line that ends early', points(10, 20, null), { from: 100, to: 102 }, 'M0 192L360 8', 0],
  ['nothing for one day', points(10), { from: 100, to: 102 }, undefined, undefined],
  ['nothing for no day', [], { from: 100, to: 102 }, undefined, undefined],
])('draws %s', (_what, given, span, path, missing) => {
  const chart = drawChart(given, span)
  expect(chart?.path).toBe(path)
  expect(chart?.missing).toBe(missing)
})

test('names the first lowest and the first highest day, and the last one', () => {
  expect(drawChart(points(20, 10, 30, 10, 30, 25), { from: 100, to: 105 })).toMatchObject({
    lowest: { day: 101, value: 10n },
    highest: { day: 102, value: 30n },
    last: { day: 105, value: 25n },
  })
})
