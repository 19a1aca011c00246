import type { SavedCard } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

type Expiry = Pick<SavedCard, 'expMonth' | 'expYear'>

/** Returns true once the card's last month is over. */
export function hasExpired({ expMonth, expYear }: Expiry, now: Date): boolean {
  return Date.UTC(expYear, expMonth) <= now.getTime()
}

/** Returns "Expires 12/34", or "Expired 12/24" once the card's last month is over. */
export function expiryText(card: Expiry, now: Date): string {
  const { expMonth, expYear } = card
  const month = `${expMonth}`.padStart(2, '0')
  return `${hasExpired(card, now) ? i18n.t('Expired') : i18n.t('Expires')} ${month}/${`${expYear}`.slice(-2)}`
}
