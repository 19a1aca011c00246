import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYER, startPayments, WAIT } from '../testing/payments.ts'

type Headers = Record<string, string>
const HOST = 'momo.example'
const CALLBACK = `https://${HOST}/webhooks/mtn-momo/code`
let world: Awaited<ReturnType<typeof startPayments>>
let tokens: Headers = {}

beforeEach(async () => {
  world = await startPayments()
  const id = randomUUID()
  const key = { 'ocp-apim-subscription-key': 'any' }
  const path = (end: string) => `/sandbox/mtn-momo${end}`
  const provisioned = { ...key, 'x-reference-id': id }
  await world.sandbox.call('POST', path('/v1_0/apiuser'), { providerCallbackHost: HOST }, provisioned)
  const made = await world.sandbox.call('POST', path(`/v1_0/apiuser/${id}/apikey`), undefined, key)
  const basic = `Basic ${Buffer.from(`${id}:${made.json.apiKey}`).toString('base64')}`
  tokens = {}
  for (const product of ['collection', 'disbursement']) {
    const { json } = await world.sandbox.call('POST', path(`/${product}/token/`), undefined, {
      ...key,
      authorization: basic,
    })
    tokens[product] = json.access_token
  }
})
afterEach(() => world.close())

function call(method: string, path: string, body?: unknown, headers: Headers = {}) {
  const product = path.split('/')[1] ?? ''
  return world.sandbox.call(method, `/sandbox/mtn-momo${path}`, body, {
    'ocp-apim-subscription-key': 'any',
    'x-target-environment': 'mtnghana',
    authorization: `Bearer ${tokens[product]}`,
    ...headers,
  })
}

const request = (partyId = PAYER, more: object = {}) => ({
  amount: '120.50',
  currency: 'GHS',
  externalId: 'tr_91',
  payer: { partyIdType: 'MSISDN', partyId },
  payerMessage: 'Sesa transfer',
  payeeNote: 'TR-91',
  ...more,
})
const ask = (reference: string, body: object = request(), headers: Headers = {}) =>
  call('POST', '/collection/v1_0/requesttopay', body, { 'x-reference-id': reference, ...headers })
const found = async (reference: string) =>
  (await call('GET', `/collection/v1_0/requesttopay/${reference}`)).json
const balance = async (product = 'collection') =>
  (await call('GET', `/${product}/v1_0/account/balance`)).json.availableBalance
const ends = (reference: string, data: object) =>
  vi.waitFor(async () => expect(await found(reference)).toMatchObject(data), WAIT)

/** Sends a request and approves it. Returns its reference. */
async function paid(payer = PAYER): Promise<string> {
  const reference = randomUUID()
  await world.sandbox.setPhone(payer, { prompts: 'ask' })
  expect((await ask(reference, request(payer))).status).toBe(202)
  await world.sandbox.answerPrompt(payer, reference, true)
  expect((await found(reference)).status).toBe('SUCCESSFUL')
  return reference
}

