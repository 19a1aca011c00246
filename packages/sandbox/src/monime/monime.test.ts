import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPayments, WAIT } from '../testing/payments.ts'

const PAYER = '23276123456'
let world: Awaited<ReturnType<typeof startPayments>>
beforeEach(async () => {
  world = await startPayments()
  await world.sandbox.setPhone(PAYER, { prompts: 'ask' })
})
afterEach(() => world.close())

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return world.sandbox.call(method, `/sandbox/monime/v1${path}`, body, {
    authorization: 'Bearer test',
    'monime-space-id': 'spc-1',
    'monime-version': 'caph.2025-08-23',
    ...headers,
  })
}

const newCode = (phone = PAYER, more: object = {}) => ({
  name: 'Sesa TR-91',
  mode: 'one_time',
  amount: { currency: 'SLE', value: 12050 },
  duration: '10m',
  customer: { name: 'Isata Kamara' },
  authorizedProviders: ['m17'],
  authorizedPhoneNumber: `+${phone}`,
  ...more,
})
const send = (key: string, code: object = newCode()) =>
  call(
    'POST',
    '/payment-codes',
    { reference: key, metadata: { transfer: key }, ...code },
    { 'idempotency-key': key },
  )
const found = async (id: string) => (await call('GET', `/payment-codes/${id}`)).json
const balance = async () =>
  (await call('GET', '/financial-accounts/fac-sandbox?withBalance=true')).json.result.balance.available.value
const OPENING = 10_000_000_000_000
const events = () => world.callbacks().map(({ event }) => event.name)

/** Creates a code. */
async function created(phone = PAYER, more: object = {}) {
  const key = randomUUID()
  const { json } = await send(key, newCode(phone, more))
  return { key, ...json.result } as { key: string; id: string; ussdCode: string }
}

/** Creates a code that is dialled and paid. */
async function paid(phone = PAYER) {
  const code = await created(phone)
  await world.sandbox.setPhone(phone, { prompts: 'ask' })
  await world.sandbox.dial(phone, code.ussdCode)
  await world.sandbox.answerPrompt(phone, code.key, true)
  return code
}

