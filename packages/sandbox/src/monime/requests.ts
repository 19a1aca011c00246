/** Bodies of Monime's calls, by its published OpenAPI file of 23 August 2025. */

export interface Amount {
  currency: string
  /** Minor units. */
  value: number
}

export type Metadata = Readonly<Record<string, string>>

export interface NewCode {
  name: string
  amount: Amount
  lifeMs: number
  customer: { name?: string } | null
  reference: string | null
  authorizedProviders: string[]
  authorizedPhoneNumber: string
  metadata: Metadata | null
}

export interface NewPayout {
  amount: Amount
  destination: { type: 'momo'; providerId: string; phoneNumber: string }
  metadata: Metadata | null
}

const MINUTE_MS = 60_000
const DEFAULT_LIFE = '10m'
const UNITS: Readonly<Record<string, number>> = { h: 60 * MINUTE_MS, m: MINUTE_MS, s: 1_000 }

const amount = {
  type: 'object',
  required: ['currency', 'value'],
  additionalProperties: false,
  properties: { currency: { const: 'SLE' }, value: { type: 'integer', minimum: 1 } },
}
const metadata = {
  type: ['object', 'null'],
  maxProperties: 64,
  additionalProperties: { type: 'string', maxLength: 100 },
}
const momo = { enum: ['m17', 'm18'] }
const number = { type: 'string', pattern: '^\\+?232[0-9]{8}$' }

/**
 * The schema of `POST /v1/payment-codes`, stricter than Monime's: one payment from one number. Codes that work several
 * times, or for anybody, are not played.
 */
export const codeBody = {
  type: 'object',
  required: ['name', 'amount', 'authorizedPhoneNumber'],
  additionalProperties: false,
  properties: {
    mode: { const: 'one_time' },
    name: { type: 'string', minLength: 3, maxLength: 64 },
    enable: { const: true },
    amount,
    duration: { type: 'string', pattern: '^([0-9]+h)?([0-9]+m)?([0-9]+s)?$', minLength: 2 },
    customer: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: { name: { type: 'string', maxLength: 100 } },
    },
    reference: { type: ['string', 'null'], maxLength: 64 },
    authorizedProviders: { type: 'array', minItems: 1, uniqueItems: true, items: momo },
    authorizedPhoneNumber: number,
    financialAccountId: { type: 'string', pattern: '^fac-' },
    metadata,
  },
}

/** The schema of `POST /v1/payouts`: to wallets only. */
export const payoutBody = {
  type: 'object',
  required: ['amount', 'destination'],
  additionalProperties: false,
  properties: {
    amount,
    source: {
      type: 'object',
      required: ['financialAccountId'],
      additionalProperties: false,
      properties: { financialAccountId: { type: 'string', pattern: '^fac-' } },
    },
    destination: {
      type: 'object',
      required: ['type', 'providerId', 'phoneNumber'],
      additionalProperties: false,
      properties: { type: { const: 'momo' }, providerId: momo, phoneNumber: number },
    },
    metadata,
  },
}

/** Fills in what a valid body left out. */
export function toNewCode(body: Partial<NewCode> & { duration?: string }): NewCode {
  const { name = '', amount: asked = { currency: '', value: 0 }, customer = null, reference = null } = body
  const { authorizedProviders = ['m17', 'm18'], authorizedPhoneNumber = '', metadata: given = null } = body
  const parts = (body.duration ?? DEFAULT_LIFE).matchAll(/(\d+)([hms])/g)
  const lifeMs = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0)
  return {
    ...{ name, amount: asked, lifeMs, customer, reference },
    ...{ authorizedProviders, authorizedPhoneNumber, metadata: given },
  }
}

export const digits = (phoneNumber: string): string => phoneNumber.replace(/^\+/, '')
