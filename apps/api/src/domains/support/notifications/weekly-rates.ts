import { findCountry, type CountryCode } from '@sesa/contract'
import { formatMoney, formatUsualRate, usualReceived, type Rate } from '@sesa/money'
import type { Configuration } from '../../../db/configuration.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import {
  customerRate,
  type Corridor,
  type CorridorsModule,
  type RateSnapshot,
  type RatesService,
} from '../../pricing/index.ts'
import type { EmailTemplate, Notices } from '../../record/index.ts'
import { switchedBy } from './emails.ts'
import { insertSent, rateReaders, thisWeek } from './store.ts'

const DAYS = 7
/** Readers per transaction. */
const AT_ONCE = 200
const PERCENT_WORTH_TELLING = 2n

export interface WeeklyRatesDeps {
  readonly db: Db
  readonly configuration: Configuration
  readonly notices: Notices
  readonly rates: Pick<RatesService, 'newest' | 'before'>
  readonly corridors: Pick<CorridorsModule, 'list'>
}

interface Change {
  readonly to: CountryCode
  readonly before: Rate
  readonly now: Rate
}

/** Returns true when a rate has moved by more than 2 %, up or down. Exact. */
function isWorthTelling(before: Rate, now: Rate): boolean {
  const [old, fresh] = [before.value * 10n ** BigInt(now.scale), now.value * 10n ** BigInt(before.scale)]
  const moved = fresh > old ? fresh - old : old - fresh
  return moved * 100n > old * PERCENT_WORTH_TELLING
}

/** Returns the changes large enough for an email, by sending country; rates are the customer's, including the margin. */
function changesSince(
  corridors: readonly Corridor[],
  before: RateSnapshot,
  now: RateSnapshot,
): ReadonlyMap<CountryCode, readonly Change[]> {
  const changes = corridors
    .filter(({ closedReason, sendCurrency, receiveCurrency }) => {
      return closedReason === null && sendCurrency !== receiveCurrency
    })
    .map((corridor) => ({
      from: corridor.sender,
      to: corridor.recipient,
      before: customerRate(before, corridor),
      now: customerRate(now, corridor),
    }))
    .filter((change) => isWorthTelling(change.before, change.now))
  return Map.groupBy(changes, ({ from }) => from)
}

function ratesEmail(changes: readonly Change[]): EmailTemplate {
  return {
    subject: 'Exchange rates have changed this week',
    paragraphs: ['These Sesa rates have moved by more than 2% since last week:'],
    facts: changes.map(({ to, before, now }) => [
      `To ${findCountry(to)?.name ?? to}`,
      `${formatUsualRate(now)}, was ${formatMoney(usualReceived(before, 'half-even'))}`,
    ]),
    closing: ['Rates change all the time. You’ll see your rate, and what arrives, before you pay.'],
    action: { label: 'Send money', path: '/send-money' },
    ...switchedBy('Rates change'),
  }
}

/** Returns the changed rates in one sentence, for the app's list. */
function listOfRates(changes: readonly Change[]): string {
  const rates = changes.map(({ to, now }) => `to ${findCountry(to)?.name ?? to} ${formatUsualRate(now)}`)
  return `These rates have moved by more than 2% since last week: ${rates.join('; ')}.`
}

/**
 * Notifies customers who want the rates from their country when one has moved by more than 2 % in a week. A second run in the
 * same week (UTC) notifies no customer again.
 */
export async function tellWeeklyRates({
  db,
  configuration,
  rates,
  corridors,
  notices,
}: WeeklyRatesDeps): Promise<void> {
  const before = await rates.before(DAYS)
  if (before === null) return
  const current = await configuration.current()
  const changes = changesSince(corridors.list(current), before, rates.newest(current))
  if (changes.size === 0) return
  const tellBatch = async (tx: Tx, after: string | null): Promise<string | null> => {
    const readers = await rateReaders(tx, [...changes.keys()], { after, limit: AT_ONCE })
    const week = await thisWeek(tx)
    for (const reader of readers) {
      const theirs = changes.get(reader.country) ?? []
      const template = ratesEmail(theirs)
      const notice = {
        accountId: reader.userId,
        kind: 'rates_change',
        title: template.subject,
        body: listOfRates(theirs),
        path: '/send-money',
        key: `rates_change:${week}`,
      } as const
      const { emailed } = await notices.add(tx, notice, { email: template })
      if (emailed)
        await insertSent([{ userId: reader.userId, kind: 'rates_change', subject: week }]).execute(tx)
    }
    return readers.at(-1)?.userId ?? null
  }
  let after: string | null = null
  do {
    const start: string | null = after
    after = await inTransaction(db, 'notifications.weekly_rates', (tx) => tellBatch(tx, start))
  } while (after !== null)
}
