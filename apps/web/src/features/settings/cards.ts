import type { SavedCard } from '@sesa/contract'

/** Returns "Expires 12/34", or "Expired 12/24" once the card's last month is over. */
export function expiryText(
  { expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>,
  now: Date,
): string {
  const isOver = Date.UTC(expYear, expMonth) <= now.getTime()
  const month = `${expMonth}`.padStart(2, '0')
  return `${isOver ? 'Expired' : 'Expires'} ${month}/${`${expYear}`.slice(-2)}`
}
