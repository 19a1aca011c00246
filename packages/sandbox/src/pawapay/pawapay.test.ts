import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForWebhooks, payoutRequest, startSandbox } from '../testing/sandbox.ts'

interface Provider {
  provider: string
  currencies: { operationTypes: Record<string, object> }[]
}

const WAIT = { timeout: 60_000, interval: 20 }
let product: Awaited<ReturnType<typeof listenForWebhooks>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeEach(async () => {
  product = await listenForWebhooks()
  sandbox = await startSandbox(product.url)
})
afterEach(async () => {
  await sandbox.close()
  await product.close()
})

const send = (payout: object, headers?: Record<string, string>) =>
  sandbox.pawapay('POST', '/payouts', payout, headers)
const status = async (id: string) => (await sandbox.pawapay('GET', `/payouts/${id}`)).json
const books = async () => (await sandbox.call('GET', '/sandbox/books')).json.payouts
const callbacks = () => product.received.map(({ body }) => JSON.parse(body))

describe('payouts', () => {
  it('accepts a payout to an ordinary number, pays it at once and calls back', async () => {
    const payout = payoutRequest('233241112233', {
      clientReferenceId: 'TR-91',
      customerMessage: 'Transfer TR 91',
      metadata: [{ transferId: 'tr_91' }, { customerId: 'u_17', isPII: true }],
    })
    const { json } = await send(payout)
    expect(json).toEqual({ payoutId: payout.payoutId, status: 'ACCEPTED', created: expect.any(String) })
    const data = {
      payoutId: payout.payoutId,
      status: 'COMPLETED',
      amount: '120.50',
      currency: 'GHS',
      country: 'GHA',
      recipient: payout.recipient,
      customerMessage: 'Transfer TR 91',
      created: json.created,
      providerTransactionId: expect.any(String),
      metadata: { transferId: 'tr_91', customerId: 'u_17' },
    }
    expect(await status(payout.payoutId)).toEqual({
      status: 'FOUND',
      data: { ...data, clientReferenceId: 'TR-91' },
    })
    await vi.waitFor(() => expect(callbacks()).toEqual([data]), WAIT)
    expect(product.received[0]).toMatchObject({
      path: '/webhooks/pawapay',
      headers: { 'content-type': 'application/json' },
    })
    expect(await books()).toEqual([
      {
        reference: payout.payoutId,
        msisdn: '233241112233',
        amount: 12050,
        currency: 'GHS',
        status: 'completed',
        attempts: 1,
      },
    ])
  })

  it('ignores a repeated payout id and pays once', async () => {
    const payout = payoutRequest()
    await send(payout)
    expect((await send(payout)).json).toMatchObject({
      payoutId: payout.payoutId,
      status: 'DUPLICATE_IGNORED',
    })
    expect(await books()).toMatchObject([{ status: 'completed', attempts: 2 }])
    const { json } = await sandbox.pawapay('GET', '/wallet-balances?country=GHA')
    expect(json.balances).toEqual([
      { country: 'GHA', currency: 'GHS', balance: '99999999879.50', provider: '' },
    ])
  })

  it.each([
    ['0001', 'RECIPIENT_NOT_FOUND'],
    ['0005', 'WALLET_LIMIT_REACHED'],
  ])('fails a payout to a number ending %s with %s and costs nothing', async (ending, failureCode) => {
    const payout = payoutRequest(`23324111${ending}`)
    expect((await send(payout)).json.status).toBe('ACCEPTED')
    const expected = { status: 'FAILED', failureReason: { failureCode } }
    expect((await status(payout.payoutId)).data).toMatchObject(expected)
    await vi.waitFor(() => expect(callbacks()).toMatchObject([expected]), WAIT)
    expect(await books()).toMatchObject([{ status: 'failed' }])
    const { json } = await sandbox.pawapay('GET', '/wallet-balances?country=GHA')
    expect(json.balances[0].balance).toBe('100000000000.00')
  })

  it('keeps a payout to a number ending 0002 pending for 60 seconds', async () => {
    const payout = payoutRequest('233241110002')
    await send(payout)
    sandbox.skip(55_000)
    expect((await status(payout.payoutId)).data.status).toBe('PROCESSING')
    expect((await sandbox.pawapay('POST', `/payouts/resend-callback/${payout.payoutId}`)).json).toMatchObject(
      {
        status: 'REJECTED',
        failureReason: { failureCode: 'INVALID_STATE' },
      },
    )
    expect(await books()).toMatchObject([{ status: 'pending' }])
    sandbox.skip(6_000)
    await vi.waitFor(async () => expect(await books()).toMatchObject([{ status: 'completed' }]), WAIT)
    await vi.waitFor(() => expect(callbacks()).toMatchObject([{ status: 'COMPLETED' }]), WAIT)
  })

  it('times out for a number ending 0003 although it pays', async () => {
    const payout = payoutRequest('233241110003')
    await expect(send(payout)).rejects.toThrow()
    expect((await status(payout.payoutId)).data.status).toBe('COMPLETED')
    expect((await send(payout)).json.status).toBe('DUPLICATE_IGNORED')
    expect(await books()).toMatchObject([{ status: 'completed', attempts: 2 }])
  })

  it('loses the first payout to a number ending 0004 and pays the second request', async () => {
    const payout = payoutRequest('233241110004')
    await expect(send(payout)).rejects.toThrow()
    expect(await status(payout.payoutId)).toEqual({ status: 'NOT_FOUND' })
    expect(await books()).toEqual([])
    expect((await send(payout)).json.status).toBe('ACCEPTED')
    expect(await books()).toMatchObject([{ status: 'completed', attempts: 2 }])
  })

  it('pays a payout whatever headers name an expiry: pawaPay knows none', async () => {
    const past = new Date(Date.now() - 1_000).toISOString()
    await send(payoutRequest(), { 'x-expires-at': past, expires: past })
    expect(await books()).toMatchObject([{ status: 'completed' }])
  })

  it('rejects new payouts while the carrier is unavailable, and pays the same one later', async () => {
    await sandbox.setFault({ target: 'payout', mode: 'unavailable', count: 2 })
    const payout = payoutRequest()
    for (let request = 0; request < 2; request += 1) {
      expect((await send(payout)).json).toMatchObject({
        status: 'REJECTED',
        failureReason: { failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' },
      })
      expect(await status(payout.payoutId)).toEqual({ status: 'NOT_FOUND' })
    }
    expect(await books()).toEqual([])
    expect((await send(payout)).json.status).toBe('ACCEPTED')
    expect(await books()).toMatchObject([{ status: 'completed' }])
    // A payout that was accepted is not rejected afterwards.
    await sandbox.setFault({ target: 'payout', mode: 'unavailable', count: 1 })
    expect((await send(payout)).json.status).toBe('DUPLICATE_IGNORED')
  })

  it('sends the callback of a payout again on request', async () => {
    const payout = payoutRequest()
    await send(payout)
    const again = await sandbox.pawapay('POST', `/payouts/resend-callback/${payout.payoutId}`)
    expect(again.json).toEqual({ payoutId: payout.payoutId, status: 'ACCEPTED' })
    await vi.waitFor(() => expect(callbacks()).toHaveLength(2), WAIT)
    const unknown = await sandbox.pawapay('POST', `/payouts/resend-callback/${randomUUID()}`)
    expect(unknown.json).toMatchObject({ status: 'REJECTED', failureReason: { failureCode: 'NOT_FOUND' } })
  })
})

describe('invalid requests', () => {
  const recipient = (phoneNumber: string, provider: string) => ({
    recipient: { type: 'MMO', accountDetails: { phoneNumber, provider } },
  })

  it.each([
    ['INVALID_AMOUNT', { amount: '01.00' }],
    ['INVALID_AMOUNT', { amount: '1.005' }],
    ['INVALID_AMOUNT', { amount: '1e3' }],
    ['INVALID_AMOUNT', { amount: '-5' }],
    ['AMOUNT_OUT_OF_BOUNDS', { amount: '0.99' }],
    ['AMOUNT_OUT_OF_BOUNDS', { amount: '15000.01' }],
    ['INVALID_CURRENCY', { currency: 'USD' }],
    ['INVALID_PROVIDER', recipient('233241112233', 'MPESA_KEN')],
    ['INVALID_PHONE_NUMBER', recipient('+233241112233', 'MTN_MOMO_GHA')],
    ['INVALID_PHONE_NUMBER', recipient('23276555010', 'MTN_MOMO_GHA')],
  ])('rejects the payout with 200 and %s', async (failureCode, change) => {
    const payout = payoutRequest('233241112233', change)
    const { status: http, json } = await send(payout)
    expect(http).toBe(200)
    expect(json).toMatchObject({
      payoutId: payout.payoutId,
      status: 'REJECTED',
      failureReason: { failureCode },
    })
    expect(await status(payout.payoutId)).toEqual({ status: 'NOT_FOUND' })
    expect(await books()).toEqual([])
  })

  it.each([
    ['MISSING_PARAMETER', { payoutId: undefined }],
    ['INVALID_PARAMETER', { payoutId: 'tr_1' }],
    ['INVALID_PARAMETER', { amount: 120.5 }],
    ['INVALID_INPUT', { recipient: 'Isata' }],
    ['UNSUPPORTED_PARAMETER', { fee: '1' }],
    ['INVALID_PARAMETER', { customerMessage: 'Gift!' }],
    [
      'INVALID_PARAMETER',
      { metadata: Array.from({ length: 11 }, (_, index) => ({ [`field${index}`]: 'x' })) },
    ],
    ['DUPLICATE_METADATA_FIELD', { metadata: [{ a: '1' }, { a: '2' }] }],
  ])('answers a malformed payout with 400 and %s', async (failureCode, change) => {
    const { status: http, json } = await send(payoutRequest('233241112233', change))
    expect(http).toBe(400)
    expect(json).toMatchObject({ failureReason: { failureCode } })
    expect(await books()).toEqual([])
  })

  it('answers 401 without a token, and 400 to a body that is not JSON', async () => {
    const bare = await sandbox.call('POST', '/sandbox/pawapay/v2/payouts', payoutRequest())
    expect(bare.status).toBe(401)
    expect(bare.json.failureReason.failureCode).toBe('NO_AUTHENTICATION')
    const broken = await fetch(`${sandbox.url}/sandbox/pawapay/v2/payouts`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: '{"payoutId":',
    })
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ failureReason: { failureCode: 'INVALID_INPUT' } })
    expect(await books()).toEqual([])
  })
})