describe('payment codes', () => {
  it('are dialled and paid with the PIN, and reported with a signature', async () => {
    const key = randomUUID()
    const { status, json } = await send(key)
    const { duration: _, ...asked } = newCode()
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        messages: [],
        result: expect.objectContaining({
          ...asked,
          id: expect.stringMatching(/^pmc-/),
          status: 'pending',
          ussdCode: expect.stringMatching(/^\*715\*1\*\d{9}#$/),
          expireTime: expect.any(String),
          reference: key,
          metadata: { transfer: key },
        }),
      },
    ])
    const { id, ussdCode } = json.result
    const dialled = await world.sandbox.dial(PAYER, ussdCode)
    expect(dialled.json).toMatchObject({
      read: 'Sesa TR-91: enter your PIN to pay.',
      prompts: [{ id: key, amount: 12050, currency: 'SLE', name: 'Sesa TR-91' }],
    })
    expect((await found(id)).result.status).toBe('processing')
    await world.sandbox.answerPrompt(PAYER, key, true)
    expect((await found(id)).result.status).toBe('completed')
    expect(await balance()).toBe(OPENING + 12_050)
    expect(await world.books()).toEqual([
      {
        reference: key,
        msisdn: PAYER,
        amount: 12050,
        currency: 'SLE',
        status: 'completed',
        refunded: 0,
        attempts: 1,
      },
    ])
    await vi.waitFor(
      () => expect(events()).toEqual(['payment_code.processed', 'payment_code.completed']),
      WAIT,
    )
    const [hook] = world.product.received
    expect(hook?.path).toBe('/webhooks/monime')
    const [, seconds = '', mac] = /^t=(\d+),v1=(\w+)$/.exec(String(hook?.headers['monime-signature'])) ?? []
    const signed = createHmac('sha256', 'whsec_test').update(`${seconds}.${hook?.body}`)
    expect(mac).toBe(signed.digest('hex'))
    expect(world.callbacks()[1]).toMatchObject({
      object: { id, type: 'payment_code' },
      data: { reference: key, status: 'completed' },
    })
    const { json: payments } = await call('GET', '/payments')
    expect(payments.result).toMatchObject([
      { status: 'completed', amount: { value: 12050 }, ownershipGraph: { owner: { id } } },
    ])
    const one = await call('GET', `/payments/${payments.result[0].id}`)
    expect(one.json.result).toEqual(payments.result[0])
  })

  it('are created once for a key', async () => {
    const key = randomUUID()
    const [first, second] = [await send(key), await send(key)]
    expect(second.json).toEqual(first.json)
    expect(await world.books()).toMatchObject([{ attempts: 2 }])
  })

  it('can be dialled again after the payer refuses, does not answer, or has too little', async () => {
    const { key, id, ussdCode } = await created(PAYER, {
      duration: '1h',
      amount: { currency: 'SLE', value: 1_000_000_001 },
    })
    await world.sandbox.dial(PAYER, ussdCode)
    await world.sandbox.answerPrompt(PAYER, key, false)
    expect((await found(id)).result.status).toBe('pending')
    await world.sandbox.dial(PAYER, ussdCode)
    world.sandbox.skip(120_000)
    await vi.waitFor(async () => expect((await found(id)).result.status).toBe('pending'), WAIT)
    await world.sandbox.dial(PAYER, ussdCode)
    await world.sandbox.answerPrompt(PAYER, key, true)
    expect((await found(id)).result.status).toBe('pending')
    expect(events()).toEqual([])
    expect(await balance()).toBe(OPENING)
  })

  it('expire, but not while the payer types the PIN', async () => {
    const { key, id, ussdCode } = await created(PAYER, { duration: '1m' })
    const late = await created(PAYER, { duration: '1m' })
    await world.sandbox.dial(PAYER, ussdCode)
    world.sandbox.skip(60_000)
    await vi.waitFor(async () => expect((await found(late.id)).result.status).toBe('expired'), WAIT)
    expect((await world.sandbox.dial(PAYER, late.ussdCode)).status).toBe(404)
    expect((await found(id)).result.status).toBe('processing')
    await world.sandbox.answerPrompt(PAYER, key, true)
    expect((await found(id)).result.status).toBe('completed')
    await vi.waitFor(() => expect(events()).toContain('payment_code.expired'), WAIT)
  })

  it('expire once the payer leaves the menu', async () => {
    const { id, ussdCode } = await created(PAYER, { duration: '1m' })
    await world.sandbox.dial(PAYER, ussdCode)
    world.sandbox.skip(120_000)
    await vi.waitFor(async () => expect((await found(id)).result.status).toBe('pending'), WAIT)
    world.sandbox.skip(10_000)
    await vi.waitFor(async () => expect((await found(id)).result.status).toBe('expired'), WAIT)
  })

  it('can be taken back until they are used', async () => {
    const { id, ussdCode } = await created()
    expect((await call('DELETE', `/payment-codes/${id}`)).json).toEqual({ success: true, messages: [] })
    expect((await found(id)).result.status).toBe('cancelled')
    expect((await world.sandbox.dial(PAYER, ussdCode)).status).toBe(404)
    const used = await created()
    await world.sandbox.dial(PAYER, used.ussdCode)
    const refused = await call('DELETE', `/payment-codes/${used.id}`)
    expect([refused.status, refused.json.error.reason]).toEqual([400, 'in_use'])
    await world.sandbox.answerPrompt(PAYER, used.key, true)
    expect((await call('DELETE', `/payment-codes/${used.id}`)).status).toBe(400)
    expect((await call('DELETE', '/payment-codes/pmc-none')).status).toBe(404)
    expect((await found(used.id)).result.status).toBe('completed')
  })

  it('belong to one number', async () => {
    const { id, ussdCode } = await created()
    const other = await world.sandbox.dial('23276123457', ussdCode)
    expect(other.json).toMatchObject({ read: 'This code is for another number.', prompts: [] })
    await world.sandbox.dial(PAYER, ussdCode)
    expect((await world.sandbox.dial(PAYER, ussdCode)).json.read).toBe('This code is in use.')
    expect((await found(id)).result.status).toBe('processing')
  })

  it('are paid by themselves after they were dialled, unless the phone is told otherwise', async () => {
    const { id, ussdCode } = await created('23276123457')
    world.sandbox.skip(60_000)
    expect((await found(id)).result.status).toBe('pending')
    await world.sandbox.dial('23276123457', ussdCode)
    world.sandbox.skip(1_500)
    await vi.waitFor(async () => expect((await found(id)).result.status).toBe('completed'), WAIT)
  })

  it('are listed by pages and found by their code', async () => {
    const codes = [await created(), await created(), await created()]
    const first = (await call('GET', '/payment-codes?limit=2&mode=one_time')).json
    expect(first.result.map(({ id }: { id: string }) => id)).toEqual([codes[2]?.id, codes[1]?.id])
    const second = (await call('GET', `/payment-codes?limit=2&after=${first.pagination.next}`)).json
    expect(second).toMatchObject({ result: [{ id: codes[0]?.id }], pagination: { count: 1, next: null } })
    const dialled = encodeURIComponent(codes[1]?.ussdCode ?? '')
    expect((await call('GET', `/payment-codes?ussd_code=${dialled}`)).json.result).toHaveLength(1)
    expect((await call('GET', '/payment-codes?status=completed')).json.result).toEqual([])
  })

  it.each([
    ['a second use', { mode: 'recurrent' }, {}],
    ['another currency', { amount: { currency: 'GHS', value: 1 } }, {}],
    ['nothing to pay', { amount: { currency: 'SLE', value: 0 } }, {}],
    ['a foreign number', { authorizedPhoneNumber: '+233241112233' }, {}],
    ['an unknown field', { fee: 1 }, {}],
    ['an unknown network', { authorizedProviders: ['m99'] }, {}],
    ['no key', {}, { 'idempotency-key': '' }],
    ['no space', {}, { 'monime-space-id': '' }],
    ['an unknown version', {}, { 'monime-version': 'caph.1999-01-01' }],
  ])('refuse %s', async (_what, change, headers) => {
    const answer = await call('POST', '/payment-codes', newCode(PAYER, change), {
      'idempotency-key': randomUUID(),
      ...headers,
    })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ success: false, error: { reason: expect.any(String) } })
    expect(await world.books()).toEqual([])
  })

  it('refuse a call without a token', async () => {
    expect((await call('GET', '/payment-codes', undefined, { authorization: '' })).status).toBe(401)
  })

  it.each([['0003'], ['0004']])('time out for a payer ending %s', async (ending) => {
    const key = randomUUID()
    await expect(send(key, newCode(`2327612${ending}`))).rejects.toThrow()
    expect((await call('GET', '/payment-codes')).json.result).toHaveLength(ending === '0003' ? 1 : 0)
    expect((await send(key, newCode(`2327612${ending}`))).status).toBe(200)
    expect(await world.books()).toMatchObject([{ attempts: 2 }])
  })

  it('meet the faults of collections', async () => {
    await world.sandbox.setFault({ target: 'collection', mode: 'error_500', count: 1 })
    expect((await send(randomUUID())).status).toBe(500)
    expect(await world.books()).toEqual([])
    const { id } = await created()
    await world.sandbox.setFault({ target: 'collection', mode: 'error_500', count: 2 })
    expect((await call('GET', `/payment-codes/${id}`)).status).toBe(500)
    expect((await call('DELETE', `/payment-codes/${id}`)).status).toBe(500)
    expect((await found(id)).result.status).toBe('pending')
    await world.sandbox.setFault({ target: 'collection', mode: 'duplicate', count: 1 })
    await call('DELETE', `/payment-codes/${id}`)
    await vi.waitFor(
      () => expect(events()).toEqual(['payment_code.cancelled', 'payment_code.cancelled']),
      WAIT,
    )
  })
})

