/**
 * The ends of the spans of time from card to wallet, in seconds; the last span has no end. Days keep how many transfers were in
 * each span, so that days can be added up. The order of stored counts: never change the list, only add a table for another one.
 */
export const SPAN_ENDS = [
  ...[10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_200, 1_800, 2_700, 3_600],
  ...[5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 64_800, 86_400, 129_600, 172_800, 259_200],
] as const

/** Adds up counts of spans. */
export const addSpans = (one: readonly number[], other: readonly number[]): readonly number[] =>
  Array.from({ length: SPAN_ENDS.length + 1 }, (_, nth) => (one[nth] ?? 0) + (other[nth] ?? 0))

/**
 * Returns the minutes within which this share of the transfers arrived, interpolated in its span; null for none. In the last
 * span, its beginning.
 */
export function minutesAt(counts: readonly number[], share: number): number | null {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share
  if (wanted === 0) return null
  let before = 0
  for (const [nth, count] of counts.entries()) {
    const [from, to] = [SPAN_ENDS[nth - 1] ?? 0, SPAN_ENDS[nth] ?? SPAN_ENDS.at(-1) ?? 0]
    if (before + count >= wanted && count > 0) return (from + ((wanted - before) / count) * (to - from)) / 60
    before += count
  }
  return null
}
