/** An amount as `formatAmount` groups it, or one with fewer or more decimals. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Returns the text of an amount field after an edit, without the commas that we added. Otherwise "25,000.00" would
 * become "25,00" after four backspaces, which the parser reads as 25.00. Keeps commas that the customer typed, and a
 * text that replaces everything.
 *
 * @param before The text before the edit, which replaced the characters between `start` and `end`.
 */
export function ungroup(after: string, before: string, start: number, end: number): string {
  const written = after.slice(start, Math.max(0, after.length - before.length + end))
  const isOurs = GROUPED.test(before) && !written.includes(',')
  return isOurs ? after.replace(/,/g, '') : after
}
