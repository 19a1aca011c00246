import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { LEASED_ELSEWHERE, NO_LEASE, NOW } from '../../../testing/transfer-changes.ts'
import { addBankingDays } from '../../../lib/banking-days.ts'
import { honouredUntil } from './bank-debit.ts'

const DAY_MS = 86_400_000
const BY_BANK = { payWith: 'bank_debit' }

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ bankDebits: true })
  await sandbox('PUT', '/sandbox/bank-debits', { answers: 'ask' })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThanOrEqual(9))

async function sandbox(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(world.sandboxUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([path, response.ok, await response.text()]).toEqual([path, true, expect.anything()])
}

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

/** Authorises the debit of a test account, as Stripe.js does in the browser; returns the status of the answer. */
async function authorizeInBrowser(opened: Opened, account = '000123456789'): Promise<number> {
  const method = 'payment_method_data'
  const response = await fetch(`${world.sandboxUrl}/v1/payment_intents/${opened.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: opened.clientSecret,
      [`${method}[type]`]: 'us_bank_account',
      [`${method}[us_bank_account][routing_number]`]: '110000000',
      [`${method}[us_bank_account][account_number]`]: account,
      [`${method}[us_bank_account][account_holder_type]`]: 'individual',
      [`${method}[billing_details][name]`]: 'Ama Mensah',
      'mandate_data[customer_acceptance][type]': 'online',
      'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
    }),
  })
  return response.status
}

/** Opens a payment whose customer authorizes the debit, and returns it once we know. */
async function authorize(
  sender?: Sender,
  amount?: number,
): Promise<{ sender: Sender; opened: Opened; started: Date }> {
  const from = sender ?? (await world.sender())
  const opened = await from.open(BY_BANK, amount)
  expect(await authorizeInBrowser(opened)).toBe(200)
  const sent = await from.call<{ status: string }>('POST', '/send-money', { id: opened.id })
  expect([sent.status, sent.body.status]).toEqual([200, 'awaiting_payment'])
  const { debit_started_at: started } = await row(opened)
  if (started === null) throw new Error('The debit has not started')
  return { sender: from, opened, started }
}

const answer = (opened: Opened, body: object = { outcome: 'succeed' }) =>
  sandbox('POST', `/sandbox/bank-debits/${opened.id}`, body)

describe('a debit that its customer has authorized', () => {
  it('keeps its price for five banking days, shows its account, and is announced once', async () => {
    const { sender, opened, started } = await authorize()
    await sender.call('POST', '/complete', { id: opened.id })
    const { quote_expires_at, captured_at, bank_name, bank_last4 } = await row(opened)
    expect(quote_expires_at).toEqual(addBankingDays(started, 5))
    expect([captured_at, bank_name, bank_last4]).toEqual([null, 'STRIPE TEST BANK', '6789'])
    expect(await movesOf(opened)).toEqual(['debiting'])
    const { status, pay, notice, cancellable } = await sender.transfer(opened.id)
    expect({ status, cancellable }).toEqual({ status: 'awaiting_payment', cancellable: true })
    expect(notice).toMatch(/^We’ve asked your bank for USD 50\.00\./)
    expect(pay).toMatchObject({
      method: 'bank_debit',
      bank: {
        ...{ name: 'STRIPE TEST BANK', last4: '6789', startedAt: started.toISOString() },
        answerBy: addBankingDays(started, 4).toISOString(),
      },
    })
    const { body } = await sender.call<{ transfers: object[] }>('GET', '/user/transactions')
    expect(body.transfers).toMatchObject([{ payment_id: opened.id, status: 'checking' }])
    await answer(opened)
    await world.reaches(opened, 'sent')
  })

  it('is paid neither by phone nor by card, in words too', async () => {
    const sender = await world.sender()
    const opened = await sender.open(BY_BANK)
    const elsewhere = 'This payment is not made by mobile money. Pay it in the form that it was opened for.'
    for (const [path, code, message] of [
      ['/pay', 'pay_method_unavailable', elsewhere],
      ['/pay/stop', 'pay_method_unavailable', elsewhere],
      ['/complete', 'payment_not_successful', 'The payment has not succeeded, so nothing was sent.'],
    ] as const) {
      const { body } = await sender.call('POST', path, { id: opened.id })
      expect(body).toMatchObject({ error: { code, message } })
    }
  })

  it('does not stop another transfer, and is not replaced by it', async () => {
    const sender = await world.sender()
    const opened = await sender.open(BY_BANK)
    await authorizeInBrowser(opened)
    const other = await sender.open({})
    expect(await row(opened)).toMatchObject({
      cancel_reason: null,
      debit_started_at: expect.any(Date) as Date,
    })
    await world.pay(other)
    await answer(opened)
    await Promise.all([world.reaches(opened, 'sent'), world.reaches(other, 'sent')])
  })

  it('that nobody asked about before the bank paid is honoured by when it was authorized', async () => {
    const opened = await (await world.sender()).open(BY_BANK)
    await world.arrange(opened, LEASED_ELSEWHERE)
    await authorizeInBrowser(opened)
    await answer(opened)
    await world.arrange(opened, {
      quote_expires_at: new Date(Date.now() - 5 * 60_000),
      debit_started_at: null,
    })
    await world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })
    await world.reaches(opened, 'sent')
    const { debit_started_at, quote_expires_at, bank_last4 } = await row(opened)
    expect([debit_started_at && addBankingDays(debit_started_at, 5), bank_last4]).toEqual([
      quote_expires_at,
      '6789',
    ])
  })

  it('waits ten days for its bank before staff look at it', async () => {
    const { opened } = await authorize()
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
    const { sender, opened } = await authorize()
    await answer(opened, { outcome: 'fail', code: 'insufficient_funds' })
    await world.reaches(opened, 'cancelled')
    expect(await row(opened)).toMatchObject({
      cancel_reason: 'debit_failed',
      failure_code: 'insufficient_funds',
    })
    const { notice, status } = await sender.transfer(opened.id)
    expect(status).toBe('cancelled')
    expect(notice).toMatch(/^Your bank didn’t pay: there wasn’t enough money in the account\./)
    expect(await movesOf(opened)).toEqual(['debiting', 'cancelled'])
    expect(await authorizeInBrowser(opened)).toBe(400)
  })

  it('is refunded when it was cancelled and the bank pays', async () => {
    const { sender, opened } = await authorize()
    const path = `/user/transactions/${opened.id}/cancel`
    const { body } = await sender.call<{ outcome: string }>('POST', path)
    expect(body.outcome).toBe('refund_if_charged')
    expect((await sender.transfer(opened.id)).notice).toMatch(/can’t be taken back/)
    await answer(opened)
    await world.reaches(opened, 'refunded')
  })

  it('is refunded when the bank pays after its price has ended', async () => {
    const { opened } = await authorize()
    await world.arrange(opened, { quote_expires_at: new Date(Date.now() - 3_600_000) })
    await answer(opened)
    await world.reaches(opened, 'refunded')
    expect((await row(opened)).failure_code).toBe('late')
  })
})

describe('a debit that is returned', () => {
  it('after the pay-out is a loss, holds the account, and is not refunded on top', async () => {
    const { sender, opened } = await authorize()
    await answer(opened)
    await world.reaches(opened, 'sent')
    await answer(opened, { outcome: 'return', reason: 'debit_not_authorized' })
    await world.expectState(opened, 'sent', 'dispute_lost')
    expect(await world.kinds(opened)).toEqual(['capture', 'paid_out', 'dispute', 'dispute_lost'])
    expect((await sender.create(await sender.draft(BY_BANK))).code).toBe('account_on_hold')
    expect((await world.books()).payments.find(({ id }) => id === opened.id)?.refunded).toBe(0)
  })

  it('before the pay-out is never paid out, nor refunded', async () => {
    const { opened } = await authorize()
    await world.arrange(opened, LEASED_ELSEWHERE)
    await answer(opened)
    await answer(opened, { outcome: 'return', reason: 'insufficient_funds' })
    await world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })
    await world.expectState(opened, 'paid', 'dispute_lost')
    const { payout_reference } = await row(opened)
    const { payouts, payments } = await world.books()
    expect(payouts.filter(({ reference }) => reference === payout_reference)).toEqual([])
    expect(payments.find(({ id }) => id === opened.id)?.refunded).toBe(0)
    expect(await world.kinds(opened)).toEqual(['capture', 'dispute', 'dispute_lost'])
  })
})

it('limits what has not settled, and only people in the United States can pay by debit', async () => {
  const { sender, opened } = await authorize(undefined, 40_000)
  const more = await sender.create(await sender.draft(BY_BANK, 20_000))
  expect([more.status, more.code]).toEqual([422, 'amount_above_limit'])
  expect(JSON.stringify(more.body)).toMatch(/up to USD 100\.00 from a bank account/)
  // The same amount by card is fine.
  expect((await sender.create(await sender.draft({}, 20_000))).status).toBe(200)
  await answer(opened)
  await world.reaches(opened, 'sent')
})

it('a debit that was authorized too late keeps its expired price', () => {
  const quote_expires_at = new Date('2026-12-01T12:00:00Z')
  const until = (startedAt: string) =>
    honouredUntil(
      { startedAt: new Date(startedAt), bank: null, last4: null, failure: null },
      { quote_expires_at },
    ).toISOString()
  expect(until('2026-12-01T11:59:00Z')).toBe('2026-12-08T11:59:00.000Z')
  expect(until('2026-12-01T12:10:00Z')).toBe('2026-12-08T12:10:00.000Z')
  expect(until('2026-12-01T12:10:01Z')).toBe('2026-12-01T12:00:00.000Z')
})
