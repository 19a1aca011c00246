import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import {
  attempt,
  collectionRequest,
  pawapayCollector,
  refundId,
  refundRequest,
  scripted,
} from '../testing/collecting.ts'

const ACCEPTED = () => [200, { status: 'ACCEPTED' }] as const

test('a deposit asks for what the payer was shown, and a refund gives back from exactly that deposit', async () => {
  const { ask, asked } = scripted({ 'POST /v2/deposits': ACCEPTED, 'POST /v2/refunds': ACCEPTED })
  const pawapay = pawapayCollector(ask)
  await pawapay.start(collectionRequest)
  await pawapay.refund(refundRequest)
  expect(asked.map(({ body }) => body)).toEqual([
    {
      ...{ depositId: attempt, amount: '120.50', currency: 'GHS' },
      payer: { type: 'MMO', accountDetails: { phoneNumber: '233241112233', provider: 'MTN_MOMO_GHA' } },
      ...{ clientReferenceId: 'S-7K2M9P4Q', customerMessage: 'Sesa S7K2M9P4Q' },
    },
    {
      ...{ refundId, depositId: attempt, amount: '120.50', currency: 'GHS' },
      clientReferenceId: 'S-7K2M9P4Q',
    },
  ])
})

test('a whole amount has no decimals, which some networks refuse, and the message fits', async () => {
  const { ask, asked } = scripted({ 'POST /v2/deposits': ACCEPTED })
  const whole = { amount: money(12_000n, 'GHS'), transferReference: `S-${'7'.repeat(30)}` }
  await pawapayCollector(ask).start({ ...collectionRequest, ...whole })
  expect(asked[0]?.body).toMatchObject({
    amount: '120',
    customerMessage: expect.stringMatching(/^[A-Za-z0-9 ]{4,22}$/) as string,
  })
})

test('a network that pawaPay has no code for is refused before anything is sent', async () => {
  const { ask, asked } = scripted({})
  const sent = await pawapayCollector(ask).start({ ...collectionRequest, network: 'orange' })
  expect(sent).toEqual({ outcome: 'rejected', code: 'INVALID_PROVIDER', next: 'final' })
  expect(asked).toEqual([])
})

test('its money arrives where pay-outs are made from, and a request cannot be taken back', () => {
  const { name, clearing, stop } = pawapayCollector(scripted({}).ask)
  expect({ name, clearing, stop }).toEqual({ name: 'pawapay', clearing: 'payout_float', stop: null })
})

