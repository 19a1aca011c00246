import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../testing/books.ts'
import { sendCardEvent } from '../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../testing/engine-world.ts'
import { createDispute } from '../../testing/scripted-providers.ts'
import type { Opened, Sender } from '../../testing/sender.ts'
import { addBankingDays } from '../../lib/banking-days.ts'
import { honouredUntil } from './bank-debit.ts'
import type { Payment, PaymentDispute, ProviderAnswer } from './ports.ts'

const STARTED = new Date(Math.floor(Date.now() / 1000) * 1000)
const DAY_MS = 86_400_000
const account = { bank: 'STRIPE TEST BANK', last4: '6789', failure: null }
const BY_BANK = { payWith: 'bank_debit' }

/** What the bank of a payment says; the sandbox's own payment is by card. */
interface Bank {
  answer?: 'processing' | 'failed'
  failure?: string
  disputes?: readonly PaymentDispute[]
}
const banks = new Map<string, Bank>()

function asDebit(read: ProviderAnswer<Payment>): ProviderAnswer<Payment> {
  if (!read.ok || !banks.has(read.value.id)) return read
  const payment = read.value
  const { answer, failure = null, disputes = [] } = banks.get(payment.id) ?? {}
  const value = { ...payment, disputed: disputes.length > 0 }
  if (payment.status === 'succeeded')
    return { ok: true, value: { ...value, debit: { ...account, startedAt: STARTED } } }
  if (payment.status !== 'open' || answer === undefined) return read
  return answer === 'processing'
    ? { ok: true, value: { ...value, status: 'processing', debit: { ...account, startedAt: STARTED } } }
    : { ok: true, value: { ...value, debit: { ...account, startedAt: null, failure } } }
}

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    between: ({ cards, payouts }) => ({
      cards: {
        ...cards,
        createPayment: (request) => cards.createPayment({ ...request, byBank: false }),
        readPayment: async (id) => asDebit(await cards.readPayment(id)),
        // A debit under way cannot be taken back.
        cancelPayment: async (id) =>
          asDebit(
            await (banks.get(id)?.answer === 'processing' ? cards.readPayment(id) : cards.cancelPayment(id)),
          ),
        listDisputes: (id) => Promise.resolve({ ok: true, value: banks.get(id)?.disputes ?? [] }),
      },
      payouts,
    }),
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThanOrEqual(8))

const row = (opened: Opened) =>
  world.database.owner
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
const movesOf = async (opened: Opened) => {
  const { id } = await row(opened)
  const moves = world.database.owner.selectFrom('outbox').select('move').where('transfer_id', '=', id)
  return (await moves.orderBy('id').execute()).map(({ move }) => move)
}

/** Opens a payment whose customer has authorised the debit. */
async function authorise(sender?: Sender, amount?: number): Promise<{ sender: Sender; opened: Opened }> {
  const from = sender ?? (await world.sender())
  const opened = await from.open(BY_BANK, amount)
  banks.set(opened.id, { answer: 'processing' })
  const sent = await from.call<{ status: string }>('POST', '/send-money', { id: opened.id })
  expect([sent.status, sent.body.status]).toEqual([200, 'awaiting_payment'])
  return { sender: from, opened }
}

/** The bank answers: it pays, or it does not. */
async function answer(opened: Opened, failure?: string): Promise<void> {
  banks.set(opened.id, failure === undefined ? {} : { answer: 'failed', failure })
  if (failure === undefined) await world.pay(opened)
  else
    await sendCardEvent(world.base, {
      type: 'payment_intent.payment_failed',
      object: { object: 'payment_intent', id: opened.id },
    })
}

