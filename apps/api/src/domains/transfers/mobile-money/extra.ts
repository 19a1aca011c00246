import { money, type Money } from '@sesa/money'
import { sql, type NotNull } from 'kysely'
import { inOneStatement, inTransaction } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { post, type Entry } from '../../record/index.ts'
import { refundedFrom } from '../state/ledger-entries.ts'
import { IS_CONFIRMED_UNPAID, selectAttempts, type Attempt, type Refund } from './attempts.ts'
import { ask, askRefund, currencyOf, sendRefund, type MobileMoneyDeps } from './pay-in.ts'

/** Money that did not pay its transfer, of one run; the rest stays due. */
const MOST = 100
/** Refused refunds of one payment before staff are alerted; those for which our float was too low do not count. */
const MOST_REFUNDS = 4

interface ExtraDeps extends MobileMoneyDeps {
  alert?(line: string): void
}

const booking = (
  { entry_id: transferId }: Attempt,
  clearing: 'payout_float' | 'collection_float',
  amount: Money,
  kind: 'capture' | 'refund',
): Entry => ({
  ...{ transferId, kind },
  postings: [
    kind === 'capture'
      ? { from: clearing, to: 'customer', amount }
      : { from: 'customer', to: refundedFrom(clearing), amount },
  ],
})

/** True for an attempt whose collector this deployment has: one that was removed must not stop the others. */
const isServed = ({ collectors }: ExtraDeps) =>
  sql<boolean>`a.collector = any(${collectors.all().map(({ name }) => name)}::text[])`

/** Money to give back: whether it is booked, and how often the carrier refused its refund for the wallet's sake. */
type Extra = Attempt & { readonly received: bigint; readonly isBooked: boolean; readonly refused: number }

/** True while the float was too low for an attempt's refund, and no later balance covers it. */
const WAITS_FOR_FLOAT = sql<boolean>`exists (
  select from promised_refunds p left join float_wallets w using (account, country, currency)
  where p.attempt_id = a.id and p.refused_at is not null and case when w.asked_at > p.refused_at then w.balance < p.amount
    else p.refused_at > now() - interval '10 minutes' end)`

/** Selects refunds of money that did not pay its transfer. */
const REFUNDS = sql`from collection_refunds r where r.attempt_id = a.id and r.request_id is null`

/** True while a refused refund of an attempt waits: for two minutes, then twice as long each time, at most a day. */
const WAITS_FOR_WALLET = sql<boolean>`exists (select ${REFUNDS} and not r.lacked_float
  having max(r.ended_at) > now() - least(interval '1 minute' * power(2, least(count(*), 11)), interval '1 day'))`

/** Returns completed attempts that did not pay their transfer (`isExtra`) and are not given back, nor on the way back. */
const findExtra = (deps: ExtraDeps): Promise<readonly Extra[]> =>
  selectAttempts(deps.db)
    .select([
      sql<boolean>`exists (select ${REFUNDS})`.as('isBooked'),
      sql<number>`(select count(*)::int ${REFUNDS} and not lacked_float)`.as('refused'),
    ])
    .where(isServed(deps))
    .where('a.state', '=', 'completed')
    .where('a.received', 'is not', null)
    .where('a.ended_at', '>', sql<Date>`now() - interval '30 days'`)
    .where((eb) => eb.or([eb('t.state', '<>', 'awaiting_payment'), eb('t.collection_id', 'is not', null)]))
    .whereRef('t.collection_id', 'is distinct from', 'a.id')
    .where(sql<boolean>`not exists (select ${REFUNDS} and r.state <> 'failed')`)
    .where((eb) => eb.not(eb.or([WAITS_FOR_FLOAT, WAITS_FOR_WALLET])))
    .orderBy('a.ended_at')
    .limit(MOST)
    .$narrowType<{ received: NotNull }>()
    .execute()

