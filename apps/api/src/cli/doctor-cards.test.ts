import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Stripe from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStripeSetup } from '../providers/stripe/setup.ts'
import { WEBHOOK_EVENTS } from '../providers/stripe/webhook-events.ts'
import { useSandbox } from '../providers/testing/sandbox.ts'
import { checkCardSetup } from './doctor-cards.ts'

const sandbox = useSandbox()
const OURS = 'http://127.0.0.1:9'
const URL_OF_OURS = `${OURS}/webhooks/stripe`
const ACCOUNT = {
  charges_enabled: true,
  payouts_enabled: true,
  card_payments: 'active',
  default_currency: 'usd',
  currently_due: [],
}

function client(): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
}
const change = (wanted: object) =>
  sandbox.app.inject({ method: 'PUT', url: '/sandbox/stripe/account', payload: wanted })

async function findings(publishableKey = 'pk_test_sandbox', baseUrl = sandbox.url): Promise<string[]> {
  const settings = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_1', publishableKey, baseUrl }
  const found = await checkCardSetup(createStripeSetup({ ...settings, timeout: 2_000 }, fetch), OURS)
  return found.map(({ what, state, words }) => `${state} ${what}: ${words}`)
}
const about = async (what: string, ...given: Parameters<typeof findings>) =>
  (await findings(...given)).filter((line) => line.split(': ')[0]?.endsWith(what))

describe('the account', () => {
  beforeEach(() => change(ACCOUNT))

  it.each([
    ['is well', {}, ['ok Stripe account: charges cards and pays out (US, balance in USD)']],
    [
      'cannot charge, and something is missing',
      { charges_enabled: false, currently_due: ['company.tax_id', 'external_account'] },
      [
        'problem Stripe account: cannot charge cards (charges_enabled is false): complete Stripe’s requirements in Stripe’s dashboard: company.tax_id, external_account',
      ],
    ],
    [
      'cannot pay out',
      { payouts_enabled: false },
      [
        'problem Stripe account: cannot pay out to our bank (payouts_enabled is false): see Stripe’s requirements in Stripe’s dashboard',
      ],
    ],
    [
      'waits for the capability',
      { card_payments: 'pending' },
      [
        'problem Stripe account: has card payments pending, not active: request the capability in Stripe’s dashboard (Payment methods)',
      ],
    ],
    [
      'will miss something',
      { currently_due: ['company.tax_id'] },
      [
        'problem Stripe account: will be limited by Stripe unless you provide company.tax_id in Stripe’s dashboard',
      ],
    ],
    [
      'has a balance that we do not read',
      { default_currency: 'eur' },
      [
        'problem Stripe account: has its balance in EUR, which Sesa doesn’t support: ask Stripe for a balance in USD',
      ],
    ],
  ])('that %s', async (_what, wanted, lines) => {
    await change({ ...ACCOUNT, ...wanted })
    expect(await about('Stripe account')).toEqual(lines)
  })

  it('is a problem when Stripe is away', async () => {
    expect(await findings('pk_test_sandbox', 'http://127.0.0.1:9')).toEqual([
      'problem Stripe account: can’t be read (unknown: StripeConnectionError)',
      'problem Stripe webhook: can’t be read (unknown: StripeConnectionError)',
    ])
  })
})

describe('the capability for bank debits', () => {
  it.each([
    ['active', /^ok Stripe bank debits: can debit bank accounts in the United States$/],
    [
      'pending',
      /^note Stripe bank debits: us_bank_account_ach_payments is pending, not active: before you open/,
    ],
    [undefined, /^note Stripe bank debits: us_bank_account_ach_payments is not requested, not active/],
  ])('%s', async (capability, line) => {
    const account = {
      ...{ id: 'acct_1', charges: true, payouts: true, cards: 'active', debits: capability },
      ...{ country: 'US', currency: 'USD', due: [] },
    }
    const failed = { ok: false, reason: 'unknown', code: 'away' } as const
    const setup = {
      events: [],
      readAccount: () => Promise.resolve({ ok: true, value: account } as const),
      listEndpoints: () => Promise.resolve(failed),
      compareKeys: () => Promise.resolve(failed),
    }
    const found = (await checkCardSetup(setup, OURS)).map(
      ({ what, state, words }) => `${state} ${what}: ${words}`,
    )
    expect(found).toContainEqual(expect.stringMatching(line))
  })
})

