import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answering, declaredRequest, pawapayRemittances, reference } from '../testing/answering.ts'
import { createPawapayRemittances, type RemittanceTerms } from './remittances.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()
const baseUrl = (): string => `${sandbox.url}/sandbox/pawapay`

const TERMS: RemittanceTerms = { countries: 'alpha-3', noPostalCode: '00000' }
const rail = (terms: Partial<RemittanceTerms> = {}) =>
  createPawapayRemittances({ baseUrl: baseUrl(), token: 'token', timeout: 3_000, ...TERMS, ...terms }, fetch)
const orderOf = (more: object = {}) => ({ ...declaredRequest, reference: randomUUID(), ...more })

async function wireOf(id: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${baseUrl()}/v2/remittances/${id}`, {
    headers: { authorization: 'Bearer token' },
  })
  return ((await answer.json()) as { data: Record<string, unknown> }).data
}

describe('a remittance', () => {
  test('names sender, recipient, purpose and price, and is paid', async () => {
    const order = orderOf()
    expect(await rail().send(order)).toEqual({ outcome: 'accepted' })
    expect(await rail().status(order.reference)).toEqual({ status: 'completed', amount: order.amount })
    expect(await wireOf(order.reference)).toMatchObject({
      amount: '120.50',
      currency: 'GHS',
      recipient: {
        type: 'MMO',
        accountDetails: { phoneNumber: '233241112233', provider: 'MTN_MOMO_GHA' },
        recipientDetails: { firstName: 'Ama', lastName: 'Mensah' },
      },
      sender: {
        transactionDetails: {
          transactionReference: 'S-7K2M9P4Q',
          originalAmount: '11.00',
          originalCurrency: 'USD',
          buyFxRate: '10.954545',
          senderFees: '1.50',
          purposeOfFunds: 'FAMILY_SUPPORT',
          sourceOfFunds: 'SALARY',
        },
        senderDetails: {
          firstName: 'Moses Tamba',
          lastName: 'Kollie',
          nationality: 'LBR',
          phoneNumber: '231770000111',
          address: { addressLine: '12 Broad Street', postalCode: '00000', city: 'Monrovia', country: 'LBR' },
          identification: { type: 'PASSPORT', number: 'LR0000001' },
          gender: 'MALE',
          dateOfBirth: '1990-04-02',
          // pawaPay's spelling.
          relationshipRecipient: 'BORTHER_IN_LAW',
        },
      },
    })
  })

  test('writes countries and a missing postal code as the account requires', async () => {
    const order = orderOf()
    await rail({ countries: 'alpha-2', noPostalCode: 'NONE' }).send(order)
    expect(await wireOf(order.reference)).toMatchObject({
      sender: { senderDetails: { nationality: 'LR', address: { country: 'LR', postalCode: 'NONE' } } },
    })
  })

  test('leaves out missing details, and uses a one-word name for both names', async () => {
    const order = orderOf({
      recipientName: 'Ama',
      sender: { ...declaredRequest.sender, name: 'Moses', gender: null, dob: null },
      declaration: { ...declaredRequest.declaration, relationship: null },
    })
    expect(await rail().send(order)).toEqual({ outcome: 'accepted' })
    const { recipient, sender } = await wireOf(order.reference)
    expect(recipient).toMatchObject({ recipientDetails: { firstName: 'Ama', lastName: 'Ama' } })
    const { senderDetails } = sender as { senderDetails: object }
    expect(senderDetails).toMatchObject({ firstName: 'Moses', lastName: 'Moses' })
    for (const name of ['gender', 'dateOfBirth', 'occupation', 'relationshipRecipient'])
      expect(senderDetails).not.toHaveProperty(name)
  })

  test('sent again under its reference is paid once', async () => {
    const order = orderOf()
    await rail().send(order)
    expect(await rail().send(order)).toEqual({ outcome: 'accepted' })
    const books = await fetch(`${sandbox.url}/sandbox/books`)
    const { payouts } = (await books.json()) as { payouts: { reference: string }[] }
    expect(payouts.filter((row) => row.reference === order.reference)).toMatchObject([
      { status: 'completed', attempts: 2, amount: 12_050 },
    ])
  })

  test.each([
    ['0001', 'RECIPIENT_NOT_FOUND'],
    ['0005', 'WALLET_LIMIT_REACHED'],
  ])('to a number ending in %s fails with %s', async (ending, code) => {
    const order = orderOf({ phone: `+23324111${ending}` })
    await rail().send(order)
    const failed = await rail().status(order.reference)
    expect(failed).toEqual({ status: 'failed', code, words: expect.stringContaining('wallet') as string })
  })

  test.each([
    ['0003', 'completed'],
    ['0004', 'not_found'],
  ])('to a number ending in %s has an unknown outcome, and a status request: %s', async (ending, status) => {
    const order = orderOf({ phone: `+23324111${ending}` })
    expect(await rail().send(order)).toEqual({ outcome: 'unknown' })
    expect(await rail().status(order.reference)).toMatchObject({ status })
    expect(await rail().send(order)).toEqual({ outcome: 'accepted' })
    expect(await rail().status(order.reference)).toMatchObject({ status: 'completed' })
  })

  test('without sender details is not sent, which proves nothing about earlier requests', async () => {
    const silent = pawapayRemittances(() => Promise.reject(new Error('nothing may be sent')))
    for (const missing of [
      { sender: null },
      { sender: { ...declaredRequest.sender, identity: null } },
      { declaration: null },
    ])
      expect(await silent.send(orderOf(missing))).toEqual({ outcome: 'unknown' })
  })

  test('to a network unknown to pawaPay is refused permanently', async () => {
    expect(await rail().send(orderOf({ country: 'US' }))).toMatchObject({ code: 'INVALID_PROVIDER' })
  })
})

test('an answer about something else is no answer', async () => {
  const other = (data: object) => answering(200, { status: 'FOUND', data: { status: 'COMPLETED', ...data } })
  for (const data of [{ remittanceId: randomUUID() }, { payoutId: reference }, {}])
    expect(await pawapayRemittances(other(data)).status(reference)).toEqual({ status: 'unknown' })
})
