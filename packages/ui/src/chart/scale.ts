import { nice, ticks } from 'd3-array'

type Ends = readonly [number, number]

/** Returns the map of one range to another that keeps proportions. d3's own brings colours and formats that no chart needs. */
export const linear =
  ([from, to]: Ends, [start, end]: Ends) =>
  (value: number): number =>
    start + ((value - from) / (to - from)) * (end - start)

/** Returns the same over logarithms, for values above zero. */
export function logarithmic([from, to]: Ends, range: Ends): (value: number) => number {
  const map = linear([Math.log10(from), Math.log10(to)], range)
  return (value) => map(Math.log10(value))
}

/** Keeps a value between two ends. */
export const clamp = (value: number, [low, high]: Ends): number => Math.min(Math.max(value, low), high)

/** Returns about four round values over a range, and the range widened to them. */
export function roundTicks(
  [low, high]: Ends,
  isWhole: boolean,
): { readonly ends: Ends; readonly at: number[] } {
  const ends = nice(low, high, 4)
  return { ends, at: ticks(...ends, 4).filter((tick) => !isWhole || Number.isInteger(tick)) }
}