describe('requests to pay', () => {
  it('answers 202 without a body, asks the payer, collects apart, and calls back once', async () => {
    const reference = randomUUID()
    const answer = await ask(reference, request(), { 'x-callback-url': CALLBACK })
    expect([answer.status, answer.text]).toEqual([202, ''])
    expect(await found(reference)).toEqual({ ...request(), status: 'PENDING' })
    expect((await world.sandbox.phone(PAYER)).prompts).toMatchObject([
      { id: reference, amount: 12050, name: 'Sesa', isShown: true },
    ])
    world.sandbox.skip(1_500)
    const body = { ...request(), status: 'SUCCESSFUL', financialTransactionId: expect.any(String) }
    world.product.answers.push(500)
    await vi.waitFor(() => expect(world.callbacks()).toEqual([body]), WAIT)
    expect(world.product.received[0]?.path).toBe('/webhooks/mtn-momo/code')
    expect([await balance(), await balance('disbursement')]).toEqual(['120.50', '100000000000.00'])
    expect(await world.books()).toEqual([
      {
        reference,
        msisdn: PAYER,
        amount: 12050,
        currency: 'GHS',
        status: 'completed',
        refunded: 0,
        attempts: 1,
      },
    ])
    const again = await ask(reference)
    expect([again.status, again.json.code]).toEqual([409, 'RESOURCE_ALREADY_EXIST'])
    expect(await balance()).toBe('120.50')
    expect(await world.books()).toMatchObject([{ attempts: 2 }])
    // MTN never repeats it, even if it was refused.
    world.sandbox.skip(1_800_000)
    await ask(randomUUID(), request('46733123451'), { 'x-callback-url': CALLBACK })
    await vi.waitFor(() => expect(world.callbacks()).toHaveLength(2), WAIT)
    expect(world.callbacks()[1].status).toBe('FAILED')
  })

  it.each([
    ['450', 'FAILED', 'INTERNAL_PROCESSING_ERROR'],
    ['451', 'FAILED', 'APPROVAL_REJECTED'],
    ['452', 'FAILED', 'EXPIRED'],
    ['455', 'FAILED', 'PAYER_NOT_FOUND'],
    ['456', 'FAILED', 'PAYEE_NOT_ALLOWED_TO_RECEIVE'],
    ['463', 'FAILED', 'COULD_NOT_PERFORM_TRANSACTION'],
  ])('ends a request to MTN’s payer %s as %s, %s', async (ending, status, code) => {
    const reference = randomUUID()
    expect((await ask(reference, request(`46733123${ending}`))).status).toBe(202)
    expect(await found(reference)).toMatchObject({ status, reason: { code } })
    expect(await balance()).toBe('0.00')
  })

  it.each([
    ['457', 500, 'NOT_ALLOWED'],
    ['458', 500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['459', 500, 'INVALID_CALLBACK_URL_HOST'],
    ['460', 500, 'INVALID_CURRENCY'],
    ['461', 500, 'INTERNAL_PROCESSING_ERROR'],
    ['462', 503, 'SERVICE_UNAVAILABLE'],
    ['464', 400, 'TRANSFER_TYPE_UNKNOWN'],
  ])('refuses a request to MTN’s payer %s with %i %s', async (ending, status, code) => {
    const reference = randomUUID()
    const answer = await ask(reference, request(`46733123${ending}`))
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect((await call('GET', `/collection/v1_0/requesttopay/${reference}`)).status).toBe(404)
  })

  it('leaves MTN’s payer 453 pending and pays 454 after a minute', async () => {
    const [ongoing, delayed] = [randomUUID(), randomUUID()]
    await ask(ongoing, request('46733123453'))
    await ask(delayed, request('46733123454'))
    world.sandbox.skip(59_000)
    expect((await found(delayed)).status).toBe('PENDING')
    world.sandbox.skip(3_000_000)
    await ends(delayed, { status: 'SUCCESSFUL' })
    expect((await found(ongoing)).status).toBe('PENDING')
  })

  it.each([
    [true, { status: 'SUCCESSFUL' }],
    [false, { status: 'FAILED', reason: { code: 'APPROVAL_REJECTED' } }],
  ])('ends as the payer answers: %s', async (approve, expected) => {
    const reference = randomUUID()
    await world.sandbox.setPhone(PAYER, { prompts: 'ask' })
    await ask(reference)
    await world.sandbox.answerPrompt(PAYER, reference, approve)
    expect(await found(reference)).toMatchObject(expected)
  })

  it('gives up after five minutes, and a later approval takes nothing', async () => {
    const reference = randomUUID()
    await world.sandbox.setPhone(PAYER, { prompts: 'ignore' })
    await ask(reference)
    world.sandbox.skip(300_000)
    expect((await world.sandbox.answerPrompt(PAYER, reference, true)).status).toBe(409)
    expect(await found(reference)).toMatchObject({
      status: 'FAILED',
      reason: { code: 'COULD_NOT_PERFORM_TRANSACTION' },
    })
    expect(await balance()).toBe('0.00')
  })

  it.each([['0003'], ['0004']])('times out for a payer ending %s', async (ending) => {
    const reference = randomUUID()
    await expect(ask(reference, request(`23324111${ending}`))).rejects.toThrow()
    expect((await found(reference)).status).toBe(ending === '0003' ? 'PENDING' : undefined)
    expect((await ask(reference, request(`23324111${ending}`))).status).toBe(ending === '0003' ? 409 : 202)
  })

  it.each([
    ['an empty note', { payeeNote: '' }, {}, 500, 'INTERNAL_PROCESSING_ERROR'],
    ['no message', { payerMessage: undefined }, {}, 500, 'INTERNAL_PROCESSING_ERROR'],
    ['an apostrophe', { payerMessage: "Ama’s, or Ama's" }, {}, 400, 'BAD_REQUEST'],
    ['another currency', { currency: 'EUR' }, {}, 500, 'INVALID_CURRENCY'],
    ['nothing to pay', { amount: '0' }, {}, 400, 'BAD_REQUEST'],
    ['no payer', { payer: undefined }, {}, 400, 'BAD_REQUEST'],
    [
      'a foreign callback',
      {},
      { 'x-callback-url': 'https://evil.example/x' },
      500,
      'INVALID_CALLBACK_URL_HOST',
    ],
    ['another environment', {}, { 'x-target-environment': 'mars' }, 500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['a bad reference', {}, { 'x-reference-id': 'mm_1' }, 400, 'BAD_REQUEST'],
  ])('refuses %s', async (_what, change, headers, status, code) => {
    const answer = await ask(randomUUID(), request(PAYER, change), headers)
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await world.books()).toEqual([])
  })

  it('accepts only tokens of collection, and names a payer', async () => {
    const other = await ask(randomUUID(), request(), { authorization: `Bearer ${tokens['disbursement']}` })
    expect(other.status).toBe(401)
    const holder = `/collection/v1_0/accountholder/msisdn/${PAYER}`
    expect((await call('GET', `${holder}/active`)).json).toEqual({ result: true })
    expect((await call('GET', `${holder}/basicuserinfo`)).json).toMatchObject({ status: 'ACTIVE' })
    await world.sandbox.setPhone(PAYER, { prompts: 'auto', holder: 'Musu Kollie-Weah Jr' })
    expect((await call('GET', `${holder}/basicuserinfo`)).json).toMatchObject({
      ...{ given_name: 'Musu', family_name: 'Kollie-Weah Jr' },
    })
  })

  it('names nobody for a number that confirmed itself with a code, until its holder is set', async () => {
    const read = async (number: string) =>
      (await call('GET', `/collection/v1_0/accountholder/msisdn/${number}/basicuserinfo`)).json
    const tell = (to: string, text: string) =>
      world.sandbox.call('POST', '/sandbox/sms/messages', { to: `+${to}`, text })
    await tell(PAYER, 'Your Sesa code is 271828. Never share it.\n\n@localhost #271828')
    expect(await read(PAYER)).toEqual({ status: 'ACTIVE' })
    await world.sandbox.setPhone(PAYER, { prompts: 'auto', holder: 'Musu Kollie-Weah Jr' })
    expect(await read(PAYER)).toMatchObject({ given_name: 'Musu' })
    // A recipient gets messages, too, and keeps the name.
    const recipient = '233241313456'
    await tell(recipient, 'Ama Mensah sent you GHS 120.50. Transfer S-7K2M9P4Q')
    expect(await read(recipient)).toMatchObject({ given_name: 'Kofi', family_name: 'Boateng' })
  })

  it('meets the faults of collections only', async () => {
    await world.sandbox.setFault({ target: 'payout', mode: 'error_500', count: 1 })
    expect((await ask(randomUUID())).status).toBe(202)
    await world.sandbox.setFault({ target: 'collection', mode: 'error_500', count: 2 })
    const reference = randomUUID()
    expect((await ask(reference)).status).toBe(500)
    expect((await call('GET', `/collection/v1_0/requesttopay/${reference}`)).status).toBe(500)
    await world.sandbox.setFault({ target: 'collection', mode: 'drop', count: 1 })
    await ask(reference, request('46733123455'), { 'x-callback-url': CALLBACK })
    const last = randomUUID()
    await ask(last, request('46733123451'), { 'x-callback-url': CALLBACK })
    await vi.waitFor(
      () => expect(world.callbacks()).toMatchObject([{ reason: { code: 'APPROVAL_REJECTED' } }]),
      WAIT,
    )
  })
})

describe('refunds of requests to pay', () => {
  const give = (reference: string, referenceIdToRefund: string, more: object = {}, headers: Headers = {}) => {
    const { payer: _, ...fields } = request()
    return call(
      'POST',
      '/disbursement/v1_0/refund',
      { ...fields, referenceIdToRefund, ...more },
      { 'x-reference-id': reference, ...headers },
    )
  }
  const refund = async (reference: string) =>
    (await call('GET', `/disbursement/v1_0/refund/${reference}`)).json

  it('leaves the account that sends, reaches the payer, calls back, and lists no payout', async () => {
    const [collected, reference] = [await paid(), randomUUID()]
    const answer = await give(reference, collected, {}, { 'x-callback-url': CALLBACK })
    expect([answer.status, answer.text]).toEqual([202, ''])
    const { payer, ...fields } = request()
    const body = {
      ...fields,
      payee: payer,
      status: 'SUCCESSFUL',
      financialTransactionId: expect.any(String),
    }
    expect(await refund(reference)).toEqual(body)
    await vi.waitFor(() => expect(world.callbacks()).toEqual([body]), WAIT)
    expect((await give(reference, collected)).status).toBe(409)
    expect([await balance(), await balance('disbursement')]).toEqual(['120.50', '99999999879.50'])
    expect((await world.sandbox.call('GET', '/sandbox/books')).json).toMatchObject({
      payouts: [],
      collections: [{ refunded: 12050 }],
    })
    expect((await call('GET', `/disbursement/v1_0/transfer/${reference}`)).status).toBe(404)
  })

  it('never gives back more than was paid', async () => {
    const collected = await paid()
    expect((await give(randomUUID(), collected, { amount: '120.51' })).json.code).toBe('NOT_ALLOWED')
    expect((await give(randomUUID(), collected, { amount: '100' })).status).toBe(202)
    expect((await give(randomUUID(), collected, { amount: '20.51' })).json.code).toBe('NOT_ALLOWED')
    expect((await give(randomUUID(), collected, { amount: '20.50' })).status).toBe(202)
    expect(await world.books()).toMatchObject([{ refunded: 12050 }])
  })

  it('gives back nothing of a request that took nothing, or that nobody made', async () => {
    const open = randomUUID()
    await ask(open, request('46733123453'))
    expect((await give(randomUUID(), open)).json.code).toBe('NOT_ALLOWED')
    expect((await give(randomUUID(), randomUUID())).status).toBe(404)
    expect((await give(randomUUID(), open, { payerMessage: '' })).status).toBe(500)
  })

  it('is refused without float and fails for a full wallet, and can be tried again', async () => {
    const collected = await paid('233241110005')
    const setFloat = (amount: string) =>
      world.sandbox.call('POST', '/sandbox/floats', {
        ...{ carrier: 'mtn-momo-disbursement', of: 'GHS', balance: amount },
      })
    await setFloat('1')
    expect((await give(randomUUID(), collected)).json.code).toBe('NOT_ENOUGH_FUNDS')
    await setFloat('500')
    const reference = randomUUID()
    await give(reference, collected)
    expect(await refund(reference)).toMatchObject({
      status: 'FAILED',
      reason: { code: 'PAYEE_NOT_ALLOWED_TO_RECEIVE' },
    })
    expect(await balance('disbursement')).toBe('500.00')
    expect(await world.books()).toMatchObject([{ refunded: 0 }])
    expect((await give(randomUUID(), collected)).status).toBe(202)
  })

  it('leave the account of disbursement, which has a balance of its own like the others', async () => {
    await give(randomUUID(), await paid(), { amount: '20' })
    expect([await balance(), await balance('disbursement')]).toEqual(['120.50', '99999999980.00'])
    for (const [carrier, amount] of [
      ['mtn-momo-collection', '20.00'],
      ['mtn-momo', '30.00'],
    ]) {
      const to = { carrier, of: 'GHS', balance: amount }
      expect((await world.sandbox.call('POST', '/sandbox/floats', to)).status).toBe(201)
    }
    expect([await balance(), await balance('disbursement')]).toEqual(['20.00', '99999999980.00'])
  })
})