describe('payouts', () => {
  const pay = (key: string, value: number, more: object = {}, phone = PAYER) =>
    call(
      'POST',
      '/payouts',
      {
        amount: { currency: 'SLE', value },
        destination: { type: 'momo', providerId: 'm17', phoneNumber: `+${phone}` },
        ...more,
      },
      { 'idempotency-key': key },
    )
  const payout = async (id: string) => (await call('GET', `/payouts/${id}`)).json.result

  it('give a payment back, once for a key', async () => {
    const code = await paid()
    const key = randomUUID()
    const metadata = { attempt: key, transfer: code.key }
    const { json } = await pay(key, 12_050, { metadata })
    expect(json.result).toMatchObject({ status: 'completed', fees: [], failureDetail: null, metadata })
    expect(json.result.id).toMatch(/^pyt-/)
    expect((await pay(key, 12_050, { metadata })).json).toEqual(json)
    expect(await payout(json.result.id)).toEqual(json.result)
    expect((await call('GET', '/payouts?status=completed')).json.result).toEqual([json.result])
    expect((await world.sandbox.call('GET', '/sandbox/books')).json).toMatchObject({
      payouts: [],
      collections: [{ amount: 12050, refunded: 12050 }],
    })
    expect(await balance()).toBe(OPENING)
    await vi.waitFor(() => expect(events()).toContain('payout.completed'), WAIT)
    expect((await world.sandbox.phone(PAYER)).wallets).toEqual([{ currency: 'SLE', balance: 1_000_000_000 }])
  })

  it('are payouts in the books if they give nothing back', async () => {
    const key = randomUUID()
    await pay(key, 500, { metadata: { attempt: key } })
    expect((await world.sandbox.call('GET', '/sandbox/books')).json.payouts).toEqual([
      { reference: key, msisdn: PAYER, amount: 500, currency: 'SLE', status: 'completed', attempts: 1 },
    ])
  })

  it.each([
    ['0001', 'provider_account_missing'],
    ['0005', 'provider_account_quota_exhausted'],
  ])('fail for a number ending %s with %s and cost nothing', async (ending, code) => {
    const { json } = await pay(randomUUID(), 500, {}, `2327612${ending}`)
    expect(json.result).toMatchObject({ status: 'failed', failureDetail: { code } })
    expect(await balance()).toBe(OPENING)
    await vi.waitFor(() => expect(events()).toEqual(['payout.failed']), WAIT)
  })

  it('fail without money, and stay processing for a minute for a number ending 0002', async () => {
    await world.sandbox.call('POST', '/sandbox/floats', { carrier: 'monime', of: 'SLE', balance: '4.99' })
    const poor = await pay(randomUUID(), 500)
    expect(poor.json.result).toMatchObject({ status: 'failed', failureDetail: { code: 'fund_insufficient' } })
    expect(await balance()).toBe(499)
    const slow = await pay(randomUUID(), 499, {}, '23276120002')
    expect(slow.json.result.status).toBe('processing')
    expect(await balance()).toBe(0)
    world.sandbox.skip(60_000)
    await vi.waitFor(async () => expect((await payout(slow.json.result.id)).status).toBe('completed'), WAIT)
  })
})

