import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listenForWebhooks, startSandbox } from '../testing/sandbox.ts'

const WAIT = { timeout: 60_000, interval: 20 }
let product: Awaited<ReturnType<typeof listenForWebhooks>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  product = await listenForWebhooks()
  sandbox = await startSandbox(product.url)
})
afterAll(async () => {
  await sandbox.close()
  await product.close()
})

const SENDER = {
  transactionDetails: {
    transactionReference: 'TR-92',
    originalAmount: '45.00',
    originalCurrency: 'USD',
    buyFxRate: '21.90',
    senderFees: '1.50',
    purposeOfFunds: 'FAMILY_SUPPORT',
    sourceOfFunds: 'SALARY',
  },
  senderDetails: {
    firstName: 'Moses',
    lastName: 'Kollie',
    nationality: 'LBR',
    phoneNumber: '231770000111',
    address: { addressLine: '12 Broad Street', postalCode: '1000', city: 'Monrovia', country: 'LBR' },
    identification: { type: 'PASSPORT', number: 'LR0000001' },
    gender: 'MALE',
    dateOfBirth: '1990-04-02',
    placeOfBirth: 'LBR',
    occupation: 'Teacher',
    relationshipRecipient: 'PARTNER',
  },
}

/** Returns the published example, to a number with this ending. */
const remittance = (ending = '5010') => ({
  remittanceId: randomUUID(),
  amount: '950.00',
  currency: 'SLE',
  customerMessage: 'Family support',
  metadata: [{ transferId: 'tr_92' }],
  recipient: {
    type: 'MMO',
    accountDetails: { phoneNumber: `2327655${ending}`, provider: 'ORANGE_SLE' },
    recipientDetails: { firstName: 'Isata', lastName: 'Kamara' },
  },
  sender: SENDER,
})

type Json = Record<string, unknown>
const send = (payout: object) => sandbox.pawapay('POST', '/remittances', payout)
const status = async (id: string) => (await sandbox.pawapay('GET', `/remittances/${id}`)).json as Json

/** Returns the example with one field changed; undefined removes the field. */
function changed(path: string, value: unknown): object {
  const payout = structuredClone(remittance()) as Json
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((part, name) => part[name] as Json, payout)
  if (value === undefined) Reflect.deleteProperty(parent, last)
  else parent[last] = value
  return payout
}

