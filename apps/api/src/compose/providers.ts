import { money } from '@sesa/money'
import { withBreaker, type BreakerChange } from '../lib/breaker.ts'
import { providerFetch } from '../lib/provider-fetch.ts'
import { createFailOver, type MailSender, type SmsSender } from '../modules/messages/index.ts'
import type { Rail } from '../modules/rails/index.ts'
import type { RatesProvider } from '../modules/rates/index.ts'
import type { CardBooks } from '../modules/reconciliation/index.ts'
import type { CardProvider, PayoutCallbacks } from '../modules/transfers/index.ts'
import { createMomoCallbacks, type MomoCallbacks } from '../providers/mtn-momo/callbacks.ts'
import { createMtnMomo } from '../providers/mtn-momo/index.ts'
import { createMomoTerms } from '../providers/mtn-momo/terms.ts'
import { createMomoWallets } from '../providers/mtn-momo/wallets.ts'
import { createPawapayCallbacks } from '../providers/pawapay/callbacks.ts'
import { createPawapay } from '../providers/pawapay/index.ts'
import { createPawapayRemittances } from '../providers/pawapay/remittances.ts'
import { createPawapayTerms } from '../providers/pawapay/terms.ts'
import { createExchangeRateApi } from '../providers/rates/exchange-rate-api.ts'
import { createOpenExchangeRates } from '../providers/rates/open-exchange-rates.ts'
import { createSandboxMail, createSandboxSms } from '../providers/sandbox-messages/index.ts'
import { createAfricasTalking } from '../providers/sms/africas-talking.ts'
import { reachAfricasTalking, reachTwilio } from '../providers/sms/reach.ts'
import { createTwilio } from '../providers/sms/twilio.ts'
import { createSmtp } from '../providers/smtp/index.ts'
import { createStripeBooks } from '../providers/stripe/books.ts'
import type { StripeSettings } from '../providers/stripe/client.ts'
import { createStripe } from '../providers/stripe/index.ts'
import {
  NO_POSTAL_CODE,
  type MomoMarket,
  type ProviderSettings,
  type RealSettings,
} from '../config/provider-settings.ts'

/** Everything outside that the product talks to, behind its ports. */
export interface Providers {
  readonly cards: CardProvider
  readonly cardBooks: CardBooks
  /** By name, as in the operator's table of rails. */
  readonly rails: ReadonlyMap<string, Rail>
  readonly callbacks: readonly PayoutCallbacks[]
  readonly sms: SmsSender
  readonly mail: MailSender
  /** Whether the mail server takes our credentials; sends nothing. */
  reachMail(): Promise<boolean>
  /** Whether each SMS vendor takes our credentials; sends nothing. */
  reachSms(): Promise<{ readonly name: string; readonly reached: boolean }[]>
  readonly rates: readonly RatesProvider[]
}

/** What the providers' adapters have to know of us. */
export interface Ours {
  readonly publicUrl: string
  /** How long one call to a provider may take, in milliseconds. */
  readonly timeout: number
  /** Secrets for MTN's callback addresses, the current one first. Without them MTN gets no callback address. */
  readonly callbackSecrets?: readonly [Buffer, ...Buffer[]]
  /** Told when a provider goes down and comes back. */
  watch?(provider: string, change: BreakerChange): void
}

/** One provider's own `fetch`: it stops asking while that provider is down. */
const fetchOf = (ours: Ours, provider: string): typeof fetch =>
  withBreaker(providerFetch, (change) => ours.watch?.(provider, change))

/** Stripe, and its own books to compare ours with. */
function stripeSides(settings: StripeSettings, ours: Ours): Pick<Providers, 'cards' | 'cardBooks'> {
  const ask = fetchOf(ours, 'stripe')
  return { cards: createStripe(settings, ask), cardBooks: createStripeBooks(settings, ask) }
}

/** MTN publishes no bounds of its own: a dollar or so, and what a full wallet of the lowest tier holds. */
const MOMO_BOUNDS = {
  GH: { currency: 'GHS', minimum: money(100, 'GHS'), maximum: money(1_000_000, 'GHS') },
  LR: { currency: 'LRD', minimum: money(10_000, 'LRD'), maximum: money(50_000_000, 'LRD') },
} as const