describe('the webhook', () => {
  type Update = Stripe.WebhookEndpointUpdateParams
  const ALL: Update = { url: URL_OF_OURS, disabled: false, enabled_events: [...WEBHOOK_EVENTS] }

  it('of the sandbox is at our address and gets every event', async () => {
    expect(await about('Stripe webhook')).toEqual([
      `ok Stripe webhook: ${URL_OF_OURS} gets all 19 events that Sesa uses`,
    ])
  })

  it.each<[string, Update, string]>([
    ['with all events', { enabled_events: ['*'] }, `ok Stripe webhook: ${URL_OF_OURS} gets all 19 events`],
    [
      'that lacks events',
      { enabled_events: ALL.enabled_events?.filter((one) => !one.startsWith('review.')) ?? [] },
      `problem Stripe webhook: ${URL_OF_OURS} doesn’t get review.opened, review.closed: add these events`,
    ],
    [
      'that is disabled',
      { disabled: true },
      `problem Stripe webhook: the endpoint ${URL_OF_OURS} is disabled`,
    ],
    [
      'at another address',
      { url: `${URL_OF_OURS}/` },
      `problem Stripe webhook: there’s no endpoint ${URL_OF_OURS} (found ${URL_OF_OURS}/): add it`,
    ],
  ])('%s', async (_what, wanted, start) => {
    const { data } = await client().webhookEndpoints.list()
    const id = data[0]?.id ?? ''
    await client().webhookEndpoints.update(id, { ...ALL, ...wanted })
    try {
      const [line = ''] = await about('Stripe webhook')
      expect(line.slice(0, start.length)).toBe(start)
    } finally {
      await client().webhookEndpoints.update(id, ALL)
    }
  })
})

describe('the pair of keys', () => {
  const OWN = 'pk_test_51SesaSandbox0000abcdefgh'
  const STRANGE = 'pk_test_51OtherAccount00abcdefgh'

  it('is hinted at by their spelling before the first payment, and proven by a payment', async () => {
    const [own] = await about('Stripe keys', OWN)
    const [strange] = await about('Stripe keys', STRANGE)
    expect(own).toMatch(/^note Stripe keys: the publishable key contains the account’s id: only a hint/)
    expect(strange).toMatch(/^note .* doesn’t contain the account’s id: only a hint.* Compare both keys/)
    await client().paymentIntents.create({ amount: 2_500, currency: 'usd' })
    for (const key of [OWN, 'pk_test_sandbox']) {
      expect(await about('Stripe keys', key)).toEqual([
        'ok Stripe keys: the publishable key reads a payment of the secret key’s account',
      ])
    }
    expect(await about('Stripe keys', STRANGE)).toEqual([
      'problem Stripe keys: the publishable key can’t find the latest payment of the secret key’s account: set both keys from one account',
    ])
    expect(await about('Stripe keys', 'pk_live_51SesaSandbox0000abc')).toEqual([
      'problem Stripe keys: can’t be read (refused: StripeAuthenticationError): copy STRIPE_PUBLISHABLE_KEY again, or let a restricted key read payment intents',
    ])
  })
})

it('finds the events of the endpoint in the guide to going live, and no others', async () => {
  const guide = await readFile(path.join(import.meta.dirname, '../../../../docs/going-live.md'), 'utf8')
  const named = guide.match(/`(payment_intent|charge|refund|radar|review)\.[a-z_.]+`/g) ?? []
  expect(named.map((name) => name.slice(1, -1)).sort()).toEqual([...WEBHOOK_EVENTS].sort())
})