/** Books money that did not pay its transfer, once, and records its refund; returns undefined if another process did. */
function record(
  { db, collectors }: ExtraDeps,
  { isBooked, ...attempt }: Extra,
  amount: Money,
): Promise<Refund | undefined> {
  const { clearing } = collectors.of(attempt.collector)
  return inTransaction(db, 'collections.record_extra', async (tx) => {
    const refund = await tx
      .insertInto('collection_refunds')
      .values({ attempt_id: attempt.id, request_id: null, amount: amount.amount })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (refund !== undefined && !isBooked) await post(tx, booking(attempt, clearing, amount, 'capture'))
    return refund
  })
}

/** Asks about the refunds on their way, and books those that succeeded. */
async function follow(deps: ExtraDeps): Promise<void> {
  const { db, collectors } = deps
  const sent = await db
    .selectFrom('collection_refunds as r')
    .innerJoin('collection_attempts as a', 'a.id', 'r.attempt_id')
    .selectAll('r')
    .where(isServed(deps))
    .where('r.request_id', 'is', null)
    .where('r.state', '=', 'sent')
    .orderBy('r.sent_at')
    .limit(MOST)
    .execute()
  for (const refund of sent) {
    const attempt = await selectAttempts(db).where('a.id', '=', refund.attempt_id).executeTakeFirstOrThrow()
    await askRefund(deps, refund, attempt)
  }
  // Booked apart from the answer, so that a process that ends between the two books it in the next run.
  const done = await selectAttempts(db)
    .innerJoin('collection_refunds as r', 'r.attempt_id', 'a.id')
    .select('r.amount as refunded')
    .where(isServed(deps))
    .where('r.request_id', 'is', null)
    .where('r.state', '=', 'succeeded')
    .where(
      sql<boolean>`not exists (select from ledger_entries e where e.transfer_id = a.entry_id and e.kind = 'refund')`,
    )
    .limit(MOST)
    .execute()
  for (const { refunded, ...attempt } of done) {
    const { clearing } = collectors.of(attempt.collector)
    await inTransaction(db, 'collections.book_extra_refund', (tx) =>
      post(tx, booking(attempt, clearing, money(refunded, currencyOf(attempt)), 'refund')),
    )
  }
}

/**
 * Gives back what was paid a second time, or after its transfer had ended. Such a payment is booked and refunded under an id of
 * its own, so its transfer goes on undisturbed.
 */
async function returnExtra(deps: ExtraDeps): Promise<void> {
  await askAbandoned(deps)
  for (const extra of await findExtra(deps)) {
    if (extra.refused >= MOST_REFUNDS)
      deps.alert?.(
        `ALERT: payment ${extra.id} did not pay its transfer and cannot be given back; see docs/runbooks/collection-extra.md`,
      )
    const refund = await record(deps, extra, money(extra.received, currencyOf(extra)))
    if (refund !== undefined) await sendRefund(deps, refund, extra)
  }
  await follow(deps)
}

/**
 * Asks about requests that the engine no longer asks about and that may still take money, which is then given back: those of the
 * last week that the carrier did not know or confirmed as unpaid in writing, and open ones whose transfer was paid by another or
 * has ended.
 */
async function askAbandoned(deps: ExtraDeps): Promise<void> {
  const lost = await inOneStatement(deps.db, 'collections.find_given_up', (one) =>
    selectAttempts(one)
      .where(isServed(deps))
      .where(
        sql<boolean>`((a.state = 'never_arrived' or ${IS_CONFIRMED_UNPAID}) and a.ended_at > now() - interval '7 days')
          or (a.state in ('recorded', 'sent', 'open')
            and (t.state <> 'awaiting_payment' or t.collection_id is not null))`,
      )
      .orderBy('a.recorded_at', 'desc')
      .limit(MOST)
      .execute(),
  )
  for (const attempt of lost) await ask(deps, attempt)
}

/** Gives back extra money every minute. */
export const extraCrons = (deps: ExtraDeps): readonly Cron[] => [
  { task: 'return_extra_payments', pattern: '* * * * *', run: () => returnExtra(deps) },
]
