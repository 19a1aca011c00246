// Real PostgreSQL, worker and sandbox: locks, leases and the ledger are the point. Only the payer's carrier is scripted.
import { calls, COMMON_ERRORS, type Call, type PayAttempt, type TransferDetail } from '@sesa/contract'
import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Answer, type Opened, type Sender } from '../../../testing/sender.ts'
import { ScriptedCarrier, TERMS } from './testing/scripted-collector.ts'

const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
})
beforeEach(() => carrier.reset())
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

interface Payer {
  readonly sender: Sender
  readonly opened: Opened
}

let numbers = randomInt(1_000_000)
async function payerOf(number = `+23188${1_000_000 + numbers++}`): Promise<Sender> {
  const sender = await world.sender('LR')
  await sql`insert into phone_identities (user_id, phone_number, country) values (${sender.userId}, ${number}, 'LR')`.execute(
    world.database.owner,
  )
  return sender
}

async function draft(sender: Sender, change: Record<string, unknown> = {}): Promise<object> {
  const { body } = await sender.call<{ value: number }>('GET', '/currency/rates/LRD/GHS/2000')
  return {
    ...{ amount: 200_000, currency: 'LRD', country: 'GH', name: 'Ama Mensah', phone: recipient() },
    ...{ method: 'momo', network: 'mtn', receiveCurrency: 'GHS' },
    receiveAmount: Math.round(body.value * 100),
    ...{ payWith: 'momo', payer: { network: 'mtn' }, ...change },
  }
}

/** Returns an answer whose code, if any, is one that the contract tells. */
function declared<T extends Answer<unknown>>(answer: T, { errors }: Pick<Call, 'errors'>): T {
  if (answer.code !== undefined) expect([...errors, ...COMMON_ERRORS]).toContain(answer.code)
  return answer
}

const create = async (sender: Sender, change: Record<string, unknown> = {}): Promise<Answer<Opened>> =>
  declared(
    await sender.call<Opened>('POST', '/create-payment-intent', await draft(sender, change)),
    calls.createPaymentIntent,
  )

async function open(sender?: Sender, change: Record<string, unknown> = {}): Promise<Payer> {
  const payer = sender ?? (await payerOf())
  const { status, body } = await create(payer, change)
  expect(body).toHaveProperty('id')
  expect(status).toBe(200)
  return { sender: payer, opened: body }
}

type Paid = Answer<{ readonly attempt: PayAttempt }>
const errorOf = ({ body }: Answer<unknown>) =>
  (body as { error?: { field?: string; message: string; details?: object } }).error
const pay = async ({ sender, opened }: Payer, more: object = {}, key?: string): Promise<Paid> =>
  declared(
    await sender.call('POST', '/pay', { id: opened.id, ...more }, key ? { 'idempotency-key': key } : {}),
    calls.pay,
  )
