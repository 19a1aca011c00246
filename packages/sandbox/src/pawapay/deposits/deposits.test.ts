import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYER, payer, startPayments, WAIT } from '../../testing/payments.ts'
import { depositRequest } from '../../testing/sandbox.ts'

let world: Awaited<ReturnType<typeof startPayments>>
beforeEach(async () => {
  world = await startPayments()
})
afterEach(() => world.close())

describe('deposits', () => {
  it('asks the payer, who approves by itself, and calls back', async () => {
    const deposit = depositRequest(PAYER, {
      clientReferenceId: 'TR-91',
      customerMessage: 'Transfer TR 91',
      metadata: [{ transferId: 'tr_91' }, { customerId: 'u_17', isPII: true }],
    })
    const { json } = await world.send(deposit)
    expect(json).toEqual({
      depositId: deposit.depositId,
      status: 'ACCEPTED',
      nextStep: 'FINAL_STATUS',
      created: expect.any(String),
    })
    const data = {
      depositId: deposit.depositId,
      status: 'PROCESSING',
      amount: '120.50',
      currency: 'GHS',
      country: 'GHA',
      payer: deposit.payer,
      customerMessage: 'Transfer TR 91',
      created: json.created,
      metadata: { transferId: 'tr_91', customerId: 'u_17' },
    }
    expect(await world.status(deposit.depositId)).toEqual({
      status: 'FOUND',
      data: { ...data, clientReferenceId: 'TR-91' },
    })
    expect((await world.sandbox.phone(PAYER)).prompts).toMatchObject([
      { id: deposit.depositId, amount: 12050, currency: 'GHS', name: 'Sesa', isShown: true },
    ])
    expect(await world.books()).toMatchObject([{ status: 'pending' }])
    world.sandbox.skip(1_500)
    const completed = { ...data, status: 'COMPLETED', providerTransactionId: expect.any(String) }
    await vi.waitFor(() => expect(world.callbacks()).toEqual([completed]), WAIT)
    expect(world.product.received[0]).toMatchObject({
      path: '/webhooks/pawapay',
      headers: { signature: expect.any(String) },
    })
    expect(await world.books()).toEqual([
      {
        reference: deposit.depositId,
        msisdn: PAYER,
        amount: 12050,
        currency: 'GHS',
        status: 'completed',
        refunded: 0,
        attempts: 1,
      },
    ])
    expect(await world.float()).toBe('100000000120.50')
    expect(await world.sandbox.phone(PAYER)).toMatchObject({
      wallets: [{ currency: 'GHS', balance: 1_000_000_000 - 12_050 }],
      prompts: [],
    })
  })

  it.each([
    ['019', 'PAYER_LIMIT_REACHED'],
    ['029', 'PAYER_NOT_FOUND'],
    ['039', 'PAYMENT_NOT_APPROVED'],
    ['049', 'INSUFFICIENT_BALANCE'],
    ['069', 'UNSPECIFIED_FAILURE'],
    ['0001', 'PAYER_NOT_FOUND'],
  ])('fails a deposit from a number ending %s with %s and takes nothing', async (ending, failureCode) => {
    const deposit = depositRequest(`233593456${ending}`.slice(0, 12 - ending.length) + ending)
    expect((await world.send(deposit)).json.status).toBe('ACCEPTED')
    const expected = { status: 'FAILED', failureReason: { failureCode } }
    expect((await world.status(deposit.depositId)).data).toMatchObject(expected)
    await vi.waitFor(() => expect(world.callbacks()).toMatchObject([expected]), WAIT)
    expect(await world.books()).toMatchObject([{ status: 'failed', refunded: 0 }])
    expect(await world.float()).toBe('100000000000.00')
  })

  it('completes a deposit from a number ending 789 without a prompt', async () => {
    const deposit = depositRequest('233593456789')
    await world.send(deposit)
    expect((await world.status(deposit.depositId)).data.status).toBe('COMPLETED')
  })

  it('leaves a deposit from a number ending 129 open, without a callback', async () => {
    const deposit = depositRequest('233593456129')
    await world.send(deposit)
    world.sandbox.skip(86_400_000)
    // Ends after everything that was due before.
    await world.send(depositRequest('233593456789'))
    await vi.waitFor(() => expect(world.callbacks()).toHaveLength(1), WAIT)
    expect((await world.status(deposit.depositId)).data.status).toBe('PROCESSING')
    expect(world.callbacks()[0].depositId).not.toBe(deposit.depositId)
  })

  it('ignores a repeated deposit id and takes the money once', async () => {
    const deposit = await world.asked()
    expect((await world.send(deposit)).json).toMatchObject({ status: 'DUPLICATE_IGNORED' })
    await world.sandbox.answerPrompt(PAYER, deposit.depositId, true)
    expect((await world.send(deposit)).json).toMatchObject({ status: 'DUPLICATE_IGNORED' })
    expect(await world.books()).toMatchObject([{ status: 'completed', attempts: 3 }])
    expect(await world.float()).toBe('100000000120.50')
  })

  it('reports a payment from a number ending 0002 a minute after its approval', async () => {
    const deposit = depositRequest('233241110002')
    await world.sandbox.setPhone('233241110002', { prompts: 'ask', endsAfterMinutes: 0.5 })
    await world.send(deposit)
    await world.sandbox.answerPrompt('233241110002', deposit.depositId, true)
    expect((await world.status(deposit.depositId)).data.status).toBe('IN_RECONCILIATION')
    expect(await world.sandbox.answerPrompt('233241110002', deposit.depositId, true)).toMatchObject({
      status: 409,
    })
    world.sandbox.skip(60_000)
    await world.ends(deposit.depositId, { status: 'COMPLETED' })
  })

  it('times out for a number ending 0003 although the payer is asked', async () => {
    const deposit = depositRequest('233241110003')
    await expect(world.send(deposit)).rejects.toThrow()
    world.sandbox.skip(1_500)
    await world.ends(deposit.depositId, { status: 'COMPLETED' })
  })

  it('loses the first deposit from a number ending 0004', async () => {
    const deposit = depositRequest('233241110004')
    await expect(world.send(deposit)).rejects.toThrow()
    expect(await world.status(deposit.depositId)).toEqual({ status: 'NOT_FOUND' })
    expect((await world.send(deposit)).json.status).toBe('ACCEPTED')
    expect(await world.books()).toMatchObject([{ attempts: 2 }])
  })

  it('rejects a deposit while its provider is closed, and never queues it', async () => {
    const close = (state: string) =>
      world.sandbox.call('PUT', '/sandbox/pawapay/deposits/MTN_MOMO_GHA', { status: state })
    const deposit = depositRequest()
    for (const state of ['CLOSED', 'DELAYED']) {
      expect((await close(state)).status).toBe(200)
      expect((await world.send(deposit)).json).toMatchObject({
        status: 'REJECTED',
        failureReason: { failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' },
      })
      expect(await world.status(deposit.depositId)).toEqual({ status: 'NOT_FOUND' })
      const { json } = await world.sandbox.pawapay('GET', '/availability?country=GHA&operationType=DEPOSIT')
      expect(json[0].providers[0].operationTypes).toEqual({ DEPOSIT: state })
      const { json: conf } = await world.sandbox.pawapay('GET', '/active-conf?country=GHA')
      expect(conf.countries[0].providers[0].currencies[0].operationTypes.DEPOSIT.status).toBe(state)
    }
    await close('OPERATIONAL')
    expect((await world.send(deposit)).json.status).toBe('ACCEPTED')
    expect(
      (await world.sandbox.call('PUT', '/sandbox/pawapay/deposits/MPESA_KEN', { status: 'CLOSED' })).status,
    ).toBe(404)
  })

  it.each([
    ['INVALID_AMOUNT', { amount: '1.005' }],
    ['AMOUNT_OUT_OF_BOUNDS', { amount: '15000.01' }],
    ['AMOUNT_OUT_OF_BOUNDS', { amount: '0.99' }],
    ['INVALID_CURRENCY', { currency: 'USD' }],
    ['INVALID_PROVIDER', payer(PAYER, 'MPESA_KEN')],
    ['INVALID_PHONE_NUMBER', payer('23276555010', 'MTN_MOMO_GHA')],
    ['INVALID_AMOUNT', { amount: '120.50', currency: 'LRD', ...payer('231770000111', 'ORANGE_LBR') }],
  ])('rejects the deposit with %s', async (failureCode, change) => {
    const deposit = depositRequest(PAYER, change)
    expect((await world.send(deposit)).json).toMatchObject({
      status: 'REJECTED',
      failureReason: { failureCode },
    })
    expect(await world.status(deposit.depositId)).toEqual({ status: 'NOT_FOUND' })
    expect(await world.books()).toEqual([])
  })

  it.each([
    ['MISSING_PARAMETER', { depositId: undefined }],
    ['INVALID_PARAMETER', { depositId: 'mm_1' }],
    ['INVALID_INPUT', { payer: 'Isata' }],
    ['UNSUPPORTED_PARAMETER', { recipient: {} }],
    ['INVALID_PARAMETER', { customerMessage: 'Gift!' }],
  ])('answers a malformed deposit with 400 and %s', async (failureCode, change) => {
    const answer = await world.send(depositRequest(PAYER, change))
    expect([answer.status, answer.json.failureReason.failureCode]).toEqual([400, failureCode])
  })

  it('sends the callback again on request', async () => {
    const deposit = await world.asked()
    const resend = (id: string) => world.sandbox.pawapay('POST', `/deposits/resend-callback/${id}`)
    expect((await resend(deposit.depositId)).json.failureReason.failureCode).toBe('INVALID_STATE')
    await world.sandbox.answerPrompt(PAYER, deposit.depositId, false)
    expect((await resend(deposit.depositId)).json).toEqual({
      depositId: deposit.depositId,
      status: 'ACCEPTED',
    })
    await vi.waitFor(() => expect(world.callbacks()).toHaveLength(2), WAIT)
    expect((await resend(randomUUID())).json.failureReason.failureCode).toBe('NOT_FOUND')
  })
})

describe('collection faults', () => {
  const path = '/sandbox/pawapay/v2/deposits'
  const briefly = (deposit: object) =>
    fetch(world.sandbox.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: JSON.stringify(deposit),
      signal: AbortSignal.timeout(700),
    })

  it('times out before or after the effect, and leaves payouts alone', async () => {
    await world.sandbox.setFault({ target: 'collection', mode: 'time_out_before', count: 1 })
    await expect(briefly(depositRequest())).rejects.toThrow()
    expect(await world.books()).toEqual([])
    await world.sandbox.setFault({ target: 'collection', mode: 'time_out_after', count: 1 })
    await expect(briefly(depositRequest())).rejects.toThrow()
    expect(await world.books()).toMatchObject([{ status: 'pending' }])
    await world.sandbox.setFault({ target: 'payout', mode: 'error_500', count: 1 })
    expect((await world.send(depositRequest('233593456789'))).status).toBe(200)
  })

  it('answers 500 to requests, queries and refunds', async () => {
    await world.sandbox.setFault({ target: 'collection', mode: 'error_500', count: 3 })
    const refund = { refundId: randomUUID(), depositId: randomUUID() }
    const answers = [
      await world.send(depositRequest()),
      await world.sandbox.pawapay('GET', `/deposits/${randomUUID()}`),
      await world.sandbox.pawapay('POST', '/refunds', refund),
    ]
    expect(answers.map((answer) => answer.json.failureReason.failureCode)).toEqual(
      answers.map(() => 'UNKNOWN_ERROR'),
    )
    expect(await world.books()).toEqual([])
  })

  it('rejects a new deposit as unavailable', async () => {
    await world.sandbox.setFault({ target: 'collection', mode: 'unavailable', count: 1 })
    const deposit = depositRequest()
    expect((await world.send(deposit)).json.failureReason.failureCode).toBe(
      'PROVIDER_TEMPORARILY_UNAVAILABLE',
    )
    expect((await world.send(deposit)).json.status).toBe('ACCEPTED')
  })

  it('repeats, drops and reorders callbacks of deposits', async () => {
    const settle = () => world.send(depositRequest('233593456789'))
    await world.sandbox.setFault({ target: 'collection', mode: 'duplicate', count: 1 })
    await settle()
    await vi.waitFor(() => expect(world.callbacks()).toHaveLength(2), WAIT)
    expect(world.callbacks()[0]).toEqual(world.callbacks()[1])
    await world.sandbox.setFault({ target: 'collection', mode: 'drop', count: 1 })
    await settle()
    await world.sandbox.setFault({ target: 'collection', mode: 'reorder', count: 1, ms: 600_000 })
    const late = depositRequest('233593456789')
    await world.send(late)
    await vi.waitFor(
      async () => expect((await world.sandbox.call('GET', '/sandbox/faults')).json.faults).toEqual([]),
      WAIT,
    )
    await settle()
    await vi.waitFor(() => expect(world.callbacks()).toHaveLength(3), WAIT)
    expect(world.callbacks()[2].depositId).not.toBe(late.depositId)
    world.sandbox.skip(600_000)
    await vi.waitFor(() => expect(world.callbacks()[3]?.depositId).toBe(late.depositId), WAIT)
  })
})
