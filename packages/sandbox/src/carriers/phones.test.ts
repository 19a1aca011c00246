import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAYER, payer, startPayments, WAIT } from '../testing/payments.ts'
import { depositRequest } from '../testing/sandbox.ts'

let world: Awaited<ReturnType<typeof startPayments>>
beforeEach(async () => {
  world = await startPayments()
})
afterEach(() => world.close())

describe('the payer', () => {
  it('declines', async () => {
    const deposit = await world.asked()
    const answer = await world.sandbox.answerPrompt(PAYER, deposit.depositId, false)
    expect(answer.json).toMatchObject({ prompts: [] })
    expect((await world.status(deposit.depositId)).data).toMatchObject({
      status: 'FAILED',
      failureReason: { failureCode: 'PAYMENT_NOT_APPROVED' },
    })
  })

  it.each(['ask', 'ignore'])('does not answer (%s): the provider ends the payment', async (prompts) => {
    const deposit = depositRequest()
    await world.sandbox.setPhone(PAYER, { prompts })
    await world.send(deposit)
    world.sandbox.skip(599_000)
    expect((await world.status(deposit.depositId)).data.status).toBe('PROCESSING')
    world.sandbox.skip(1_000)
    await world.ends(deposit.depositId, {
      status: 'FAILED',
      failureReason: { failureCode: 'PAYMENT_NOT_APPROVED' },
    })
    expect((await world.sandbox.answerPrompt(PAYER, deposit.depositId, true)).status).toBe(409)
    expect(await world.float()).toBe('100000000000.00')
  })

  it('approves long after the business gave up, and the money is taken', async () => {
    await world.sandbox.setPhone(PAYER, { prompts: 'ask', endsAfterMinutes: 60 })
    const deposit = depositRequest()
    await world.send(deposit)
    world.sandbox.skip(59 * 60_000)
    await world.sandbox.answerPrompt(PAYER, deposit.depositId, true)
    await vi.waitFor(() => expect(world.callbacks()).toMatchObject([{ status: 'COMPLETED' }]), WAIT)
    expect(await world.float()).toBe('100000000120.50')
  })

  it('has one open prompt: another deposit fails with PAYMENT_IN_PROGRESS', async () => {
    const first = await world.asked()
    const second = depositRequest()
    await world.send(second)
    expect((await world.status(second.depositId)).data).toMatchObject({
      status: 'FAILED',
      failureReason: { failureCode: 'PAYMENT_IN_PROGRESS' },
    })
    await world.sandbox.answerPrompt(PAYER, first.depositId, false)
    const third = await world.asked()
    expect((await world.status(third.depositId)).data.status).toBe('PROCESSING')
  })

  it('has too little', async () => {
    const most = () =>
      depositRequest('231880000789', {
        ...{ amount: '500000', currency: 'LRD' },
        ...payer('231880000789', 'MTN_MOMO_LBR'),
      })
    for (let payment = 0; payment < 20; payment += 1) await world.send(most())
    expect(await world.float('LBR')).toBe('100010000000.00')
    const last = most()
    await world.send(last)
    expect((await world.status(last.depositId)).data).toMatchObject({
      status: 'FAILED',
      failureReason: { failureCode: 'INSUFFICIENT_BALANCE' },
    })
  })

  it('opens the request of a network that shows none', async () => {
    const number = '23276123456'
    const deposit = await world.asked(
      depositRequest(number, { currency: 'SLE', ...payer(number, 'ORANGE_SLE') }),
    )
    expect((await world.sandbox.phone(number)).prompts).toMatchObject([{ isShown: false }])
    expect((await world.sandbox.answerPrompt(number, deposit.depositId, true)).status).toBe(409)
    expect((await world.sandbox.dial(number, '*999#')).status).toBe(404)
    expect((await world.sandbox.dial(number, '#144#')).json.prompts).toMatchObject([{ isShown: true }])
    await world.sandbox.answerPrompt(number, deposit.depositId, true)
    expect((await world.status(deposit.depositId)).data.status).toBe('COMPLETED')
  })

  it('answers by itself once it is told to', async () => {
    const deposit = await world.asked()
    await world.sandbox.setPhone(PAYER, { prompts: 'auto' })
    world.sandbox.skip(1_500)
    await world.ends(deposit.depositId, { status: 'COMPLETED' })
  })

  it.each([
    ['GET', '/sandbox/phones/me', undefined, 400],
    ['PUT', `/sandbox/phones/${PAYER}`, { prompts: 'never' }, 400],
    ['PUT', `/sandbox/phones/${PAYER}`, { prompts: 'ask', endsAfterMinutes: 0 }, 400],
    ['POST', `/sandbox/phones/${PAYER}/prompts/none`, { approve: true }, 404],
    ['POST', `/sandbox/phones/${PAYER}/dial`, { code: 'hello' }, 400],
  ])('refuses %s %s %j', async (method, path, body, expected) => {
    expect((await world.sandbox.call(method, path, body)).status).toBe(expected)
  })

  it('cannot be answered by another phone', async () => {
    const deposit = await world.asked()
    expect((await world.sandbox.answerPrompt('233241112244', deposit.depositId, true)).status).toBe(404)
    expect((await world.status(deposit.depositId)).data.status).toBe('PROCESSING')
  })
})
