import {
  calls,
  COUNTRIES,
  DIRECTIONS,
  findCountry,
  NETWORKS,
  type AnswerOf,
  type Config,
  type Corridor,
  type IdentityUser,
  type Profile,
  type Quote,
  type TransferDetail,
} from '@sesa/contract'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'

/** 150 US cents and 3,000 US dollars in each currency, in minor units, at these samples' rates. */
const BOUNDS = {
  SLE: [11_700, 6_810_000],
  LRD: [27_000, 52_500_000],
  GHS: [1_700, 3_210_000],
  USD: [150, 300_000],
}

const sampleCorridor = (from: Corridor['from'], to: Corridor['to']): Corridor => {
  const currency = findCountry(from)?.currency ?? 'USD'
  const [minimum = 0, maximum = 0] = BOUNDS[currency]
  return {
    ...{ from, to, enabled: true, reason: null, minimum, maximum },
    chargeCurrency: currency === 'GHS' ? 'USD' : currency,
  }
}

/** Returns the configuration of a company with every direction and network open. */
export function sampleConfig(change: Partial<Config> = {}): Config {
  return {
    sandbox: false,
    identity: { methods: ['phone', 'email', 'google', 'passkey'] },
    card: { mode: 'stripe', publishableKey: 'pk_test_1', wallets: false },
    push: null,
    countries: COUNTRIES.map((country) => ({ ...country })),
    corridors: DIRECTIONS.map(({ from, to }) => sampleCorridor(from, to)),
    networks: NETWORKS.map(({ value, country, label, prefixes }) => ({
      ...{ value, country, label, prefixes: [...prefixes], enabled: true, reason: null },
      ...{ senderDetails: false, minimum: 100, maximum: 1_500_000, usually: null },
    })),
    // Only cards: the tests about mobile money open it.
    payMethods: COUNTRIES.map(({ code }) => ({
      country: code,
      methods: [{ method: 'card', open: true, reason: null }],
    })),
    deliveryMinutes: 30,
    limits: { perTransfer: 299_900, per24Hours: 299_900, per30Days: 999_900, currency: 'USD' },
    support: {
      name: 'Sesa',
      phone: '+231770000000',
      email: 'support@sesa.example',
      address: '1 Broad Street, Monrovia, Liberia',
      socials: [{ name: 'Facebook', url: 'https://facebook.example/sesa' }],
    },
    ...change,
  }
}

export const sampleUser = (change: Partial<IdentityUser> = {}): IdentityUser => ({
  uid: '11111111-1111-4111-8111-111111111111',
  phoneNumber: '+231770123456',
  email: null,
  displayName: null,
  passkeyOffered: false,
  ...change,
})

/** Returns the complete profile of a sender in Liberia. */
export const sampleProfile = (change: Partial<Profile> = {}): Profile => ({
  name: 'Hawa Kollie',
  email: 'hawa@example.org',
  emailVerified: true,
  pendingEmail: null,
  phoneNumber: '+231770123456',
  country: 'LR',
  gender: null,
  dob: '1990-05-17',
  complete: true,
  ...change,
})

/** Returns a price of LRD 10,000.00 to Ghana, valid for half an hour. */
export function sampleQuote(change: Partial<Quote> = {}): Quote {
  const now = Date.now()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  return {
    ...{ amount: 1_000_000, currency: 'LRD', rate: '0.0669', fee: 0, total: 1_000_000 },
    ...{ receiveAmount: 66_900, receiveCurrency: 'GHS' },
    ...{ expiresAt: at(30), deliveryEstimate: at(30), midRateAt: at(-5) },
    charge: { amount: 1_000_000, currency: 'LRD', rate: '1' },
    ...{ midRate: '0.0676', margin: 10_355 },
    ...change,
  }
}

