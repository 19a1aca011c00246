import type { RatesProvider } from '../domains/pricing/index.ts'
import type { ScreeningList } from '../domains/compliance/index.ts'
import { createExchangeRateApi } from '../providers/rates/exchange-rate-api.ts'
import { createOpenExchangeRates } from '../providers/rates/open-exchange-rates.ts'
import { createSandboxMail, createSandboxSms } from '../providers/sandbox-messages/index.ts'
import { createSmtp } from '../providers/smtp/index.ts'
import { createStripeBalance } from '../providers/stripe/balance.ts'
import { createStripeBooks } from '../providers/stripe/books.ts'
import type { StripeSettings } from '../providers/stripe/client.ts'
import { createStripe } from '../providers/stripe/index.ts'
import { createStripeSetup } from '../providers/stripe/setup.ts'
import { createStripeVault } from '../providers/stripe/vault.ts'
import { type MomoMarket, type ProviderSettings, type RealSettings } from '../config/provider-settings.ts'
import { NO_POSTAL_CODE } from '../config/remittance-settings.ts'
import { SANDBOX_SCREENING, type ScreeningSettings } from '../config/screening-settings.ts'
import { createYente } from '../providers/yente/index.ts'
import { SANDBOX_PUBLISHABLE_KEY } from './card-form.ts'
import { fetchOf, type AdapterSettings, type Providers } from './provider-ports.ts'
import { callbackReaders, momoRail, pawapayRails } from './rail-providers.ts'
import { checkVendors, smsReports, smsSenders } from './sms-providers.ts'
import { timedFetch } from './watched-fetch.ts'

/** Returns Stripe: its payments, its saved cards, its books to compare ours with, our balance and our set-up there. */
function stripeSides(
  settings: StripeSettings & { readonly publishableKey: string },
  adapterSettings: AdapterSettings,
): Pick<Providers, 'cards' | 'cardBooks' | 'cardVault' | 'cardBalance' | 'cardSetup'> {
  const ask = fetchOf(adapterSettings, 'stripe')
  return {
    cards: createStripe(settings, ask),
    cardVault: createStripeVault(settings, ask),
    cardBooks: createStripeBooks(settings, ask),
    cardBalance: createStripeBalance(settings, ask),
    cardSetup: createStripeSetup(settings, ask),
  }
}

const SANDBOX_REMITTANCES = { countries: 'alpha-3', noPostalCode: NO_POSTAL_CODE } as const

/** The API user that the sandbox's MTN starts with. */
const SANDBOX_MOMO_USER = '00000000-0000-4000-8000-000000000001'

function sandboxMarket(url: string, country: 'GH' | 'LR', targetEnvironment: string): MomoMarket {
  const user = { apiUser: SANDBOX_MOMO_USER, apiKey: 'sandbox', subscriptionKey: 'sandbox' }
  return { country, url: `${url}/sandbox/mtn-momo`, product: 'remittance', targetEnvironment, ...user }
}