describe('remittances', () => {
  it('accepts a remittance, pays it at once, calls back with its sender and lists no payout', async () => {
    const payout = remittance()
    const { json } = await send(payout)
    expect(json).toEqual({
      remittanceId: payout.remittanceId,
      status: 'ACCEPTED',
      created: expect.any(String),
    })
    const found = await status(payout.remittanceId)
    expect(found).toMatchObject({
      status: 'FOUND',
      data: {
        remittanceId: payout.remittanceId,
        status: 'COMPLETED',
        amount: '950.00',
        currency: 'SLE',
        country: 'SLE',
        recipient: payout.recipient,
        sender: SENDER,
        metadata: { transferId: 'tr_92' },
      },
    })
    await vi.waitFor(
      () => expect(product.received.map(({ body }) => JSON.parse(body))).toContainEqual(found['data']),
      WAIT,
    )
    expect((await sandbox.pawapay('GET', `/payouts/${payout.remittanceId}`)).json).toEqual({
      status: 'NOT_FOUND',
    })
    expect((await send(payout)).json).toMatchObject({ status: 'DUPLICATE_IGNORED' })
    const { payouts } = (await sandbox.call('GET', '/sandbox/books')).json
    expect(payouts).toContainEqual({
      reference: payout.remittanceId,
      msisdn: '23276555010',
      amount: 95_000,
      currency: 'SLE',
      status: 'completed',
      attempts: 2,
    })
    const again = await sandbox.pawapay('POST', `/remittances/resend-callback/${payout.remittanceId}`)
    expect(again.json).toMatchObject({ remittanceId: payout.remittanceId, status: 'ACCEPTED' })
    const asPayout = await sandbox.pawapay('POST', `/payouts/resend-callback/${payout.remittanceId}`)
    expect(asPayout.json).toMatchObject({ failureReason: { failureCode: 'NOT_FOUND' } })
  })

  it.each([
    ['0001', 'RECIPIENT_NOT_FOUND'],
    ['0005', 'WALLET_LIMIT_REACHED'],
  ])('fails a remittance to a number ending %s with %s', async (ending, failureCode) => {
    const payout = remittance(ending)
    await send(payout)
    expect(await status(payout.remittanceId)).toMatchObject({
      data: { status: 'FAILED', failureReason: { failureCode } },
    })
  })

  it('keeps a remittance to a number ending 0002 pending', async () => {
    const payout = remittance('0002')
    await send(payout)
    expect(await status(payout.remittanceId)).toMatchObject({ data: { status: 'PROCESSING' } })
  })

  it.each(
    [
      'sender',
      'recipient.recipientDetails',
      'recipient.recipientDetails.lastName',
      ...Object.keys(SENDER.transactionDetails).map((name) => `sender.transactionDetails.${name}`),
      ...['firstName', 'lastName', 'nationality', 'phoneNumber', 'address', 'identification'].map(
        (name) => `sender.senderDetails.${name}`,
      ),
      ...Object.keys(SENDER.senderDetails.address).map((name) => `sender.senderDetails.address.${name}`),
      'sender.senderDetails.identification.number',
    ].map((path) => [path]),
  )('answers a request without %s with 400 and the name of the field', async (path) => {
    const answer = await send(changed(path, undefined))
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      status: 'REJECTED',
      failureReason: {
        failureCode: 'MISSING_PARAMETER',
        failureMessage: expect.stringContaining(path.split('.').at(-1) ?? ''),
      },
    })
  })

  it.each([['gender'], ['dateOfBirth'], ['placeOfBirth'], ['occupation'], ['relationshipRecipient']])(
    'accepts a sender without %s',
    async (name) => {
      expect((await send(changed(`sender.senderDetails.${name}`, undefined))).json.status).toBe('ACCEPTED')
    },
  )

  it.each([
    ['sender.senderDetails.nationality', 'Liberia', 'INVALID_PARAMETER'],
    ['sender.senderDetails.identification.type', 'LIBRARY_CARD', 'INVALID_PARAMETER'],
    ['sender.senderDetails.relationshipRecipient', 'BROTHER_IN_LAW', 'INVALID_PARAMETER'],
    ['sender.senderDetails.dateOfBirth', '2 April 1990', 'INVALID_PARAMETER'],
    ['sender.transactionDetails.purposeOfFunds', 'FUN', 'INVALID_PARAMETER'],
    ['sender.transactionDetails.originalAmount', '45,00', 'INVALID_PARAMETER'],
    ['sender.senderDetails.email', 'a@example.com', 'UNSUPPORTED_PARAMETER'],
    ['sender.senderDetails.firstName', 'a'.repeat(101), 'INVALID_PARAMETER'],
    ['clientReferenceId', 'TR-92', 'UNSUPPORTED_PARAMETER'],
    ['payoutId', randomUUID(), 'UNSUPPORTED_PARAMETER'],
  ])('answers %s %s with 400 %s', async (path, value, failureCode) => {
    const answer = await send(changed(path, value))
    expect([answer.status, answer.json.failureReason.failureCode]).toEqual([400, failureCode])
  })

  it.each([
    ['sender.senderDetails.firstName'],
    ['sender.senderDetails.lastName'],
    ['recipient.recipientDetails.lastName'],
  ])('accepts a %s of the maximum length', async (path) => {
    expect((await send(changed(path, 'a'.repeat(100)))).json.status).toBe('ACCEPTED')
  })

  it('accepts the misspelling that pawaPay publishes, and two-letter countries', async () => {
    const inLaw = changed('sender.senderDetails.relationshipRecipient', 'BORTHER_IN_LAW')
    expect((await send(inLaw)).json.status).toBe('ACCEPTED')
    expect((await send(changed('sender.senderDetails.nationality', 'LR'))).json.status).toBe('ACCEPTED')
  })
})

it('lists remittances with the other operations in the active configuration, and separately on request', async () => {
  const types = async (query: string) => {
    const { json } = await sandbox.pawapay('GET', `/active-conf${query}`)
    return Object.keys(json.countries[0].providers[0].currencies[0].operationTypes)
  }
  expect(await types('')).toEqual(['DEPOSIT', 'PAYOUT', 'REFUND', 'REMITTANCE'])
  expect(await types('?operationType=REMITTANCE')).toEqual(['REMITTANCE'])
  expect((await sandbox.pawapay('GET', '/active-conf?operationType=NAME_LOOKUP')).json.countries).toEqual([])
})