/**
 * Each of MTN's products is a rail of its own: what was sent by one the other does not find, and would pay again under
 * the same reference.
 */
function momoName({ country, product }: MomoMarket): string {
  const name = `mtn-momo-${country.toLowerCase()}`
  return product === 'remittance' ? name : `${name}-${product}`
}

function callbacksOf({ callbackSecrets }: Ours): MomoCallbacks | undefined {
  return callbackSecrets && createMomoCallbacks(callbackSecrets)
}

function callbackReaders(publicKey: string | undefined, ours: Ours): PayoutCallbacks[] {
  const momo = callbacksOf(ours)
  return [createPawapayCallbacks(publicKey), ...(momo ? [momo] : [])]
}

function momoRail(market: MomoMarket, ours: Ours): [string, Rail] {
  const { publicUrl, timeout } = ours
  const callbacks = callbacksOf(ours)
  const name = momoName(market)
  const ask = fetchOf(ours, name)
  const { currency, minimum, maximum } = MOMO_BOUNDS[market.country]
  const client = { ...market, baseUrl: market.url, timeout }
  // MTN calls back over https only.
  const callbackUrl = (reference: string): string => publicUrl + (callbacks?.pathFor(reference) ?? '')
  const isCalled = callbacks !== undefined && publicUrl.startsWith('https:')
  const payouts = createMtnMomo({ ...client, currency, ...(isCalled && { callbackUrl }) }, ask)
  const terms = createMomoTerms({ ...client, minimum, maximum }, ask)
  const wallets = createMomoWallets(client, ask)
  return [name, { payouts, terms, wallets }]
}

/** pawaPay's payouts, and its remittances where the account has them. */
function pawapayRails(
  { url, token, remittances }: Pick<NonNullable<RealSettings['pawapay']>, 'url' | 'token' | 'remittances'>,
  ours: Ours,
): [string, Rail][] {
  const settings = { baseUrl: url, token, timeout: ours.timeout }
  const ask = fetchOf(ours, 'pawapay')
  const payouts: [string, Rail] = [
    'pawapay',
    { payouts: createPawapay(settings, ask), terms: createPawapayTerms(settings, ask) },
  ]
  if (remittances === undefined) return [payouts]
  return [
    payouts,
    [
      'pawapay-remittance',
      {
        payouts: createPawapayRemittances({ ...settings, ...remittances }, ask),
        terms: createPawapayTerms(settings, ask, 'REMITTANCE'),
        needsSender: true,
      },
    ],
  ]
}

const SANDBOX_REMITTANCES = { countries: 'alpha-3', noPostalCode: NO_POSTAL_CODE } as const

/** The user that the sandbox's MTN knows from the start. */
const SANDBOX_MOMO_USER = '00000000-0000-4000-8000-000000000001'

function sandboxMarket(url: string, country: 'GH' | 'LR', targetEnvironment: string): MomoMarket {
  const user = { apiUser: SANDBOX_MOMO_USER, apiKey: 'sandbox', subscriptionKey: 'sandbox' }
  return { country, url: `${url}/sandbox/mtn-momo`, product: 'remittance', targetEnvironment, ...user }
}

function sandboxOutside(
  { url, stripeWebhookSecret, pawapayCallbackKey }: Extract<ProviderSettings, { mode: 'sandbox' }>,
  ours: Ours,
): Providers {
  const { timeout } = ours
  const provider = { baseUrl: url, fetch: providerFetch }
  return {
    ...stripeSides(
      { secretKey: 'sk_test_sandbox', webhookSecret: stripeWebhookSecret, baseUrl: url, timeout },
      ours,
    ),
    rails: new Map([
      ...pawapayRails(
        { url: `${url}/sandbox/pawapay`, token: 'sandbox', remittances: SANDBOX_REMITTANCES },
        ours,
      ),
      momoRail(sandboxMarket(url, 'GH', 'mtnghana'), ours),
      momoRail(sandboxMarket(url, 'LR', 'mtnliberia'), ours),
    ]),
    callbacks: callbackReaders(pawapayCallbackKey, ours),
    sms: createSandboxSms(provider),
    mail: createSandboxMail(provider),
    reachMail: () => Promise.resolve(true),
    reachSms: () => Promise.resolve([]),
    rates: [
      createOpenExchangeRates(providerFetch, {
        url: `${url}/sandbox/rates/latest`,
        source: 'Sesa sandbox',
        timeoutMs: timeout,
      }),
      createExchangeRateApi(providerFetch, {
        baseUrl: `${url}/sandbox/exchange-rate-api`,
        apiKey: 'sandbox',
        source: 'Sesa sandbox, second source',
        timeoutMs: timeout,
      }),
    ],
  }
}