function createSandboxProviders(
  { url, stripeWebhookSecret, pawapayCallbackKey }: Extract<ProviderSettings, { mode: 'sandbox' }>,
  adapterSettings: AdapterSettings,
): Providers {
  const { timeout } = adapterSettings
  const provider = { baseUrl: url, fetch: timedFetch('sandbox messages') }
  return {
    ...stripeSides(
      {
        secretKey: 'sk_test_sandbox',
        publishableKey: SANDBOX_PUBLISHABLE_KEY,
        webhookSecret: stripeWebhookSecret,
        baseUrl: url,
        timeout,
      },
      adapterSettings,
    ),
    rails: new Map([
      ...pawapayRails(
        { url: `${url}/sandbox/pawapay`, token: 'sandbox', remittances: SANDBOX_REMITTANCES },
        adapterSettings,
      ),
      momoRail(sandboxMarket(url, 'GH', 'mtnghana'), adapterSettings),
      momoRail(sandboxMarket(url, 'LR', 'mtnliberia'), adapterSettings),
    ]),
    callbacks: callbackReaders(pawapayCallbackKey, adapterSettings),
    sms: createSandboxSms(provider),
    smsReports: [],
    mail: createSandboxMail(provider),
    checkMailServer: () => Promise.resolve(true),
    checkSmsVendors: () => Promise.resolve([]),
    rates: [
      createOpenExchangeRates(timedFetch('openexchangerates'), {
        url: `${url}/sandbox/rates/latest`,
        appId: 'sandbox',
        source: 'Sesa sandbox',
        timeoutMs: timeout,
      }),
      createExchangeRateApi(timedFetch('exchangerate-api'), {
        baseUrl: `${url}/sandbox/exchange-rate-api`,
        apiKey: 'sandbox',
        source: 'Sesa sandbox, second source',
        timeoutMs: timeout,
      }),
    ],
    screening: screeningList(
      { ...SANDBOX_SCREENING, url: `${url}/sandbox/yente`, apiKey: undefined },
      adapterSettings,
    ),
  }
}

/** A pay-out waits for the list while it holds its lease, so it waits less than for other providers; milliseconds. */
const LIST_TIMEOUT_MS = 5_000

const screeningList = (settings: ScreeningSettings, adapterSettings: AdapterSettings): ScreeningList =>
  createYente(
    { ...settings, timeout: Math.min(adapterSettings.timeout, LIST_TIMEOUT_MS) },
    fetchOf(adapterSettings, 'screening'),
  )

function ratesSources(
  { openExchangeRates, exchangeRateApi }: RealSettings,
  timeoutMs: number,
): RatesProvider[] {
  return [
    ...(openExchangeRates
      ? [
          createOpenExchangeRates(timedFetch('openexchangerates'), {
            ...openExchangeRates,
            source: 'Open Exchange Rates',
            timeoutMs,
          }),
        ]
      : []),
    ...(exchangeRateApi
      ? [
          createExchangeRateApi(timedFetch('exchangerate-api'), {
            baseUrl: exchangeRateApi.url,
            apiKey: exchangeRateApi.apiKey,
            monthlyRequests: exchangeRateApi.monthlyRequests,
            source: 'ExchangeRate-API',
            timeoutMs,
          }),
        ]
      : []),
  ]
}

function createLiveProviders(settings: RealSettings, adapterSettings: AdapterSettings): Providers {
  const { timeout } = adapterSettings
  const { stripe, pawapay, momo } = settings
  const smtp = createSmtp(settings.smtp)
  return {
    ...stripeSides(
      {
        secretKey: stripe.secretKey,
        publishableKey: stripe.publishableKey,
        webhookSecret: stripe.webhookSecret,
        baseUrl: stripe.url,
        fundingVersion: stripe.fundingVersion,
        timeout,
      },
      adapterSettings,
    ),
    rails: new Map([
      ...(pawapay ? pawapayRails(pawapay, adapterSettings) : []),
      ...momo.map((market) => momoRail(market, adapterSettings)),
    ]),
    callbacks: callbackReaders(pawapay?.callbackKey, adapterSettings),
    sms: smsSenders(settings, adapterSettings),
    smsReports: smsReports(settings, adapterSettings.publicUrl),
    mail: smtp,
    checkMailServer: smtp.checkServer,
    checkSmsVendors: () => checkVendors(settings, adapterSettings),
    rates: ratesSources(settings, timeout),
    screening: screeningList(settings.screening, adapterSettings),
  }
}

/** Creates the configured providers: the sandbox, or the real ones. */
export function createProviders(settings: ProviderSettings, adapterSettings: AdapterSettings): Providers {
  return settings.mode === 'sandbox'
    ? createSandboxProviders(settings, adapterSettings)
    : createLiveProviders(settings, adapterSettings)
}
