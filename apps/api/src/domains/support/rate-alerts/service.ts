import {
  isDestination,
  type BodyOf,
  type calls,
  type CorridorRate,
  type CountryCode,
  type RateAlert,
} from '@sesa/contract'
import { compareRates, formatUsualRate, rate, rateToString, type Rate } from '@sesa/money'
import type { Configuration } from '../../../db/configuration.ts'
import { inTransaction, type Db } from '../../../db/index.ts'
import { holdOpenAccount, requireOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import { enqueue } from '../../../jobs/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { isZone } from '../../../lib/zones.ts'
import type { Audit } from '../../customers/index.ts'
import {
  customerRate,
  midRateOn,
  usesCurrency,
  withCustomerMargin,
  type Corridor,
  type CorridorsModule,
  type RateDays,
  type RatesModule,
} from '../../pricing/index.ts'
import type { Notices } from '../../record/index.ts'
import { isReached } from './decide.ts'
import { BEST_DAYS, MOST_ALERTS } from './settings.ts'
import { deleteAlert, findByLink, insertAlert, listAlerts, type AlertRow, type NewAlert } from './store.ts'

export interface RateAlertsDeps {
  readonly db: Db
  readonly configuration: Configuration
  readonly rates: Pick<RatesModule, 'judged' | 'fresh' | 'history'>
  readonly corridors: Pick<CorridorsModule, 'list' | 'find'>
  readonly audit: Pick<Audit, 'record'>
  readonly notices: Pick<Notices, 'add'>
}

/** The job that compares our rates with the alerts. */
export const CHECK_JOB = 'rate_alerts_check'

type Wanted = BodyOf<typeof calls.createRateAlert>
type Caller = { readonly userId: string; readonly sessionId: string }

/** Returns true for a corridor whose rate can move. */
export const isWatchable = ({ closedReason, sendCurrency, receiveCurrency }: Corridor): boolean =>
  closedReason === null && sendCurrency !== receiveCurrency

/** Returns a user's alerts and our rates, of today and of the best recent day, those from the user's country first. */
export async function listRateAlerts(
  deps: RateAlertsDeps,
  userId: string,
  country: CountryCode | null,
): Promise<{ alerts: RateAlert[]; rates: CorridorRate[] }> {
  const [rows, current, past] = await Promise.all([
    listAlerts(deps.db, userId),
    deps.configuration.current(),
    deps.rates.history.list(BEST_DAYS),
  ])
  const { snapshot, stale } = deps.rates.judged(current)
  const rates = deps.corridors
    .list(current)
    .filter(isWatchable)
    .toSorted((a, b) => Number(b.sender === country) - Number(a.sender === country))
    .map((corridor) => ({
      from: corridor.sender,
      to: corridor.recipient,
      fromCurrency: corridor.sendCurrency,
      toCurrency: corridor.receiveCurrency,
      rate: stale.some((currency) => usesCurrency(corridor, currency))
        ? null
        : rateToString(customerRate(snapshot, corridor)),
      best: bestOf(past.days, corridor),
    }))
  return { alerts: rows.map(present), rates }
}

/** Returns our rate of the best of these days, with today's margin; null without a rate. */
function bestOf(days: RateDays['days'], corridor: Corridor): string | null {
  const { sendCurrency, receiveCurrency } = corridor
  const rates = days.flatMap((day) => midRateOn(day, sendCurrency, receiveCurrency) ?? [])
  const best = rates.toSorted(compareRates).at(-1)
  return best === undefined ? null : rateToString(withCustomerMargin(best, corridor))
}

/** Sets an alert. Throws Refused with the code of a field, `rate_alert_exists` or `rate_alerts_full`. */
export async function createRateAlert(
  deps: RateAlertsDeps,
  { userId, sessionId }: Caller,
  body: Wanted,
  origin: Origin,
): Promise<RateAlert> {
  const wanted = await readWanted(deps, body)
  return inTransaction(deps.db, 'rate_alerts.create', async (tx) => {
    // Under an exclusive lock, so that concurrent requests cannot exceed the maximum.
    await requireOpenAccount(tx, userId, { alone: true })
    const all = await listAlerts(tx, userId)
    if (all.some((alert) => isSame(alert, wanted))) {
      throw new Refused('rate_alert_exists', { field: wanted.threshold === null ? 'kind' : 'threshold' })
    }
    if (all.length >= MOST_ALERTS) throw new Refused('rate_alerts_full')
    const row = await insertAlert(tx, userId, wanted)
    await deps.audit.record(tx, { userId, sessionId, kind: 'rate_alert_set', origin })
    // A daily alert sends the first rate immediately, except at night in the customer's zone.
    if (row.kind === 'daily') await enqueue(tx, CHECK_JOB, {}, { key: CHECK_JOB })
    return present(row)
  })
}

/** Deletes an alert. Throws Refused `not_found`. */
export async function deleteRateAlert(
  { db, audit }: RateAlertsDeps,
  { userId, sessionId }: Caller,
  id: string,
  origin: Origin,
): Promise<void> {
  await inTransaction(db, 'rate_alerts.delete', async (tx) => {
    await requireOpenAccount(tx, userId, { alone: true })
    if (!(await deleteAlert(tx, userId, id))) throw new Refused('not_found')
    await audit.record(tx, {
      userId,
      sessionId,
      kind: 'rate_alert_ended',
      details: { by: 'customer' },
      origin,
    })
  })
}

/** Switches off the alert of an email's link; a link that no longer works changes nothing. */
export async function endByLink({ db, audit }: RateAlertsDeps, token: string, origin: Origin): Promise<void> {
  await inTransaction(db, 'rate_alerts.end_by_link', async (tx) => {
    const alert = await findByLink(tx, token)
    // Locks the account before the alert, like every change.
    if (alert === undefined || !(await holdOpenAccount(tx, alert.user_id))) return
    if (!(await deleteAlert(tx, alert.user_id, alert.id))) return
    const event = { userId: alert.user_id, sessionId: null, kind: 'rate_alert_ended', origin } as const
    await audit.record(tx, { ...event, details: { by: 'link' } })
  })
}

const isSame = (row: AlertRow, wanted: NewAlert): boolean =>
  row.sender === wanted.sender &&
  row.recipient === wanted.recipient &&
  row.kind === wanted.kind &&
  row.threshold === wanted.threshold

/** Validates the customer's input. Throws Refused with the code of the invalid field. */
async function readWanted(
  deps: RateAlertsDeps,
  { from, to, kind, threshold, zone }: Wanted,
): Promise<NewAlert> {
  if (!isZone(zone)) throw new Refused('zone_unknown', { field: 'zone' })
  const current = await deps.configuration.current()
  const corridor = isDestination(to) ? deps.corridors.find(current, from, to) : undefined
  if (corridor === undefined || !isWatchable(corridor)) {
    throw new Refused('corridor_unavailable', { field: 'to' })
  }
  const alert = { sender: from, recipient: corridor.recipient, kind, zone }
  if (kind === 'daily') {
    if (threshold === undefined) return { ...alert, threshold: null }
    throw new Refused('threshold_invalid', {
      field: 'threshold',
      message: 'A daily alert has no rate. Remove it.',
    })
  }
  const wanted = readThreshold(threshold ?? '', corridor)
  const today = customerRate(
    deps.rates.fresh(current, [corridor.sendCurrency, corridor.receiveCurrency]),
    corridor,
  )
  if (isReached(kind, wanted, today)) {
    const message = `Today’s rate is ${formatUsualRate(today)}. Choose a ${kind === 'at_or_above' ? 'higher' : 'lower'} amount.`
    throw new Refused('threshold_reached', { field: 'threshold', message })
  }
  return { ...alert, threshold: rateToString(wanted) }
}

/** Digits that the database accepts. */
const THRESHOLD = /^\d{1,9}(\.\d{1,10})?$/

function readThreshold(text: string, { sendCurrency, receiveCurrency }: Corridor): Rate {
  const invalid = () => new Refused('threshold_invalid', { field: 'threshold' })
  if (!THRESHOLD.test(text) || !/[1-9]/.test(text)) throw invalid()
  return rate(text, sendCurrency, receiveCurrency)
}

const present = ({ id, sender, recipient, kind, threshold, armed }: AlertRow): RateAlert => ({
  id,
  from: sender,
  to: recipient,
  kind,
  threshold,
  armed,
})
