import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import type { CardProvider, PayoutRail } from '../../domains/transfers/ports.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import { createMtnMomo } from '../mtn-momo/index.ts'
import { createPawapay } from '../pawapay/index.ts'
import { createPawapayRemittances, type RemittanceTerms } from '../pawapay/remittances.ts'
import { createStripe } from '../stripe/index.ts'

export const reference = randomUUID()
/** A pay-out as the engine requests it. */
export const payoutRequest = {
  reference,
  transferReference: 'S-7K2M9P4Q',
  amount: money(12_050n, 'GHS'),
  phone: '+233241112233',
  country: 'GH',
  network: 'mtn',
  recipientName: 'Ama Mensah',
  sender: null,
  senderCountry: 'US',
  sent: money(1_100n, 'USD'),
  rate: '10.954545',
  fee: money(150n, 'USD'),
  declaration: null,
  isFresh: () => true,
} as const

/** Creates the `fetch` of a provider that always gives this answer. */
export const answering =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    body === undefined
      ? new Response(null, { status })
      : new Response(typeof body === 'string' ? body : JSON.stringify(body), {
          status,
          headers: { 'content-type': 'application/json' },
        })

/** Answers MTN's token requests, and forwards the others. */
const behindTokens =
  (fetchFunction: ProviderFetch): ProviderFetch =>
  async (url, init) =>
    url.includes('/token/')
      ? Response.json({ access_token: 'token', expires_in: 3_600 })
      : fetchFunction(url, init)

export const pawapay = (fetchFunction: ProviderFetch): PayoutRail =>
  createPawapay({ baseUrl: 'http://pawapay.example', token: 'token', timeout: 300 }, fetchFunction)

const IDENTITY = {
  nationality: 'LR',
  address: { line: '12 Broad Street', postalCode: null, city: 'Monrovia', country: 'LR' },
  identification: { type: 'passport', number: 'LR0000001' },
  occupation: null,
} as const

/** The same pay-out, with sender details and a declaration. */
export const declaredRequest = {
  ...payoutRequest,
  sender: {
    name: 'Moses Tamba Kollie',
    phone: '+231770000111',
    gender: 'male',
    dob: '1990-04-02',
    identity: IDENTITY,
  },
  declaration: { purposeOfFunds: 'family_support', sourceOfFunds: 'salary', relationship: 'brother_in_law' },
} as const

export const pawapayRemittances = (
  fetchFunction: ProviderFetch,
  terms: Partial<RemittanceTerms> = {},
): PayoutRail =>
  createPawapayRemittances(
    {
      baseUrl: 'http://pawapay.example',
      token: 'token',
      timeout: 300,
      countries: 'alpha-3',
      noPostalCode: '00000',
      ...terms,
    },
    fetchFunction,
  )

export const momo = (fetchFunction: ProviderFetch): PayoutRail =>
  createMtnMomo(
    {
      baseUrl: 'http://momo.example',
      product: 'remittance',
      subscriptionKey: 'key',
      apiUser: 'user',
      apiKey: 'secret',
      targetEnvironment: 'mtnghana',
      currency: 'GHS',
      timeout: 300,
    },
    behindTokens(fetchFunction),
  )

export const stripe = (fetchFunction: ProviderFetch): CardProvider =>
  createStripe({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', timeout: 300 }, fetchFunction)