/** Returns a transfer from Liberia to Ghana that is paid and in progress. */
export function sampleTransfer(change: Partial<TransferDetail> = {}): TransferDetail {
  const { amount, currency, fee, total, rate, charge, receiveAmount, receiveCurrency } = sampleQuote()
  const now = new Date().toISOString()
  return {
    ...{ payment_id: 'pi_sample', reference: 'S-7K2M9P', recipient: 'Ama Mensah', date: now },
    ...{ country: 'GH', sender_country: 'LR', phone: '+233241111234', status: 'processing' },
    ...{ amount, currency, fee, total, rate, charge },
    ...{ receive_amount: receiveAmount, receive_currency: receiveCurrency },
    ...{ name_check: 'match', account_name: 'Ama Mensah', method: 'momo', network: 'mtn' },
    ...{
      network_label: 'MTN MoMo',
      card: { brand: 'visa', last4: '4242', wallet: null },
      delivery_estimate: now,
    },
    pay: {
      ...{ method: 'card', networkLabel: null, phone: null, attempts: [], canTry: false, expiresAt: now },
      ...{ bank: null, asksRefundNumber: false },
    },
    ...{ cancellable: true, notice: null },
    timeline: [
      { step: 'created', at: now, text: 'You started the transfer.' },
      { step: 'paid', at: now, text: 'Your card was charged.' },
      { step: 'paying_out', at: null, text: 'MTN MoMo pays Ama Mensah.' },
    ],
    ...change,
  }
}

/** Units of each currency per US dollar in these samples. */
const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, LRD: 175, GHS: 10.7, SLE: 22.7 }

/**
 * Answers the pages' automatic requests for a customer without any activity: empty lists, no draft, all saved input
 * kept, and conversions at these samples' rates.
 */
export function answerForNewCustomer(api: ScriptedApi): void {
  const now = new Date().toISOString()
  api.answer(calls.getConfig, sampleConfig())
  api.answer(calls.getRate, ({ params: { from, to, amount }, query: { side } }) => {
    const [of, into] = [PER_DOLLAR[from], PER_DOLLAR[to]]
    if (of === undefined || into === undefined) return refusal('currency_unknown')
    const rate = into / of
    const value = side === 'receive' ? Number(amount) / rate : Number(amount) * rate
    return {
      ...{ value: Math.round(value * 100) / 100, rate: rate.toFixed(8), midRate: (rate * 1.01).toFixed(8) },
      ...({ margin: 100, payWith: 'card', asOf: now, source: 'sample' } as const),
    }
  })
  api.answer(calls.getDraft, { draft: null, updatedAt: null })
  api.answer(calls.putDraft, ({ body }) => ({ draft: body, updatedAt: new Date().toISOString() }))
  api.answer(calls.deleteDraft, undefined)
  api.answer(calls.listRecipients, { recipients: [], nextCursor: null })
  // As the server compares: a second given name is close, and only a match shows the full name.
  api.answer(calls.checkRecipient, ({ body: { typedName } }): AnswerOf<typeof calls.checkRecipient> => {
    if (typedName === 'Ama Mensah')
      return { account: 'active', name: 'Ama Mensah', comparison: 'match', likelyNetwork: null }
    const isClose = /^Ama \w+ Mensah$/.test(typedName ?? '')
    const comparison = typedName === undefined ? null : isClose ? 'close' : 'different'
    return { account: 'active', name: 'A. M.', comparison, likelyNetwork: null }
  })
  api.answer(calls.listNotices, { notices: [], unread: 0, nextCursor: null })
  api.answer(calls.listTransfers, { transfers: [], nextCursor: null })
  api.answer(calls.getHome, { home: { in_progress: [], people: [], reminders: [] } })
  api.answer(calls.listReminders, { reminders: [] })
  api.answer(calls.listCards, { cards: [] })
  api.answer(calls.listPayerNumbers, { numbers: [{ phone: '+231770123456', isSignIn: true }] })
  api.answer(calls.listEnquiries, { enquiries: [] })
  api.answer(calls.getConsents, { due: [], consents: [] })
  const left = { limit: 52_500_000, left: 52_500_000, frees: null }
  api.answer(calls.getLimits, { limits: { currency: 'LRD', day: left, month: left } })
}
