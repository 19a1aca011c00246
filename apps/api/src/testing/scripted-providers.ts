import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type {
  PaymentDispute,
  PaymentRefund,
  PayoutRail,
  PayoutSent,
  ProviderFailure,
} from '../domains/transfers/ports.ts'
import type { TransferMove } from '../domains/transfers/moves.ts'
import { closeAndVerify } from './books.ts'
import { captureInState, recordRequest } from './transfer-states.ts'
import { sendCardEvent } from './card-events.ts'
import { startEngineWorld } from './engine-world.ts'
import { recipient, type Opened } from './sender.ts'

/** Answers that replace the sandbox's; none by default. */
interface ProviderScript {
  payment?: 'unknown'
  disputes?: readonly PaymentDispute[]
  refunds?: readonly PaymentRefund[] | 'unknown'
  refund?: 'refused' | 'unknown'
  beforeRefund?: () => void
  send?: (request: Parameters<PayoutRail['send']>[0]) => PayoutSent
  status?: 'unknown' | 'not_found' | 'pending' | 'completed' | 'failed'
  beforeSend?: () => void
  beforeSender?: () => void
}

/** The card provider does not answer. */
const UNKNOWN: ProviderFailure = { ok: false, reason: 'unknown', code: 'no_answer' }
const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }

/** Returns a dispute of a charge in USD; `amount` in cents. */
export const createDispute = (
  id: string,
  status: PaymentDispute['status'],
  amount = 5_000n,
): PaymentDispute => ({
  id,
  status,
  amount,
  currency: 'USD',
})

type ScriptedWorld = Awaited<ReturnType<typeof startScriptedProviders>>