function smsSenders({ africasTalking, twilio }: RealSettings, ours: Ours): SmsSender {
  const { timeout } = ours
  return createFailOver([
    ...(africasTalking
      ? [
          {
            name: 'africastalking',
            sender: createAfricasTalking(
              {
                baseUrl: africasTalking.url,
                username: africasTalking.username,
                apiKey: africasTalking.apiKey,
                timeout,
                ...(africasTalking.from !== undefined && { from: africasTalking.from }),
              },
              fetchOf(ours, 'africastalking'),
            ),
          },
        ]
      : []),
    ...(twilio
      ? [
          {
            name: 'twilio',
            sender: createTwilio({ ...twilio, baseUrl: twilio.url, timeout }, fetchOf(ours, 'twilio')),
          },
        ]
      : []),
  ])
}

function reachVendors(
  { africasTalking, twilio }: RealSettings,
  ours: Ours,
): ReturnType<Providers['reachSms']> {
  return Promise.all([
    ...(africasTalking
      ? [
          reachAfricasTalking(
            { ...africasTalking, baseUrl: africasTalking.url },
            fetchOf(ours, 'africastalking'),
          ).then((reached) => ({
            name: 'Africa’s Talking',
            reached,
          })),
        ]
      : []),
    ...(twilio
      ? [
          reachTwilio({ ...twilio, baseUrl: twilio.url }, fetchOf(ours, 'twilio')).then((reached) => ({
            name: 'Twilio',
            reached,
          })),
        ]
      : []),
  ])
}

function ratesSources(
  { openExchangeRates, exchangeRateApi }: RealSettings,
  timeoutMs: number,
): RatesProvider[] {
  return [
    ...(openExchangeRates
      ? [
          createOpenExchangeRates(providerFetch, {
            ...openExchangeRates,
            source: 'Open Exchange Rates',
            timeoutMs,
          }),
        ]
      : []),
    ...(exchangeRateApi
      ? [
          createExchangeRateApi(providerFetch, {
            baseUrl: exchangeRateApi.url,
            apiKey: exchangeRateApi.apiKey,
            source: 'ExchangeRate-API',
            timeoutMs,
          }),
        ]
      : []),
  ]
}

function realOutside(settings: RealSettings, ours: Ours): Providers {
  const { timeout } = ours
  const { stripe, pawapay, momo } = settings
  const smtp = createSmtp(settings.smtp)
  return {
    ...stripeSides(
      {
        secretKey: stripe.secretKey,
        webhookSecret: stripe.webhookSecret,
        baseUrl: stripe.url,
        fundingVersion: stripe.fundingVersion,
        timeout,
      },
      ours,
    ),
    rails: new Map([
      ...(pawapay ? pawapayRails(pawapay, ours) : []),
      ...momo.map((market) => momoRail(market, ours)),
    ]),
    callbacks: callbackReaders(pawapay?.callbackKey, ours),
    sms: smsSenders(settings, ours),
    mail: smtp,
    reachMail: smtp.reach,
    reachSms: () => reachVendors(settings, ours),
    rates: ratesSources(settings, timeout),
  }
}

/** The outside world as it is configured: the sandbox, or the providers themselves. */
export function createOutside(settings: ProviderSettings, ours: Ours): Providers {
  return settings.mode === 'sandbox' ? sandboxOutside(settings, ours) : realOutside(settings, ours)
}