describe('look-ups', () => {
  it('name the networks, holders and movements', async () => {
    const momos = (await call('GET', '/momos?country=SL')).json.result
    expect(momos.map(({ providerId, name }: Record<string, string>) => [providerId, name])).toEqual([
      ['m17', 'Orange Money'],
      ['m18', 'Afrimoney'],
    ])
    expect((await call('GET', '/momos?country=GH')).json.result).toEqual([])
    expect((await call('GET', '/provider-kyc/m17?accountId=%2B23276003456')).json.result).toEqual({
      account: { id: '23276003456', name: 'Ama Mensah', holderName: 'Ama Mensah' },
      provider: { id: 'm17', type: 'momo', name: 'Orange Money' },
    })
    expect((await call('GET', '/provider-kyc/m17?accountId=23276120001')).status).toBe(404)
    expect((await call('GET', '/provider-kyc/m99?accountId=23276003456')).status).toBe(404)
    await paid()
    expect((await call('GET', '/financial-transactions?type=credit')).json.result).toMatchObject([
      {
        type: 'credit',
        amount: { currency: 'SLE', value: 12050 },
        financialAccount: { balance: { after: { value: OPENING + 12_050 } } },
        ownershipGraph: { owner: { type: 'payment' } },
      },
    ])
    expect((await call('GET', '/financial-transactions?type=debit')).json.result).toEqual([])
    expect((await call('GET', '/financial-accounts')).json.result).toMatchObject([{ balance: null }])
  })
})