const view = ({ sender, opened }: Payer): Promise<TransferDetail> => sender.transfer(opened.id)
const postings = async ({ opened }: Payer): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select e.kind || ' ' || split_part(p.from_account, ':', 1) || '>' || split_part(p.to_account, ':', 1) as line
    from ledger_postings p join ledger_entries e on e.id = p.entry_id left join booked_apart a on a.id = e.transfer_id
    join transfers t on t.id = coalesce(a.transfer_id, e.transfer_id)
    where t.payment_intent_id = ${opened.id} and (p.from_account like 'payout%' or p.to_account like 'payout%')
      and p.currency = 'LRD' order by p.id`.execute(world.database.owner)
  return rows.map(({ line }) => line)
}
const arrange = ({ opened }: Payer, changes: string): Promise<unknown> =>
  sql`update collection_attempts set ${sql.raw(changes)}
    where transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`.execute(
    world.database.owner,
  )
const cron = (task: string): Promise<void> =>
  world.transfers.crons.find((one) => one.task === task)?.run() ?? Promise.reject(new Error(task))

describe('a payment by mobile money', () => {
  it('asks nobody before it is paid for, and says what the network will ask', async () => {
    const { sender, opened } = await open()
    expect(opened).toMatchObject({ clientSecret: null, id: expect.stringMatching(/^mm_[0-9a-f]{30}$/) })
    expect(opened).toMatchObject({
      collection: { amount: opened.quote.total, currency: 'LRD', network: 'mtn', nameShown: 'Sesa' },
      ways: [{ method: 'card', amount: 200_000 }],
    })
    expect(opened.quote.charge).toMatchObject({ amount: opened.quote.total, currency: 'LRD' })
    expect(carrier.started.filter(({ amount }) => Number(amount.amount) === opened.quote.total)).toEqual([])
    expect(await sender.transfer(opened.id)).toMatchObject({
      ...{ status: 'awaiting_payment', cancellable: true, card: null },
      pay: { method: 'momo', networkLabel: 'Lonestar MTN MoMo', attempts: [], canTry: true },
    })
  })

  it('is asked for once, approved, paid out, and booked where the money arrived', async () => {
    const payer = await open()
    const { status, body } = await pay(payer)
    expect(status).toBe(202)
    expect(body.attempt).toMatchObject({ number: 1, status: 'prompted', nameShown: 'Sesa', code: null })
    expect(body.attempt.phone).toMatch(/^\+231•+\d{3}$/)
    expect(carrier.started.at(-1)).toMatchObject({ amount: { amount: BigInt(payer.opened.quote.total) } })
    expect(await view(payer)).toMatchObject({ status: 'awaiting_payment', pay: { canTry: false } })
    carrier.approve()
    await world.reaches(payer.opened, 'sent')
    expect(await view(payer)).toMatchObject({
      status: 'sent',
      card: null,
      pay: { attempts: [{ number: 1, status: 'paid' }], networkLabel: 'Lonestar MTN MoMo' },
    })
    expect(await postings(payer)).toEqual(['capture payout_float>customer'])
  })

  it('that ended without approval can be tried again, and the second approval pays', async () => {
    const payer = await open()
    await pay(payer)
    carrier.fail()
    await vi.waitFor(async () => expect((await view(payer)).pay.canTry).toBe(true), PATIENCE)
    const [ended] = (await view(payer)).pay.attempts
    expect(ended).toMatchObject({ status: 'failed', endedAt: expect.any(String) })
    expect(ended?.text).not.toContain('PAYMENT_NOT_APPROVED')
    expect((await pay(payer)).body.attempt.number).toBe(2)
    carrier.approve()
    await world.reaches(payer.opened, 'sent')
  })

  it('refused at once by the network is an attempt that ended', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'rejected', code: 'PAYER_NOT_FOUND', next: 'final' }
    expect((await pay(payer)).body.attempt).toMatchObject({ status: 'failed', endedAt: expect.any(String) })
    expect((await view(payer)).pay.canTry).toBe(true)
  })

  it('without an answer is checked, and paid when the network has the money', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'unknown' }
    expect((await pay(payer)).body.attempt.status).toBe('checking')
    expect((await pay(payer)).code).toBe('payment_attempt_open')
    carrier.approve()
    await world.reaches(payer.opened, 'sent')
  })

  it('is not asked for twice by a repeated call', async () => {
    const payer = await open()
    const before = carrier.started.length
    const [first, second] = [await pay(payer, {}, 'once'), await pay(payer, {}, 'once')]
    expect([first.body.attempt.number, second.body.attempt.number]).toEqual([1, 1])
    expect(carrier.started.length - before).toBe(1)
    const answers = await Promise.all([1, 2, 3].map(() => pay(payer)))
    expect(answers.map(({ code }) => code)).toEqual(Array(3).fill('payment_attempt_open'))
    expect(errorOf(await pay(payer))).toMatchObject({ field: 'id', details: { endsAt: null } })
  })

  it('refuses a key that was used for another wallet', async () => {
    const payer = await open()
    const other = `+23188${1_000_000 + numbers++}`
    await sql`insert into payer_numbers (user_id, phone_number) values (${payer.sender.userId}, ${other})`.execute(
      world.database.owner,
    )
    await pay(payer, {}, 'once')
    expect((await pay(payer, { phone: other }, 'once')).code).toBe('idempotency_key_reused')
  })

  it('is not asked for in the last six minutes of its price, which has not expired yet', async () => {
    const payer = await open()
    await world.arrange(payer.opened, { quote_expires_at: new Date(Date.now() + 5 * 60_000) })
    const refused = await pay(payer)
    expect([refused.code, errorOf(refused)?.message]).toEqual([
      'quote_expired',
      'Too little of this price’s time is left, so your network was not asked. Get a new price.',
    ])
  })

  it('is not asked for twice by ten calls at once', async () => {
    const payer = await open()
    const before = carrier.started.length
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(payer)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'payment_attempt_open')).toHaveLength(9)
    expect(carrier.started.length - before).toBe(1)
  })
})

describe('a cancellation', () => {
  it('of a payment that nobody was asked for closes it', async () => {
    const payer = await open()
    const { body } = await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    expect(body).toMatchObject({ outcome: 'cancelled', transfer: { status: 'cancelled' } })
    expect((await pay(payer)).code).toBe('pay_method_unavailable')
    const sent = await payer.sender.call('POST', '/send-money', { id: payer.opened.id })
    expect([sent.code, errorOf(sent)?.message]).toEqual([
      'payment_not_successful',
      'The payment has not succeeded, so nothing was sent.',
    ])
  })

  it('while a request is open is recorded; approved after all, everything is given back to the wallet', async () => {
    const payer = await open()
    await pay(payer)
    const { body } = await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    expect(body).toMatchObject({ outcome: 'refund_if_charged', transfer: { status: 'awaiting_payment' } })
    carrier.approve()
    await world.reaches(payer.opened, 'refunded')
    expect(carrier.refunded.at(-1)).toMatchObject({
      amount: BigInt(payer.opened.quote.total),
      of: await world.referenceOf(payer.opened),
    })
    expect(await postings(payer)).toEqual(['capture payout_float>customer', 'refund customer>payout_float'])
  })

  it('while a request is open cancels once the network has ended it', async () => {
    const payer = await open()
    await pay(payer)
    await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    carrier.fail()
    await world.reaches(payer.opened, 'cancelled')
    expect(await world.kinds(payer.opened)).toEqual([])
  })

  it('waits for a refund that the network has not ended, and repeats one that it refused', async () => {
    const payer = await open()
    await pay(payer)
    await payer.sender.call('POST', `/user/transactions/${payer.opened.id}/cancel`)
    carrier.refund = 'refused'
    carrier.approve()
    await world.reaches(payer.opened, 'refund_failed')
    carrier.refund = 'taken'
    await world.makeStepsDue()
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect(await world.state(payer.opened)).toMatchObject({ state: 'refunded' })
    }, PATIENCE)
  })
})

describe('an approval after the product gave up', () => {
  const expire = (payer: Payer) =>
    world.arrange(payer.opened, {
      quote_expires_at: new Date(Date.now() - 11 * 60_000),
      next_step_at: new Date(),
    })

  it('while the request was still open is given back', async () => {
    const payer = await open()
    await pay(payer)
    await expire(payer)
    await vi.waitFor(async () => expect((await view(payer)).status).toBe('awaiting_payment'), PATIENCE)
    carrier.approve()
    await world.makeStepsDue()
    await world.reaches(payer.opened, 'refunded')
    expect(await postings(payer)).toEqual(['capture payout_float>customer', 'refund customer>payout_float'])
  })

  it('of a request that the network did not know is booked apart and given back; the transfer stays cancelled', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'unknown' }
    await pay(payer)
    const lost = carrier.started.at(-1)?.id ?? ''
    carrier.statuses.set(lost, { status: 'not_found' })
    await arrange(
      payer,
      `recorded_at = now() - interval '16 minutes', missed_at = now() - interval '2 minutes'`,
    )
    await expire(payer)
    await world.reaches(payer.opened, 'cancelled')
    expect((await view(payer)).pay.attempts).toMatchObject([
      {
        status: 'failed',
        text: 'The request didn’t reach Lonestar MTN MoMo. If it still shows, decline it, then try again.',
      },
    ])
    carrier.approve()
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(carrier.refunded.filter(({ collection }) => collection === lost)).toHaveLength(1)
    expect(await world.state(payer.opened)).toEqual({ state: 'cancelled', hold_reason: null })
    expect(await postings(payer)).toEqual(['capture payout_float>customer', 'refund customer>payout_float'])
    const shown = await view(payer)
    expect(shown.pay.attempts).toMatchObject([{ status: 'returned' }])
    expect(JSON.stringify(shown)).not.toContain('not charged')
    const completed = await payer.sender.call('POST', '/complete', { id: payer.opened.id })
    expect([completed.code, errorOf(completed)?.message]).toEqual([
      'quote_expired',
      'This price has expired, so nothing was sent. Get a new one.',
    ])
    expect(shown.notice).toBe(
      'Your payment came after the transfer was closed, so we return it to your Lonestar MTN MoMo wallet.',
    )
  })

  it('of a first request beside a second one pays once, and gives exactly the other back', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'unknown' }
    await pay(payer)
    const first = carrier.started.at(-1)?.id ?? ''
    carrier.statuses.set(first, { status: 'not_found' })
    await arrange(
      payer,
      `recorded_at = now() - interval '16 minutes', missed_at = now() - interval '2 minutes'`,
    )
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await view(payer)).pay.canTry).toBe(true)
    }, PATIENCE)
    carrier.sent = { outcome: 'accepted', providerId: null, code: null, endsAt: null }
    await pay(payer)
    carrier.approve()
    await world.reaches(payer.opened, 'sent')
    carrier.statuses.set(first, {
      status: 'completed',
      amount: { amount: BigInt(payer.opened.quote.total), currency: 'LRD' } as never,
    })
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(carrier.refunded.filter(({ collection }) => collection === first)).toHaveLength(1)
    expect(await world.state(payer.opened)).toEqual({ state: 'sent', hold_reason: null })
    expect((await view(payer)).pay.attempts.map(({ status }) => status)).toEqual(['returned', 'paid'])
  })

  it('of a request still open when an earlier one has paid is given back too', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'unknown' }
    await pay(payer)
    const first = carrier.started.at(-1)?.id ?? ''
    carrier.statuses.set(first, { status: 'not_found' })
    await arrange(
      payer,
      `recorded_at = now() - interval '16 minutes', missed_at = now() - interval '2 minutes'`,
    )
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await view(payer)).pay.canTry).toBe(true)
    }, PATIENCE)
    carrier.reset()
    await pay(payer)
    const second = carrier.started.at(-1)?.id ?? ''
    const amount = money(payer.opened.quote.total, 'LRD')
    carrier.statuses.set(first, { status: 'completed', amount })
    await cron('return_extra_payments')
    await world.makeStepsDue()
    await world.reaches(payer.opened, 'sent')
    carrier.approve()
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(carrier.refunded.filter(({ collection }) => collection === second)).toHaveLength(1)
    expect(await world.state(payer.opened)).toEqual({ state: 'sent', hold_reason: null })
    expect((await view(payer)).pay.attempts.map(({ status }) => status)).toEqual(['paid', 'returned'])
  })

  it('of another amount is held, and never paid out', async () => {
    const payer = await open()
    await pay(payer)
    carrier.approve({ amount: 100n })
    await world.expectState(payer.opened, 'awaiting_payment', 'payment_mismatch')
    expect(await world.kinds(payer.opened)).toEqual(['capture'])
  })

  it('that no network answers about for 24 hours waits for staff', async () => {
    const payer = await open()
    await pay(payer)
    await world.arrange(payer.opened, { state_changed_at: new Date(Date.now() - 25 * 3_600_000) })
    await world.makeStepsDue()
    await world.expectState(payer.opened, 'awaiting_payment', 'collection_unresolved')
    carrier.approve()
    const depositId = carrier.started.at(-1)?.id
    expect((await world.callback(JSON.stringify({ depositId, status: 'COMPLETED' }))).status).toBe(200)
    await world.expectState(payer.opened, 'paid', 'collection_unresolved')
    expect(await world.kinds(payer.opened)).toEqual(['capture'])
  })
})

describe('a code', () => {
  it('is shown, and can be taken back until it is used', async () => {
    const payer = await open()
    const endsAt = new Date(Date.now() + 600_000)
    carrier.sent = { outcome: 'accepted', providerId: 'pmc-1', code: '*715*1*1234#', endsAt }
    carrier.stop = 'too_late'
    expect((await pay(payer)).body.attempt).toMatchObject({ status: 'code', code: '*715*1*1234#' })
    const stop = () =>
      payer.sender.call<{ attempt: PayAttempt }>('POST', '/pay/stop', { id: payer.opened.id })
    for (const refused of [await stop(), await pay(payer)]) {
      expect(refused.code).toBe('payment_attempt_open')
      expect(errorOf(refused)?.details).toEqual({ endsAt: endsAt.toISOString() })
    }
    carrier.stop = 'unknown'
    expect((await stop()).code).toBe('mobile_money_unavailable')
    carrier.stop = 'stopped'
    expect((await stop()).body.attempt).toMatchObject({ status: 'stopped', code: null })
    expect((await view(payer)).pay.canTry).toBe(true)
  })

  it('whose answer was lost is shown once its provider is asked', async () => {
    const payer = await open()
    carrier.sent = { outcome: 'unknown' }
    expect((await pay(payer)).body.attempt).toMatchObject({ status: 'checking', code: null })
    const accepted = { providerId: 'pmc-2', code: '*715*1*9#', endsAt: new Date(Date.now() + 600_000) }
    carrier.statuses.set(carrier.started.at(-1)?.id ?? '', { status: 'open', accepted })
    await vi.waitFor(async () => {
      await world.makeStepsDue()
      expect((await view(payer)).pay.attempts).toMatchObject([
        { status: 'code', code: '*715*1*9#', endsAt: accepted.endsAt.toISOString() },
      ])
    }, PATIENCE)
    carrier.fail()
  })

  it('is not what a prompt is: that cannot be taken back', async () => {
    const payer = await open()
    await pay(payer)
    const { code } = await payer.sender.call('POST', '/pay/stop', { id: payer.opened.id })
    expect(code).toBe('payment_attempt_open')
  })
})

describe('bad input', () => {
  it('is refused with the field and a closed code, and asks nobody', async () => {
    const sender = await payerOf()
    const before = carrier.started.length
    const refused = async (change: Record<string, unknown>) => {
      const answer = await create(sender, change)
      return [answer.code, errorOf(answer)?.field]
    }
    expect(await refused({ payer: { network: 'orange' } })).toEqual([
      'mobile_money_unavailable',
      'payer.network',
    ])
    expect(await refused({ payer: { network: 'vodafone' } })).toEqual(['network_unknown', 'payer.network'])
    expect(await refused({ payer: undefined })).toEqual(['network_unknown', 'payer.network'])
    for (const [phone, problem] of [
      ['+231881234567', 'payer_number_unverified'],
      ['+233241234567', 'phone_wrong_country'],
      ['+2318812345', 'phone_invalid'],
    ]) {
      expect(await refused({ payer: { network: 'mtn', phone } })).toEqual([problem, 'payer.phone'])
    }
    expect(await refused({ payWith: 'bank_debit' })).toEqual(['pay_method_unavailable', 'payWith'])
    carrier.terms = { ...TERMS, maximum: { amount: 1_000n, currency: 'LRD' } as never }
    expect(await refused({})).toEqual(['amount_above_limit', 'payer.network'])
    carrier.terms = { ...TERMS, minimum: money(10_000_000n, 'LRD') }
    expect(await refused({})).toEqual(['amount_below_minimum', 'payer.network'])
    carrier.terms = null
    expect((await refused({}))[0]).toBe('mobile_money_unavailable')
    expect(carrier.started.length).toBe(before)
  })

  it('from the United States is refused', async () => {
    const sender = await world.sender('US')
    const { code } = await sender.call('POST', '/create-payment-intent', {
      ...(await sender.draft()),
      payWith: 'momo',
      payer: { network: 'mtn' },
    })
    expect(code).toBe('pay_method_unavailable')
  })

  it('about a card payment, or somebody else’s, is refused', async () => {
    const payer = await open()
    const card = await open(undefined, { payWith: 'card', payer: undefined })
    expect((await pay(card)).code).toBe('pay_method_unavailable')
    const stranger = await payerOf()
    expect((await pay({ ...payer, sender: stranger })).code).toBe('not_found')
    expect((await stranger.call('POST', '/pay/stop', { id: payer.opened.id })).code).toBe('not_found')
  })

  it('opens no other payment while a request is open', async () => {
    const payer = await open()
    await pay(payer)
    expect((await create(payer.sender)).code).toBe('payment_attempt_open')
    expect((await create(payer.sender, { payWith: 'card', payer: undefined })).code).toBe(
      'payment_attempt_open',
    )
    carrier.fail()
    await vi.waitFor(async () => expect((await view(payer)).pay.canTry).toBe(true), PATIENCE)
    expect((await create(payer.sender, { payWith: 'card', payer: undefined })).status).toBe(200)
  })

  it('asks one wallet once, over all transfers', async () => {
    const number = `+23188${1_000_000 + numbers++}`
    const payer = await open(await payerOf(number))
    await pay(payer)
    // The number went to another account meanwhile.
    await sql`delete from phone_identities where phone_number = ${number}`.execute(world.database.owner)
    const other = await open(await payerOf(number))
    expect((await pay(other)).code).toBe('payment_attempt_open')
    carrier.fail()
  })
})
