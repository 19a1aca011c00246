import { fromMajorString, type CurrencyCode, type Money } from '@sesa/money'
import { Refused } from '../../../lib/refused.ts'

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
/** 99,999,999,999.99: beyond it a conversion would not fit a JSON number to the last minor unit. */
const MAX_WHOLE_DIGITS = 11

/**
 * Parses an amount in major units from a query string: digits and one point, at most two decimals. Clients parse other
 * notations. Throws Refused `amount_not_a_number`, `amount_negative`, `amount_too_many_decimals` or `amount_above_limit`.
 */
export function readTypedAmount<C extends CurrencyCode>(text: string, currency: C): Money<C> {
  const match = DECIMAL.exec(text)
  if (!match) throw new Refused('amount_not_a_number', { field: 'amount' })
  const [, sign, whole = '', fraction = ''] = match
  if (sign) throw new Refused('amount_negative', { field: 'amount' })
  if (fraction.length > 2) throw new Refused('amount_too_many_decimals', { field: 'amount' })
  if (whole.replace(/^0+/, '').length > MAX_WHOLE_DIGITS) {
    const message = `Maximum ${currency} 99,999,999,999.99. Enter less.`
    throw new Refused('amount_above_limit', { field: 'amount', message })
  }
  return fromMajorString(text, currency)
}