describe('a debit that its customer has authorised', () => {
  it('keeps its price for five banking days, shows its account, and is announced once', async () => {
    const { sender, opened } = await authorise()
    await sender.call('POST', '/complete', { id: opened.id })
    const { debit_started_at, quote_expires_at, captured_at, bank_name, bank_last4 } = await row(opened)
    expect(debit_started_at).toEqual(STARTED)
    expect(quote_expires_at).toEqual(addBankingDays(STARTED, 5))
    expect([captured_at, bank_name, bank_last4]).toEqual([null, 'STRIPE TEST BANK', '6789'])
    expect(await movesOf(opened)).toEqual(['debiting'])
    const { status, pay, notice, cancellable } = await sender.transfer(opened.id)
    expect({ status, cancellable }).toEqual({ status: 'awaiting_payment', cancellable: true })
    expect(notice).toMatch(/^We’ve asked your bank for USD 50\.00\./)
    expect(pay).toMatchObject({
      method: 'bank_debit',
      bank: {
        ...{ name: 'STRIPE TEST BANK', last4: '6789', startedAt: STARTED.toISOString() },
        answerBy: addBankingDays(STARTED, 4).toISOString(),
      },
    })
    const { body } = await sender.call<{ transfers: object[] }>('GET', '/user/transactions')
    expect(body.transfers).toMatchObject([{ payment_id: opened.id, status: 'checking' }])
    await answer(opened)
    await world.reaches(opened, 'sent')
  })

  it('does not stop another transfer, and is not replaced by it', async () => {
    const sender = await world.sender()
    const opened = await sender.open(BY_BANK)
    // The browser has confirmed, and nobody has asked about it yet.
    banks.set(opened.id, { answer: 'processing' })
    const other = await sender.open({})
    expect(await row(opened)).toMatchObject({ cancel_reason: null, debit_started_at: STARTED })
    await world.pay(other)
    await answer(opened)
    await Promise.all([world.reaches(opened, 'sent'), world.reaches(other, 'sent')])
  })

  it('that nobody asked about before the bank paid is honoured by when it was authorised', async () => {
    const opened = await (await world.sender()).open(BY_BANK)
    await world.arrange(opened, { quote_expires_at: new Date(STARTED.getTime() - 5 * 60_000) })
    await answer(opened)
    await world.reaches(opened, 'sent')
    expect(await row(opened)).toMatchObject({ debit_started_at: STARTED, bank_last4: '6789' })
    await world.arrange(opened, { quote_expires_at: addBankingDays(STARTED, 5) })
  })

  it('waits ten days for its bank before staff look at it', async () => {
    const { opened } = await authorise()
    await world.arrange(opened, { state_changed_at: new Date(Date.now() - 9 * DAY_MS) })
    await world.makeStepsDue()
    await vi.waitFor(async () => expect((await row(opened)).attempts).toBeGreaterThan(1), PATIENCE)
    expect((await row(opened)).hold_reason).toBeNull()
    await world.arrange(opened, { state_changed_at: new Date(Date.now() - 11 * DAY_MS) })
    await world.makeStepsDue()
    await world.expectState(opened, 'awaiting_payment', 'provider_silent')
    await answer(opened)
    await world.expectState(opened, 'paid', 'provider_silent')
  })

  it('is closed when the bank does not pay, with the reason, and cannot be paid again', async () => {
    const { sender, opened } = await authorise()
    await answer(opened, 'insufficient_funds')
    await world.reaches(opened, 'cancelled')
    expect(await row(opened)).toMatchObject({
      cancel_reason: 'debit_failed',
      failure_code: 'insufficient_funds',
    })
    const { notice, status } = await sender.transfer(opened.id)
    expect(status).toBe('cancelled')
    expect(notice).toMatch(/^Your bank didn’t pay: there wasn’t enough money in the account\./)
    expect(await movesOf(opened)).toEqual(['debiting', 'cancelled'])
    expect((await world.pay(opened)).status).toBe(400)
  })

  it('is refunded when it was cancelled and the bank pays', async () => {
    const { sender, opened } = await authorise()
    const path = `/user/transactions/${opened.id}/cancel`
    const { body } = await sender.call<{ outcome: string }>('POST', path)
    expect(body.outcome).toBe('refund_if_charged')
    expect((await sender.transfer(opened.id)).notice).toMatch(/can’t be taken back/)
    await answer(opened)
    await world.reaches(opened, 'refunded')
  })

  it('is refunded when the bank pays after its price has ended', async () => {
    const { opened } = await authorise()
    await world.arrange(opened, { quote_expires_at: new Date(Date.now() - 3_600_000) })
    await answer(opened)
    await world.reaches(opened, 'refunded')
    expect((await row(opened)).failure_code).toBe('late')
  })
})

describe('a debit that is returned', () => {
  it('after the pay-out is a loss, holds the account, and is not refunded on top', async () => {
    const { sender, opened } = await authorise()
    await answer(opened)
    await world.reaches(opened, 'sent')
    banks.set(opened.id, { disputes: [createDispute('dp_return', 'lost')] })
    await sendCardEvent(world.base, {
      type: 'charge.dispute.closed',
      object: { object: 'dispute', payment_intent: opened.id },
    })
    await world.expectState(opened, 'sent', 'dispute_lost')
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute', 'dispute_lost'])
    expect((await sender.create(await sender.draft(BY_BANK))).code).toBe('account_on_hold')
    expect((await world.books()).payments.find(({ id }) => id === opened.id)?.refunded).toBe(0)
  })

  it('before the pay-out is never paid out', async () => {
    const { opened } = await authorise()
    banks.set(opened.id, { disputes: [createDispute('dp_early', 'lost')] })
    await world.pay(opened)
    await world.expectState(opened, 'paid', 'dispute_lost')
    const { payout_reference } = await row(opened)
    expect((await world.books()).payouts.filter(({ reference }) => reference === payout_reference)).toEqual(
      [],
    )
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
  })
})

it('limits what has not settled, and only people in the United States can pay by debit', async () => {
  const { sender, opened } = await authorise(undefined, 40_000)
  const more = await sender.create(await sender.draft(BY_BANK, 20_000))
  expect([more.status, more.code]).toEqual([422, 'amount_above_limit'])
  expect(JSON.stringify(more.body)).toMatch(/up to USD 100\.00 from a bank account/)
  // The same amount by card is fine.
  expect((await sender.create(await sender.draft({}, 20_000))).status).toBe(200)
  await answer(opened)
  await world.reaches(opened, 'sent')
})

it('a debit that was authorised too late keeps its expired price', () => {
  const quote_expires_at = new Date('2026-12-01T12:00:00Z')
  const until = (startedAt: string) =>
    honouredUntil({ ...account, startedAt: new Date(startedAt) }, { quote_expires_at }).toISOString()
  expect(until('2026-12-01T11:59:00Z')).toBe('2026-12-08T11:59:00.000Z')
  expect(until('2026-12-01T12:10:00Z')).toBe('2026-12-08T12:10:00.000Z')
  expect(until('2026-12-01T12:10:01Z')).toBe('2026-12-01T12:00:00.000Z')
})
