import type { Money } from '@sesa/money'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { Sealing } from '../../../lib/secrets.ts'
import type { ApprovedAction } from '../../../lib/staff-action.ts'
import type { LimitKeys } from '../create/limit-keys.ts'
import { lockSender } from '../create/limits.ts'
import { freezeSender } from '../create/senders.ts'
import type { Collectors } from '../mobile-money/ports.ts'
import type { FoundPayout, PayoutFinder } from '../payout-router.ts'
import type { ListedPayment, PaymentList } from './ports.ts'
import type { Payment, CardProvider, ProviderAnswer, SavedCards } from '../ports.ts'
import { apply, type Applied } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { capture, paidOut } from '../state/ledger-entries.ts'
import type { Claim } from '../state/transfer-row.ts'
import { isAsQuoted, isChargedLate } from '../steps/decide-payment.ts'
import { chargeOf, recordKeptCard } from '../steps/payment.ts'
import {
  hasRunFor,
  insertRecorded,
  knownReferences,
  knownTransfers,
  readRecorded,
  recordAdoption,
  type RecordedTransfer,
} from './adopt-store.ts'
import { decideAdoption, isAdopted, type AdoptionDecision } from './decide-adoption.ts'
import { openRecord, type OpenedRecord } from './record.ts'

export interface AdoptionDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly payments: PaymentList
  readonly payouts: PayoutFinder
  readonly savedCards: Pick<SavedCards, 'cardKept'>
  readonly keys: LimitKeys
  readonly sealing: Sealing
  readonly collectors: Pick<Collectors, 'all'>
}

/** A payment at the card provider without a transfer in our database, and the decision about it. */
export interface Lost {
  readonly paymentId: string
  readonly transferId: string
  /** Null without a record that we can decrypt. */
  readonly transfer: RecordedTransfer | null
  /** The customer's number, E.164, when the customer has no account here. */
  readonly phone: string | null
  readonly decision: AdoptionDecision
  readonly payout: FoundPayout['status']
}

interface Found extends Lost {
  readonly record: OpenedRecord | null
  readonly accountId: string | null
  readonly payment: Payment
  readonly carrier: FoundPayout
}

export interface AdoptionPlan {
  /** Number of payments in the period with the id of a transfer. */
  readonly listed: number
  readonly lost: readonly Lost[]
}

export interface Adoption {
  /**
   * Lists the payments of a period whose transfers are lost, and decides each. `quietMinutes`: how long the database must
   * have run before a carrier's "not found" counts. Changes nothing. @throws Error when the card provider does not answer.
   */
  plan(period: { readonly since: Date; readonly quietMinutes: number }): Promise<AdoptionPlan>
  /**
   * Recovers a lost transfer, in one transaction. Returns false when it already exists, or when its decision writes nothing.
   */
  apply(lost: Lost, action: ApprovedAction): Promise<boolean>
  /**
   * Returns the carriers' references that belong to no transfer here and to none in the plan. Asks every collector about each: a
   * collector that has money under it knows a payment by mobile money that is lost here.
   */
  unexplained(references: readonly string[], plan: AdoptionPlan): Promise<readonly Unexplained[]>
}

/** A carrier's reference that nothing here explains. */
export interface Unexplained {
  readonly reference: string
  /** The payment by mobile money under this reference; null when no collector has one. */
  readonly payment: { readonly collector: string; readonly amount: Money | null } | null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NOT_ASKED: FoundPayout = { status: 'not_found' }

/** Creates the recovery of lost transfers from the providers' records. */
export function createAdoption(deps: AdoptionDeps): Adoption {
  const { db } = deps
  const found = new WeakMap<Lost, Found>()
  return {
    async plan({ since, quietMinutes }) {
      const listed = await listPayments(deps, since)
      const known = await knownTransfers(
        db,
        listed.map(({ transferId }) => transferId),
      )
      const isQuiet = await hasRunFor(db, quietMinutes)
      const lost: Lost[] = []
      for (const one of listed.filter(({ transferId }) => !known.has(transferId)).toReversed()) {
        const whole = await lookInto(deps, one, isQuiet)
        const { paymentId, transferId, transfer, phone, decision, payout } = whole
        if (decision.next === 'leave') continue
        const shown = { paymentId, transferId, transfer, phone, decision, payout }
        found.set(shown, whole)
        lost.push(shown)
      }
      return { listed: listed.length, lost }
    },
    async apply(lost, action) {
      const whole = found.get(lost)
      if (whole === undefined) throw new Error('Not part of a plan of this process')
      const { record, accountId, payment, carrier, decision } = whole
      if (record === null || accountId === null || !isAdopted(decision)) return false
      return inTransaction(db, 'transfers.adopt', async (tx) => {
        await lockSender(tx, accountId)
        const claim = await insertRecorded(tx, { record, accountId, paymentId: payment.id }, action)
        if (claim === undefined) return false
        await freezeSender(tx, claim.id)
        if ('rail' in carrier) await deps.payouts.pin(tx, claim.payout_reference, carrier.rail)
        await enter(deps, tx, claim, payment, decision)
        await recordAdoption(tx, claim, action)
        return true
      })
    },
    async unexplained(references, { lost }) {
      const ours = new Set(lost.map(({ transfer }) => transfer?.payout_reference))
      const known = await knownReferences(db, references)
      const unknown = references.filter((one) => !known.has(one) && !ours.has(one))
      const explained: Unexplained[] = []
      for (const reference of unknown)
        explained.push({ reference, payment: await findLostPayment(deps, reference) })
      return explained
    },
  }
}

/** Asks the collectors whether one of them has money under a reference; null if none has. */
async function findLostPayment(
  { collectors }: AdoptionDeps,
  reference: string,
): Promise<Unexplained['payment']> {
  for (const collector of collectors.all()) {
    // Collectors find a request by its id alone.
    const sent = { id: reference, providerId: null, country: 'LR', network: 'mtn' } as const
    const found = await callProvider('collections.find_lost', () => collector.status(sent))
    if (found.status === 'completed') return { collector: collector.name, amount: found.amount }
  }
  return null
}

type OurPayment = ListedPayment & { readonly transferId: string }

async function listPayments({ payments }: AdoptionDeps, since: Date): Promise<OurPayment[]> {
  const rows: OurPayment[] = []
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<PaymentList['payments']>> = await callProvider('cards.list_payments', () =>
      payments.payments(since, after),
    )
    for (const row of page.rows) {
      if (row.transferId !== null && UUID.test(row.transferId))
        rows.push({ ...row, transferId: row.transferId })
    }
    if (page.next === null) return rows
    after = page.next
  }
}

