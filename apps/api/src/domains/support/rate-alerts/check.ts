import { countryInSentence, findCountry } from '@sesa/contract'
import { formatUsualRate, rate, type Rate } from '@sesa/money'
import { readDatabaseClock } from '../../../db/clock.ts'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { holdOpenAccount } from '../../../db/open-account.ts'
import type { EmailTemplate } from '../../record/index.ts'
import { customerRate, usesCurrency } from '../../pricing/index.ts'
import { decideAlert, type AlertState } from './decide.ts'
import { isWatchable, type RateAlertsDeps } from './service.ts'
import { insertLink, listWatched, lockAlert, saveDecision, type AlertRow } from './store.ts'
import { alertText } from './words.ts'

/** Alerts per query. */
const AT_ONCE = 200

/** Path of the link in an email. */
const OFF_PATH = '/rate-alerts/off'

/**
 * Compares our rates with every alert and notifies customers. Several workers may run this concurrently: each change of an
 * alert has its own transaction, which decides again under a lock. Rates too old for a price cause no alert. An alert that
 * fails does not stop the others; the first failure is thrown at the end.
 */
export async function checkAlerts(deps: RateAlertsDeps): Promise<void> {
  const current = await deps.configuration.current()
  const { snapshot, stale } = deps.rates.judged(current)
  const corridors = deps.corridors
    .list(current)
    .filter((one) => isWatchable(one) && !stale.some((currency) => usesCurrency(one, currency)))
  const rates = new Map(
    corridors.map((corridor) => [keyOf(corridor), customerRate(snapshot, corridor)] as const),
  )
  const failures: unknown[] = []
  let after: string | null = null
  do {
    const alerts = await listWatched(deps.db, { after, limit: AT_ONCE })
    const now = await readDatabaseClock(deps.db)
    for (const alert of alerts) {
      const today = rates.get(keyOf(alert))
      if (today === undefined || !changes(alert, today, now)) continue
      await checkOne(deps, alert, today).catch((error: unknown) => void failures.push(error))
    }
    after = alerts.at(-1)?.id ?? null
  } while (after !== null)
  if (failures.length > 0) throw failures[0]
}

const keyOf = ({ sender, recipient }: Pick<AlertRow, 'sender' | 'recipient'>): string =>
  `${sender} ${recipient}`

/** Returns the threshold rate of an alert; null for a daily one. */
export function thresholdOf({ threshold, sender, recipient }: AlertRow): Rate | null {
  const [from, to] = [findCountry(sender)?.currency, findCountry(recipient)?.currency]
  return threshold === null || from === undefined || to === undefined ? null : rate(threshold, from, to)
}

const stateOf = (row: AlertRow): AlertState => ({
  kind: row.kind,
  threshold: thresholdOf(row),
  zone: row.zone,
  armed: row.armed,
  toldOn: row.told_on,
})

function changes(row: AlertRow, today: Rate, now: Date): boolean {
  const { armed, tellOn } = decideAlert(stateOf(row), today, now)
  return armed !== row.armed || tellOn !== null
}

async function checkOne(deps: RateAlertsDeps, { id, user_id }: AlertRow, today: Rate): Promise<void> {
  await inTransaction(deps.db, 'rate_alerts.decide', async (tx) => {
    // Locks the account before the alert, like every change.
    if (!(await holdOpenAccount(tx, user_id))) return
    const row = await lockAlert(tx, id)
    if (row === undefined) return
    const decision = decideAlert(stateOf(row), today, await readDatabaseClock(tx))
    await saveDecision(tx, id, decision)
    if (decision.tellOn !== null) await tell(deps, tx, row, today, decision.tellOn)
  })
}

async function tell(
  { notices }: RateAlertsDeps,
  tx: Tx,
  row: AlertRow,
  today: Rate,
  day: string,
): Promise<void> {
  const { id, user_id, sender, recipient, kind } = row
  const about = alertText(row, thresholdOf(row))
  const title = `Your rate to ${countryInSentence(recipient)}: ${formatUsualRate(today)}`
  const body = kind === 'daily' ? `You asked for ${about}.` : `You asked us to tell you about ${about}.`
  const off = `${OFF_PATH}/${await insertLink(tx, id)}`
  const email: EmailTemplate = {
    subject: title,
    paragraphs: [body, 'Rates change all the time. You’ll see your rate, and what arrives, before you pay.'],
    action: { label: 'Send money', path: '/send-money' },
    why: 'Turn this alert off, without signing in:',
    changeAt: off,
  }
  const path = `/me/rate-alerts?from=${sender}&to=${recipient}`
  const notice = {
    accountId: user_id,
    kind: 'rate_alert',
    title,
    body,
    path,
    key: `rate_alert:${id} ${day}`,
  } as const
  await notices.add(tx, notice, { email, unsubscribePath: off })
}
