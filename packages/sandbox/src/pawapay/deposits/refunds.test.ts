import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYER, payer, startPayments, WAIT } from '../../testing/payments.ts'
import { depositRequest } from '../../testing/sandbox.ts'

let world: Awaited<ReturnType<typeof startPayments>>
beforeEach(async () => {
  world = await startPayments()
})
afterEach(() => world.close())

describe('refunds of deposits', () => {
  const refund = (depositId: string, more: object = {}) => ({ refundId: randomUUID(), depositId, ...more })
  const give = (body: object) => world.sandbox.pawapay('POST', '/refunds', body)
  const found = async (id: string) => (await world.sandbox.pawapay('GET', `/refunds/${id}`)).json

  it('gives a deposit back in parts, calls back, and lists no payout', async () => {
    const deposit = await world.paid()
    const part = refund(deposit.depositId, {
      amount: '20.50',
      clientReferenceId: 'RF-1',
      metadata: [{ a: 'b' }],
    })
    const { json } = await give(part)
    expect(json).toEqual({ refundId: part.refundId, status: 'ACCEPTED', created: expect.any(String) })
    const data = {
      refundId: part.refundId,
      status: 'COMPLETED',
      amount: '20.50',
      currency: 'GHS',
      country: 'GHA',
      recipient: deposit.payer,
      created: json.created,
      providerTransactionId: expect.any(String),
      metadata: { a: 'b' },
    }
    expect(await found(part.refundId)).toEqual({
      status: 'FOUND',
      data: { ...data, clientReferenceId: 'RF-1' },
    })
    await vi.waitFor(() => expect(world.callbacks()).toContainEqual(data), WAIT)
    expect((await give(part)).json.status).toBe('DUPLICATE_IGNORED')
    expect(await world.books()).toMatchObject([{ refunded: 2050 }])
    const rest = refund(deposit.depositId)
    await give(rest)
    expect((await found(rest.refundId)).data).toMatchObject({ status: 'COMPLETED', amount: '100.00' })
    expect((await world.sandbox.call('GET', '/sandbox/books')).json).toMatchObject({
      payouts: [],
      collections: [{ amount: 12050, refunded: 12050 }],
    })
    expect(await world.float()).toBe('100000000000.00')
    expect((await world.sandbox.phone(PAYER)).wallets).toEqual([{ currency: 'GHS', balance: 1_000_000_000 }])
    const after = await give(refund(deposit.depositId))
    expect(after.json.failureReason.failureCode).toBe('DEPOSIT_ALREADY_REFUNDED')
    const again = await world.sandbox.pawapay('POST', `/refunds/resend-callback/${rest.refundId}`)
    expect(again.json).toEqual({ refundId: rest.refundId, status: 'ACCEPTED' })
  })

  it.each([
    ['AMOUNT_TOO_LARGE', { amount: '120.51' }],
    ['INVALID_AMOUNT', { amount: '0' }],
    ['AMOUNT_OUT_OF_BOUNDS', { amount: '0.99' }],
    ['INVALID_AMOUNT', { amount: '1.005' }],
    ['INVALID_CURRENCY', { currency: 'SLE' }],
    ['NOT_FOUND', { depositId: randomUUID() }],
  ])('rejects a refund with %s', async (failureCode, change) => {
    const deposit = await world.paid()
    const body = refund(deposit.depositId, change)
    expect((await give(body)).json).toMatchObject({
      refundId: body.refundId,
      status: 'REJECTED',
      failureReason: { failureCode },
    })
    expect(await found(body.refundId)).toEqual({ status: 'NOT_FOUND' })
    expect(await world.float()).toBe('100000000120.50')
  })

  it('gives back nothing of a deposit that took nothing', async () => {
    const deposit = await world.asked()
    expect((await give(refund(deposit.depositId))).json.failureReason.failureCode).toBe('INVALID_STATE')
    await world.sandbox.answerPrompt(PAYER, deposit.depositId, false)
    expect((await give(refund(deposit.depositId))).json.failureReason.failureCode).toBe('INVALID_STATE')
  })

  it('rejects cents of a network with whole units', async () => {
    const number = '231770000111'
    const deposit = await world.paid(
      depositRequest(number, { amount: '500', currency: 'LRD', ...payer(number, 'ORANGE_LBR') }),
    )
    const cents = await give(refund(deposit.depositId, { amount: '1.50' }))
    expect(cents.json.failureReason.failureCode).toBe('INVALID_AMOUNT')
    const whole = refund(deposit.depositId)
    await give(whole)
    expect((await found(whole.refundId)).data).toMatchObject({ status: 'COMPLETED', amount: '500' })
  })

  it('fails without float, gives back nothing, and succeeds under a new id after a top-up', async () => {
    const deposit = await world.paid()
    const setFloat = (balance: string) =>
      world.sandbox.call('POST', '/sandbox/floats', { carrier: 'pawapay', of: 'GHA', balance })
    await setFloat('120.49')
    const first = refund(deposit.depositId)
    expect((await give(first)).json.status).toBe('ACCEPTED')
    const failed = { status: 'FAILED', failureReason: { failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS' } }
    expect((await found(first.refundId)).data).toMatchObject(failed)
    expect(await world.float()).toBe('120.49')
    await setFloat('120.50')
    const second = refund(deposit.depositId)
    await give(second)
    expect((await found(second.refundId)).data.status).toBe('COMPLETED')
    expect([await world.float(), await world.books()]).toMatchObject(['0.00', [{ refunded: 12050 }]])
  })

  it.each([
    ['0005', 'WALLET_LIMIT_REACHED'],
    ['5089', 'RECIPIENT_NOT_FOUND'],
    ['5119', 'UNSPECIFIED_FAILURE'],
  ])('fails a refund to a number ending %s with %s', async (ending, failureCode) => {
    const deposit = await world.paid(depositRequest(`23324111${ending}`))
    const body = refund(deposit.depositId)
    await give(body)
    expect((await found(body.refundId)).data).toMatchObject({
      status: 'FAILED',
      failureReason: { failureCode },
    })
    expect([await world.float(), await world.books()]).toMatchObject(['100000000120.50', [{ refunded: 0 }]])
  })

  it('runs one refund of a deposit at a time', async () => {
    const number = '233241110002'
    const deposit = await world.asked(depositRequest(number))
    await world.sandbox.answerPrompt(number, deposit.depositId, true)
    world.sandbox.skip(60_000)
    await world.ends(deposit.depositId, { status: 'COMPLETED' })
    const first = refund(deposit.depositId, { amount: '20' })
    await give(first)
    expect((await give(refund(deposit.depositId))).json.failureReason.failureCode).toBe('REFUND_IN_PROGRESS')
    expect(await world.books()).toMatchObject([{ refunded: 0 }])
    world.sandbox.skip(60_000)
    await vi.waitFor(async () => expect(await world.books()).toMatchObject([{ refunded: 2000 }]), WAIT)
    expect((await give(refund(deposit.depositId))).json.status).toBe('ACCEPTED')
  })
})
