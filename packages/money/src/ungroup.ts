/** An amount as `formatAmount` groups it, also with fewer or more decimals. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Returns the text of an amount field after an edit, without the commas that we had put there: between the digits that are
 * left, the customer's own rules for commas would read "25,00" as 25.00, four backspaces after "25,000.00". A comma that
 * the customer writes stays, and so does a text that replaces all.
 *
 * @param before The text before the edit; what stood between `start` and `end` was replaced.
 */
export function ungroup(after: string, before: string, start: number, end: number): string {
  const written = after.slice(start, Math.max(0, after.length - before.length + end))
  const isOurs = GROUPED.test(before) && !written.includes(',')
  return isOurs ? after.replace(/,/g, '') : after
}