describe('payout faults', () => {
  const soon = () => AbortSignal.timeout(700)
  const sendBriefly = (payout: object) =>
    fetch(`${sandbox.url}/sandbox/pawapay/v2/payouts`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: JSON.stringify(payout),
      signal: soon(),
    })

  it('times out before or after the effect', async () => {
    await sandbox.setFault({ target: 'payout', mode: 'time_out_before', count: 1 })
    await expect(sendBriefly(payoutRequest())).rejects.toThrow()
    expect(await books()).toEqual([])
    await sandbox.setFault({ target: 'payout', mode: 'time_out_after', count: 1 })
    await expect(sendBriefly(payoutRequest())).rejects.toThrow()
    expect(await books()).toMatchObject([{ status: 'completed' }])
  })

  it('answers 500 without an effect, as often as requested', async () => {
    await sandbox.setFault({ target: 'payout', mode: 'error_500', count: 2 })
    const payout = payoutRequest()
    expect((await send(payout)).json.failureReason.failureCode).toBe('UNKNOWN_ERROR')
    expect((await send(payout)).status).toBe(500)
    expect(await books()).toEqual([])
    expect((await send(payout)).json.status).toBe('ACCEPTED')
  })

  it('repeats or drops a callback', async () => {
    await sandbox.setFault({ target: 'payout', mode: 'duplicate', count: 1 })
    await send(payoutRequest())
    await vi.waitFor(() => expect(callbacks()).toHaveLength(2), WAIT)
    expect(callbacks()[0]).toEqual(callbacks()[1])
    await sandbox.setFault({ target: 'payout', mode: 'drop', count: 1 })
    await send(payoutRequest())
    const last = payoutRequest()
    await send(last)
    await vi.waitFor(() => expect(callbacks()).toHaveLength(3), WAIT)
    expect(callbacks()[2].payoutId).toBe(last.payoutId)
  })
})