/** Starts the engine with providers whose answers a test can replace with ones that the sandbox never gives. */
async function startScriptedProviders() {
  const script: ProviderScript = {}
  const engine = await startEngineWorld({
    beforeSender: () => script.beforeSender?.(),
    between: ({ cards, payouts }) => ({
      cards: {
        ...cards,
        async readPayment(id) {
          if (script.payment) return { ok: false, reason: script.payment, code: 'silent' }
          const read = await cards.readPayment(id)
          return read.ok && script.disputes ? { ok: true, value: { ...read.value, disputed: true } } : read
        },
        listDisputes: (id) =>
          script.disputes ? Promise.resolve({ ok: true, value: script.disputes }) : cards.listDisputes(id),
        listRefunds(id) {
          if (script.refunds === 'unknown') return Promise.resolve(UNKNOWN)
          return script.refunds ? Promise.resolve({ ok: true, value: script.refunds }) : cards.listRefunds(id)
        },
        refund(request) {
          script.beforeRefund?.()
          return script.refund
            ? Promise.resolve({ ok: false, reason: script.refund, code: 'charge_disputed' })
            : cards.refund(request)
        },
      },
      payouts: {
        ...payouts,
        send(request) {
          script.beforeSend?.()
          return script.send ? Promise.resolve(script.send(request)) : payouts.send(request)
        },
        status: (reference) =>
          script.status
            ? Promise.resolve({ status: script.status, code: 'UNKNOWN_ERROR' })
            : payouts.status(reference),
      },
    }),
  })
  const row = (opened: Opened) =>
    engine.database.owner
      .selectFrom('transfers')
      .selectAll()
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
  return {
    ...engine,
    script,
    /** Returns the moves that a transfer has announced, in order. */
    async movesOf(opened: Opened): Promise<TransferMove[]> {
      const { id } = await row(opened)
      const moves = engine.database.owner.selectFrom('outbox').select('move').where('transfer_id', '=', id)
      return (await moves.orderBy('id').execute()).map(({ move }) => move)
    },
    /** Restores the sandbox's own answers. */
    reset(): void {
      for (const word of Object.keys(script)) Reflect.deleteProperty(script, word)
    },
    row,
    async staffActionsOn(opened: Opened) {
      const reference = await engine.referenceOf(opened)
      const { staffActions } = engine.transfers
      return {
        hold: () => staffActions.hold(reference, ACTION),
        release: () => staffActions.release(reference, ACTION),
        refund: () => staffActions.refund(reference, ACTION),
        repaid: (amount = 'USD 50.00') => staffActions.repaid(reference, { ...ACTION, amount }),
        cancel: () => staffActions.cancel(reference, ACTION),
      }
    },
    /** Returns the transfer's pay-outs in the sandbox's books. */
    async payoutsOf(opened: Opened): Promise<unknown[]> {
      const { payout_reference } = await row(opened)
      return (await engine.books()).payouts.filter(({ reference }) => reference === payout_reference)
    },
    /** Returns the outcomes of the transfer's pay-out requests, in order; null for an open one. */
    async requestsOf(opened: Opened): Promise<(string | null)[]> {
      const { id } = await row(opened)
      const attempts = engine.database.owner.selectFrom('payout_attempts').where('transfer_id', '=', id)
      return (await attempts.select('outcome').orderBy('id').execute()).map(({ outcome }) => outcome)
    },
    /** Returns the transfer's payment in the sandbox's books. */
    paymentOf: async (opened: Opened) => (await engine.books()).payments.find(({ id }) => id === opened.id),
    /** Returns the postings of a transfer's entries of a kind, in order: `from>to amount`. */
    async postings(opened: Opened, kind: string): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`
        select split_part(p.from_account, ':', 1) || '>' || split_part(p.to_account, ':', 1) || ' ' || p.amount as line
        from ledger_postings p join ledger_entries e on e.id = p.entry_id left join booked_apart a on a.id = e.transfer_id
        join transfers t on t.id = coalesce(a.transfer_id, e.transfer_id)
        where t.payment_intent_id = ${opened.id} and e.kind like ${kind} order by p.id`.execute(
        engine.database.owner,
      )
      return rows.map(({ line }) => line)
    },
    /** Sends the card provider's event of a refund or dispute. */
    sendLateEvent: (opened: Opened, type: string) =>
      sendCardEvent(engine.base, {
        type,
        object: { object: type.startsWith('refund') ? 'refund' : 'dispute', payment_intent: opened.id },
      }),
    /** Makes all steps due repeatedly until the transfer has this state and hold. */
    driveTo: (opened: Opened, state: string, hold_reason: string | null) =>
      vi.waitFor(async () => {
        await engine.makeStepsDue()
        expect(await engine.state(opened)).toEqual({ state, hold_reason })
      }, PATIENCE),
    /** Runs the step at least three more times and expects the transfer to stay in its state. */
    async expectUnchanged(opened: Opened, state: string): Promise<void> {
      const { attempts } = await row(opened)
      await vi.waitFor(async () => {
        await engine.makeStepsDue()
        const now = await row(opened)
        expect(now.state !== state || now.attempts > attempts + 3).toBe(true)
      }, PATIENCE)
      expect(await engine.state(opened)).toEqual({ state, hold_reason: null })
    },
    /** Opens a charged transfer whose pay-out requests had these outcomes; default: one rejection. */
    async openWithRequests(
      outcomes: readonly ('unknown' | 'rejected' | null)[] = ['rejected'],
    ): Promise<Opened> {
      const opened = await (await engine.sender()).open()
      await captureInState(engine, opened, 'paying_out')
      for (const outcome of outcomes) await recordRequest(engine, opened, outcome)
      return opened
    },
    /** Moves a transfer to `payout_failed`, as after the carrier's report. */
    async failPayout(opened: Opened): Promise<void> {
      await sql`with moved as (update transfers set state = 'payout_failed', failure_code = 'UNKNOWN'
          where payment_intent_id = ${opened.id} returning id)
        insert into transfer_events (transfer_id, from_state, to_state)
        select id, 'paying_out', 'payout_failed' from moved`.execute(engine.database.owner)
    },
    /** Opens a transfer whose pay-out failed and whose refund was returned. */
    async openRefundReturned(): Promise<Opened> {
      const opened = await (await engine.sender()).open({ phone: recipient('0005') })
      await engine.pay(opened, '4000000000005126')
      await engine.reaches(opened, 'refunded')
      await engine.withClockAhead(4_000, () => engine.expectState(opened, 'refunded', 'refund_returned'))
      return opened
    },
  }
}

/**
 * Provides a file's tests with scripted providers: resets them after each test, and checks the books of at least this many
 * transfers at the end.
 */
export function useScriptedProviders({ transfers }: { transfers: number }): ScriptedWorld {
  const world = {} as ScriptedWorld
  beforeAll(async () => {
    Object.assign(world, await startScriptedProviders())
  })
  afterEach(() => world.reset())
  afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThanOrEqual(transfers))
  return world
}