describe('the terms of pawaPay’s active configuration', () => {
  const channel = {
    type: 'USSD',
    displayName: { en: 'Did not get a PIN prompt?' },
    quickLink: '*170*6*3*1#',
    variables: { shortCode: '*170#' },
    instructions: {
      en: [
        { text: 'Dial *170#', template: 'Dial {{shortCode}}' },
        { template: 'Choose {{menu}} and enter your PIN', variables: { menu: 'My Approvals' } },
      ],
      fr: [{ text: 'Composez *170#' }],
    },
  }
  const deposit = {
    ...{ minAmount: '1', maxAmount: '15000', decimalsInAmount: 'TWO_PLACES', status: 'OPERATIONAL' },
    ...{ authType: 'PROVIDER_AUTH', pinPrompt: 'AUTOMATIC', pinPromptRevivable: true },
    pinPromptInstructions: { channels: [channel] },
  }
  const refund = { minAmount: '1', maxAmount: '15000', decimalsInAmount: 'TWO_PLACES', status: 'DELAYED' }
  const both = { DEPOSIT: deposit, REFUND: refund }
  const provider = (operationTypes: object, more: object = {}) => ({
    provider: 'MTN_MOMO_GHA',
    nameDisplayedToCustomer: 'Sesa',
    currencies: [{ currency: 'GHS', operationTypes }],
    ...more,
  })
  const termsOf = async (...providers: object[]) =>
    pawapayCollector(
      scripted({ 'GET /v2/active-conf': () => [200, { countries: [{ country: 'GHA', providers }] }] }).ask,
    ).terms()

  test('say what the payer will see and may do', async () => {
    expect(await termsOf(provider(both))).toEqual([
      {
        ...{ collector: 'pawapay', country: 'GH', network: 'mtn', open: true },
        ...{ minimum: money(100, 'GHS'), maximum: money(1_500_000, 'GHS'), wholeUnits: false },
        ...{ prompt: 'automatic', nameShown: 'Sesa' },
        instructions: ['Dial *170#', 'Choose My Approvals and enter your PIN.', '*170*6*3*1#'],
      },
    ])
  })

  test.each<[string, object, object]>([
    [
      'a manual prompt',
      { ...both, DEPOSIT: { ...deposit, pinPrompt: 'MANUAL' } },
      { prompt: 'manual', open: true },
    ],
    [
      'whole units',
      { ...both, DEPOSIT: { ...deposit, decimalsInAmount: 'NONE' } },
      { wholeUnits: true, open: true },
    ],
    [
      'refunds in whole units',
      { ...both, REFUND: { ...refund, decimalsInAmount: 'NONE' } },
      { wholeUnits: true },
    ],
    ['a closed network', { ...both, DEPOSIT: { ...deposit, status: 'CLOSED' } }, { open: false }],
    ['a slow network', { ...both, DEPOSIT: { ...deposit, status: 'DELAYED' } }, { open: false }],
    ['a redirect', { ...both, DEPOSIT: { ...deposit, authType: 'REDIRECT_AUTH' } }, { open: false }],
    ['a code before the payment', { ...both, DEPOSIT: { ...deposit, authType: 'PREAUTH' } }, { open: false }],
    ['no kind of approval', { ...both, DEPOSIT: { ...deposit, authType: null } }, { open: false }],
    ['no refunds', { DEPOSIT: deposit }, { open: false }],
    [
      'smaller refunds than deposits',
      { ...both, REFUND: { ...refund, minAmount: '5', maxAmount: '10000' } },
      { minimum: money(500, 'GHS'), maximum: money(1_000_000, 'GHS') },
    ],
    ['no instructions', { ...both, DEPOSIT: { ...deposit, pinPromptInstructions: 5 } }, { instructions: [] }],
    [
      'the short code instead of a link',
      {
        ...both,
        DEPOSIT: { ...deposit, pinPromptInstructions: { channels: [{ ...channel, quickLink: null }] } },
      },
      { instructions: ['Dial *170#', 'Choose My Approvals and enter your PIN.', '*170#'] },
    ],
    [
      'an instruction that lacks a value, and a link that is no code',
      {
        ...both,
        DEPOSIT: {
          ...deposit,
          pinPromptInstructions: {
            channels: [
              {
                type: 'APP',
                quickLink: 'https://evil.example',
                instructions: { en: [{ template: 'Open {{app}}' }, { text: 'Enter PIN' }] },
              },
            ],
          },
        },
      },
      { instructions: ['Enter PIN.'] },
    ],
  ])('with %s', async (_what, operations, expected) => {
    expect(await termsOf(provider(operations))).toEqual([expect.objectContaining(expected)])
  })

  test('a name that cannot be shown is not told', async () => {
    const named = provider(both, { nameDisplayedToCustomer: 'Sesa\u202e' })
    expect(await termsOf(named)).toEqual([expect.objectContaining({ nameShown: null })])
  })

  test.each([
    ['pay-outs alone', provider({ PAYOUT: refund, REFUND: refund })],
    ['a network that is none of ours', provider(both, { provider: 'WAVE_SEN' })],
    [
      'another currency than the country’s',
      provider(both, { currencies: [{ currency: 'USD', operationTypes: both }] }),
    ],
    ['bounds that exclude each other', provider({ ...both, REFUND: { ...refund, minAmount: '20000' } })],
    ['bounds that cannot be read', provider({ ...both, DEPOSIT: { ...deposit, maxAmount: 'much' } })],
    ['a minimum of nothing', provider({ DEPOSIT: { ...deposit, minAmount: '0' } })],
  ])('do not include %s', async (_what, one) => {
    expect(await termsOf(one)).toEqual([])
  })

  test.each([
    ['an error', 403, { failureReason: {} }],
    ['another shape', 200, { countries: {} }],
    ['nothing', 200, undefined],
  ])('%s proves nothing', async (_what, status, body) => {
    const { ask } = scripted({ 'GET /v2/active-conf': () => [status, body] })
    expect(await pawapayCollector(ask).terms()).toBeNull()
  })
})