describe('the toolkit', () => {
  it('lists the carriers and labels the invented ones', async () => {
    const { json } = await sandbox.pawapay('GET', '/active-conf?operationType=PAYOUT')
    const providers = json.countries.flatMap((country: { providers: object[] }) => country.providers)
    const names = Object.fromEntries(
      providers.map((one: { provider: string; displayName: string }) => [one.provider, one.displayName]),
    )
    expect(names).toMatchObject({ MTN_MOMO_GHA: 'MTN', ORANGE_SLE: 'Orange' })
    for (const invented of ['AFRIMONEY_SLE', 'QMONEY_SLE', 'MTN_MOMO_LBR', 'ORANGE_LBR']) {
      expect(names[invented]).toContain('invented')
    }
    const { json: ghana } = await sandbox.pawapay('GET', '/active-conf?country=GHA')
    expect(providers).toHaveLength(8)
    expect(ghana.countries).toHaveLength(1)
    expect(ghana.countries[0].providers[0].currencies[0].operationTypes.PAYOUT).toEqual({
      minAmount: '1',
      maxAmount: '15000',
      decimalsInAmount: 'TWO_PLACES',
      status: 'OPERATIONAL',
      callbackUrl: 'http://localhost:3000/webhooks/pawapay',
    })
    expect(ghana.countries[0].providers[0].nameDisplayedToCustomer).toBe('Sesa')
    expect(ghana.countries[0].providers[0].currencies[0].operationTypes.DEPOSIT).toEqual({
      minAmount: '1',
      maxAmount: '15000',
      decimalsInAmount: 'TWO_PLACES',
      status: 'OPERATIONAL',
      authType: 'PROVIDER_AUTH',
      pinPrompt: 'AUTOMATIC',
      pinPromptRevivable: true,
      pinPromptInstructions: {
        channels: [
          {
            type: 'USSD',
            displayName: { en: 'MTN menu' },
            quickLink: '*170*6*3*1#',
            variables: { shortCode: '*170#' },
            instructions: {
              en: [
                { text: 'Dial *170*6*3*1# on your phone.', template: 'Dial {{quickLink}} on your phone.' },
                {
                  text: 'Approve the payment to Sesa with your PIN.',
                  template: 'Approve the payment to Sesa with your PIN.',
                },
              ],
            },
          },
        ],
      },
      callbackUrl: 'http://localhost:3000/webhooks/pawapay',
    })
    const { json: open } = await sandbox.pawapay('GET', '/availability?country=LBR')
    expect(open[0].providers[0]).toEqual({
      provider: 'MTN_MOMO_LBR',
      operationTypes: {
        DEPOSIT: 'OPERATIONAL',
        PAYOUT: 'OPERATIONAL',
        REFUND: 'OPERATIONAL',
        REMITTANCE: 'OPERATIONAL',
      },
    })
  })

  it('asks the payers of one network only when they dial, and takes whole units of another', async () => {
    const { json } = await sandbox.pawapay('GET', '/active-conf?operationType=DEPOSIT')
    const terms = json.countries.flatMap(({ providers }: { providers: Provider[] }) =>
      providers.map(({ provider, currencies: [currency] }) => ({
        provider,
        ...currency?.operationTypes['DEPOSIT'],
      })),
    )
    expect(terms).toHaveLength(8)
    const those = (field: string, value: string) =>
      terms.flatMap((one: Record<string, unknown>) => (one[field] === value ? [one['provider']] : []))
    expect(those('pinPrompt', 'MANUAL')).toEqual(['ORANGE_SLE'])
    expect(those('decimalsInAmount', 'NONE')).toEqual(['ORANGE_LBR'])
  })

  it.each([
    ['+233 20 111 2233', 'VODAFONE_GHA', '233201112233'],
    ['232-77-123456', 'AFRIMONEY_SLE', '23277123456'],
    ['00231770000111', 'ORANGE_LBR', '231770000111'],
  ])('predicts the carrier of %s', async (spelled, provider, phoneNumber) => {
    const { json } = await sandbox.pawapay('POST', '/predict-provider', { phoneNumber: spelled })
    expect(json).toMatchObject({ provider, phoneNumber })
  })

  it('refuses to predict the carrier of a foreign number', async () => {
    expect((await sandbox.pawapay('POST', '/predict-provider', { phoneNumber: '254700000000' })).status).toBe(
      400,
    )
    expect((await sandbox.pawapay('POST', '/predict-provider', {})).status).toBe(400)
  })

  it('publishes one public key', async () => {
    const first = (await sandbox.pawapay('GET', '/public-key/http')).json
    expect(first).toEqual([{ id: 'HTTP_EC_P256_KEY:1', key: expect.stringContaining('BEGIN PUBLIC KEY') }])
    expect((await sandbox.pawapay('GET', '/public-key/http')).json).toEqual(first)
  })
})
