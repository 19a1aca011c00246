import { officeCalls } from '@sesa/contract/office'
import { formatMoney, money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { NO_CAUTION } from '../../lib/caution.ts'
import { defineOrder, type Order, type Reader } from '../../lib/order.ts'
import { amountOf, plainAbout } from '../../lib/order-words.ts'
import { Refused } from '../../lib/refused.ts'
import { definePolicyOrder } from '../record/index.ts'
import {
  aboutTransfer,
  answered,
  refunded,
  released,
  repaid,
  type AboutDeps,
  type Effect,
} from './about-order.ts'
import { isAdopted } from './adopt/decide-adoption.ts'
import type { StaffActions } from './staff/actions.ts'
import {
  readThreshold,
  RELEASE_THRESHOLD,
  RELEASE_THRESHOLD_KEY,
  takesTwo,
} from './staff/release-threshold.ts'
import { readerOf } from './staff/under-review.ts'

/** A higher release threshold needs two typed confirmations. */
const MOST_ALONE = money(1_000_000n, 'USD')

interface OrderDeps extends AboutDeps {
  readonly transfers: Pick<StaffActions, 'check' | 'refund' | 'repaid' | 'release' | 'answer' | 'adoption'>
}

/** Returns a transfer's version, which changes with every event of it and of its requests to pay. */
async function transferVersion(tx: Tx, reference: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', state, hold_reason, wake_version,
      (select max(e.id) from transfer_events e where e.transfer_id = t.id),
      (select string_agg(a.id || ' ' || a.state, ' ' order by a.number) from collection_attempts a where a.transfer_id = t.id))
      as version
    from transfers t where reference = ${reference}`.execute(tx)
  return rows[0]?.version ?? null
}

const ofTransfer = {
  reads: 'transfers.read',
  isAboutTransfer: true,
  versionOf: transferVersion,
  entityOf: ({ params }: { readonly params: { readonly reference: string } }) => params.reference,
} as const

interface Given {
  readonly amount: number
  readonly currency: Money['currency']
}
const moneyOf = ({ amount, currency }: Given): Money => money(BigInt(amount), currency)

/** Refuses an amount that is not in the currency that the payer was asked for, or not above zero. @throws Refused. */
async function requireCharged(db: Db, reference: string, paid: Given | null): Promise<void> {
  if (paid === null) return
  const { currency } = await db
    .selectFrom('transfers')
    .select('charge_currency as currency')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  if (paid.amount > 0 && paid.currency === currency) return
  throw new Refused('invalid_field', {
    field: 'paid',
    message: `Enter an amount in ${currency}, above zero.`,
  })
}

/** Returns the orders about one transfer on hold, about lost transfers, and about the release threshold. */
export function transferOrders(deps: OrderDeps): Order[] {
  const { db, transfers } = deps
  const about = (reference: string, reader: Reader, effect: Effect) =>
    aboutTransfer(deps, reference, reader, effect)
  return [
    defineOrder({
      ...ofTransfer,
      call: officeCalls.requestRefund,
      words: 'Manual refund',
      about: ({ entity }, reader) => about(entity, reader, refunded),
      check: ({ entity }, roles) => transfers.check(entity, 'refund', readerOf({ roles })),
      async carryOut({ entity }, action) {
        await transfers.refund(entity, action)
        return 'refund requested'
      },
    }),
    defineOrder({
      ...ofTransfer,
      call: officeCalls.requestRepaid,
      words: 'Record off-card repayment',
      about: ({ entity, payload }, reader) => about(entity, reader, repaid(moneyOf(payload.amount))),
      check({ entity, payload: { amount } }, roles) {
        if (amount.amount < 0)
          throw new Refused('invalid_field', { field: 'amount', message: 'Enter an amount above zero.' })
        return transfers.check(entity, 'repaid', readerOf({ roles }), moneyOf(amount))
      },
      async carryOut({ entity, payload }, action) {
        const amount = formatMoney(moneyOf(payload.amount))
        await transfers.repaid(entity, { ...action, amount })
        return `${amount} recorded as repaid`
      },
    }),
    defineOrder({
      ...ofTransfer,
      call: officeCalls.requestAnswer,
      words: 'Record a carrier’s answer',
      about: ({ entity, payload: { paid, evidence } }, reader) =>
        about(entity, reader, answered(paid && moneyOf(paid), evidence)),
      async check({ entity, payload: { paid } }, roles) {
        await transfers.check(entity, 'answer', readerOf({ roles }))
        await requireCharged(db, entity, paid)
      },
      async carryOut({ entity, payload: { paid, evidence } }, action) {
        await transfers.answer(entity, { ...action, evidence, paid: paid && moneyOf(paid) })
        return paid === null ? 'recorded as not paid' : `${formatMoney(moneyOf(paid))} recorded as paid`
      },
    }),
    defineOrder({
      ...ofTransfer,
      call: officeCalls.releaseHold,
      words: 'Release a hold',
      about: ({ entity }, reader) => about(entity, reader, released),
      check: ({ entity }, roles) => transfers.check(entity, 'release', readerOf({ roles })),
      async carryOut({ entity }, action) {
        await transfers.release(entity, action)
        return 'released'
      },
      async carryOutAlone({ entity }, { roles, ...action }) {
        const two = await takesTwo(db, entity)
        if (two === null) throw new Refused('not_found')
        if (two) return false
        const reader = readerOf({ roles })
        await transfers.check(entity, 'release', reader)
        await transfers.release(entity, { ...action, ...reader })
        return true
      },
    }),
    definePolicyOrder({
      ...{ db, policy: RELEASE_THRESHOLD, call: officeCalls.requestReleaseThreshold },
      words: 'Change the release threshold',
      reads: 'approvals.read',
      entityOf: () => RELEASE_THRESHOLD_KEY,
      payloadOf({ body: { amount } }) {
        if (amount.currency !== 'USD' || amount.amount < 0)
          throw new Refused('invalid_field', { field: 'amount', message: 'Enter an amount in US dollars.' })
        return { amount: String(amount.amount) }
      },
      async about({ payload }) {
        const before = await readThreshold(db)
        const after = money(BigInt(payload.amount), 'USD')
        const from = formatMoney(money(before.amount, 'USD'))
        return plainAbout({
          label: 'Release threshold',
          effect: `Releases below ${formatMoney(after)} need one person, instead of below ${from}.`,
          link: { page: 'limits', id: null },
          state: `${from} since ${before.since.toISOString()}`,
          amount: amountOf(after),
          changes: [{ label: 'Threshold', from, to: formatMoney(after) }],
        })
      },
      async caution({ payload }) {
        const amount = money(BigInt(payload.amount), 'USD')
        if (amount.amount <= MOST_ALONE.amount) return NO_CAUTION
        const said = `Releases below ${formatMoney(amount)} would need no approval; the usual maximum is ${formatMoney(MOST_ALONE)}.`
        return { warnings: [said], confirm: formatMoney(amount) }
      },
      done: () => 'the threshold is in force',
    }),
    defineOrder({
      call: officeCalls.requestAdoption,
      words: 'Recover lost transfers',
      reads: 'adoption.request',
      inParts: true,
      entityOf: () => 'lost transfers',
      about: async ({ payload: { since, waitMinutes } }) =>
        plainAbout({
          label: 'Transfers lost in a restore',
          effect: `Recover the transfers lost since ${since} from the providers’ records.`,
          link: { page: 'corridors', id: null },
          state: 'Recovered from the providers’ records',
          facts: [
            { label: 'Lost since', value: since },
            { label: 'Wait for providers', value: `${waitMinutes} minutes` },
          ],
        }),
      versionOf: async () => 'the providers’ records',
      async carryOut({ payload: { since, waitMinutes } }, action) {
        const plan = await transfers.adoption.plan({ since: new Date(since), quietMinutes: waitMinutes })
        let adopted = 0
        for (const lost of plan.lost)
          if (isAdopted(lost.decision) && (await transfers.adoption.apply(lost, action))) adopted += 1
        return `${adopted} of ${plan.lost.length} lost transfers recovered`
      },
    }),
  ]
}