function answered<T>(answer: ProviderAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new Error(`The card provider didn’t answer (${answer.code}). Run the command again.`)
}

/** Reads a payment at both providers, and decides. */
async function lookInto(deps: AdoptionDeps, listed: OurPayment, isQuiet: boolean): Promise<Found> {
  const { id: paymentId, transferId } = listed
  const payment = answered(await callProvider('cards.read_payment', () => deps.cards.readPayment(paymentId)))
  const record = listed.record === null ? null : openRecord(deps.sealing, listed.record, transferId)
  const told = record === null ? null : await readRecorded(deps.db, record)
  const transfer = told?.transfer ?? null
  const accountId = told?.accountId ?? null
  const carrier = transfer === null ? NOT_ASKED : await deps.payouts.find(transfer.payout_reference)
  const decision = decideAdoption({
    payment: payment.status,
    record: told === null ? 'missing' : accountId === null ? 'no_account' : 'complete',
    isAsQuoted: transfer !== null && isAsQuoted(payment, transfer),
    isLate: transfer !== null && payment.capturedAt !== null && isChargedLate(payment.capturedAt, transfer),
    refunded: await refundedOf(deps, payment),
    isDisputed: payment.disputed,
    payout: carrier,
    isQuiet,
  })
  const phone = accountId === null ? (told?.phone ?? null) : null
  const shown = { paymentId, transferId, transfer, phone, decision, payout: carrier.status }
  return { ...shown, record, accountId, payment, carrier }
}

async function refundedOf({ cards }: AdoptionDeps, payment: Payment): Promise<'nothing' | 'part' | 'all'> {
  if (!payment.refunded) return 'nothing'
  const refunds = answered(await callProvider('cards.list_refunds', () => cards.listRefunds(payment.id)))
  const back = refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0n)
  return back >= payment.received ? 'all' : back > 0n ? 'part' : 'nothing'
}

/** Moves a just inserted transfer to the state reported by the providers, along its usual edges, and books it. */
async function enter(
  deps: AdoptionDeps,
  tx: Tx,
  claim: Claim,
  payment: Payment,
  decision: AdoptionDecision,
): Promise<void> {
  const { capturedAt } = payment
  const found = Change.of(claim)
  if (decision.next === 'open') return void (await write(tx, found.wait(0)))
  if (capturedAt === null) throw new Error(`Payment ${payment.id} has no time of its charge`)
  await recordKeptCard(deps, tx, claim, payment)
  const charge = chargeOf(deps, payment, { capturedAt, claim })
  const booked = found.book(capture(claim))
  switch (decision.next) {
    case 'sent':
    case 'paying_out':
    case 'payout_failed': {
      // The carrier has the request, so screening can no longer stop it.
      const { next, request } = await write(
        tx,
        booked.move('paid', charge).move('paying_out').request('payout'),
      )
      if (request === null) throw new Error(`No pay-out request for ${claim.reference}`)
      const paying = Change.of(next).close({ id: request }, 'accepted')
      return void (await write(tx, afterRequest(paying, decision)))
    }
    case 'refunding': {
      const refunding = decision.isLate
        ? booked.move('refunding', { ...charge, failure_code: 'late' })
        : booked.move('paid', charge).move('refunding', { failure_code: 'stopped' })
      return void (await write(tx, refunding.wait(0)))
    }
    case 'hold': {
      const lateEvents = decision.late_events_pending
      return void (await write(tx, booked.move('paid', charge).hold('after_restore', { lateEvents })))
    }
    default:
      throw new Error(`Nothing to recover: ${decision.next}`)
  }
}

/** Moves a transfer on whose pay-out request the carrier has. */
function afterRequest(
  paying: Change,
  decision: Extract<AdoptionDecision, { readonly next: 'sent' | 'paying_out' | 'payout_failed' }>,
): Change {
  if (decision.next === 'payout_failed')
    return paying.move('payout_failed', { failure_code: decision.code }).wait(0)
  const told = decision.late_events_pending ? paying.set({ late_events_pending: true }) : paying
  return decision.next === 'sent' ? told.move('sent').book(paidOut(told.effect.row)) : told.wait(0)
}

/** Writes a change of a transfer that this transaction has just inserted. */
async function write(tx: Tx, change: Change): Promise<Applied> {
  const applied = await apply(tx, change)
  if (applied === null) throw new Error(`Transfer ${change.effect.read.id} has changed since it was inserted`)
  return applied
}
