import { BYTE_ORDER_MARK, csvLine } from '@sesa/contract'
import { money, toMajorString, isCurrencyCode } from '@sesa/money'
import type { DayReport } from './report.ts'

const HEADER = ['Date', 'Account', 'Currency', 'Entry', 'Debit', 'Credit']

const major = (minor: bigint, currency: string): string => {
  if (!isCurrencyCode(currency)) throw new Error(`${currency} is not a currency of the books`)
  return toMajorString(money(minor, currency))
}

/**
 * Returns the journal of days as CSV for accounting: a line for each account and kind of entry. Money into an account is a
 * credit and money out a debit, so debits and credits of a currency are equal.
 */
export function journalOfDays(days: readonly Pick<DayReport, 'day' | 'accounts'>[]): string {
  return BYTE_ORDER_MARK + [HEADER, ...days.flatMap(linesOf)].map(csvLine).join('')
}

function linesOf({ day, accounts }: Pick<DayReport, 'day' | 'accounts'>): string[][] {
  return accounts.flatMap(({ account, entries }) => {
    const [name = '', currency = ''] = account.split(':')
    return Object.entries(entries).flatMap(([kind, text]) => {
      const amount = BigInt(text)
      if (amount === 0n) return []
      const [debit, credit] = amount < 0n ? [major(-amount, currency), ''] : ['', major(amount, currency)]
      return [[day, name, currency, kind, debit, credit]]
    })
  })
}
