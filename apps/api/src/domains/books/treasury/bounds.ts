import { convert, divide, formatMoney, money, type Money } from '@sesa/money'
import type { Caution } from '../../../lib/caution.ts'
import { Refused } from '../../../lib/refused.ts'
import { midRate, type RateSnapshot } from '../../pricing/index.ts'
import type { TreasuryEntry } from './entry.ts'

const BPS = 10_000n
/** A top-up or a conversion this far from the mid rate needs two typed confirmations: 10 %. */
const CONFIRM_FROM_BPS = 1_000n
/** This far from the mid rate, one of the amounts is wrong: 25 %. */
const REFUSE_FROM_BPS = 2_500n
/** A fee, a loss or a gain above USD 1,000.00 needs two typed confirmations. */
const MOST_ADJUSTED = money(100_000n, 'USD')

const percent = (bps: bigint): string => `${bps / 100n}.${(bps % 100n) / 10n}%`
const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

interface Exchange {
  /** The request's field for `got`, and for `gave`. */
  readonly field: string
  readonly got: Money
  readonly gave: Money
}

/** Judges the exchange rate of an entry. Within a currency the mid rate is 1. @throws Refused. */
function judgeExchange({ field, got, gave }: Exchange, snapshot: RateSnapshot): Caution {
  const fair = convert(gave, midRate(snapshot, gave.currency, got.currency), 'half-even')
  const off =
    fair.amount === 0n ? BPS * BPS : divide(sizeOf(got.amount - fair.amount) * BPS, fair.amount, 'up')
  const word = got.amount < fair.amount ? 'less' : 'more'
  const said = `${formatMoney(got)} for ${formatMoney(gave)}`
  const distance = `${said} is ${percent(off)} ${word} than at the mid-market rate (${formatMoney(fair)}).`
  if (off >= REFUSE_FROM_BPS)
    throw new Refused('invalid_field', {
      field,
      message: `${distance} At ${percent(REFUSE_FROM_BPS)} or more it can’t be booked. Check both amounts.`,
    })
  return off >= CONFIRM_FROM_BPS ? { warnings: [distance], confirm: said } : { warnings: [], confirm: null }
}

/**
 * Judges the amounts of an entry by the newest rates; without rates, there is no judgement. Amounts far from the mid rate and
 * a large fee, loss or gain need confirmations. @throws Refused for amounts very far from the mid rate.
 */
export function judgeAmounts(entry: TreasuryEntry, snapshot: RateSnapshot | null): Caution {
  if (snapshot === null)
    return { warnings: ['There are no rates yet to check the amounts against.'], confirm: null }
  switch (entry.kind) {
    case 'top_up':
      return judgeExchange({ field: 'arrived', got: entry.arrived, gave: entry.paid }, snapshot)
    case 'conversion':
      return judgeExchange({ field: 'bought', got: entry.bought, gave: entry.sold }, snapshot)
    case 'adjustment': {
      const size = money(sizeOf(entry.amount.amount), entry.amount.currency)
      const worth = convert(size, midRate(snapshot, size.currency, 'USD'), 'half-even')
      if (entry.as === 'capital' || worth.amount <= MOST_ADJUSTED.amount)
        return { warnings: [], confirm: null }
      const what = `${formatMoney(entry.amount)} as a ${entry.as === 'losses' ? 'loss or gain' : 'fee'}`
      return {
        warnings: [`${what} is ${formatMoney(worth)}, more than ${formatMoney(MOST_ADJUSTED)}.`],
        confirm: formatMoney(entry.amount),
      }
    }
  }
}
