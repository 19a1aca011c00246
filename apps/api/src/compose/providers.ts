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
import { SANDBOX_SCREENING, screeningOf } from '../config/compliance.ts'
import type { ProviderSettings, RealSettings } from '../config/provider-settings.ts'
import { complete, needed } from '../config/setting.ts'
import { createYente, type YenteSettings } from '../providers/yente/index.ts'
import { SANDBOX_PUBLISHABLE_KEY } from './card-form.ts'
import { fetchOf, type AdapterSettings, type Providers } from './provider-ports.ts'
import { liveCollectors, sandboxCollectors } from './collector-providers.ts'
import {
  callbackReaders,
  momoMarkets,
  momoRail,
  pawapayRails,
  remittancesOf,
  SANDBOX_MOMO_USER,
  type MomoMarket,
} from './rail-providers.ts'
import { checkVendors, smsReports, smsSenders } from './sms-providers.ts'
import { timedFetch } from './watched-fetch.ts'
import type { Config } from '../config/config.ts'
import { alert } from './report.ts'

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

const SANDBOX_REMITTANCES = { countries: 'alpha-3', noPostalCode: '00000' } as const

function sandboxMarket(url: string, country: 'GH' | 'LR', targetEnvironment: string): MomoMarket {
  const user = { apiUser: SANDBOX_MOMO_USER, apiKey: 'sandbox', subscriptionKey: 'sandbox' }
  return { country, baseUrl: `${url}/sandbox/mtn-momo`, product: 'remittance', targetEnvironment, ...user }
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
        { baseUrl: `${url}/sandbox/pawapay`, token: 'sandbox', remittances: SANDBOX_REMITTANCES },
        adapterSettings,
      ),
      momoRail(sandboxMarket(url, 'GH', 'mtnghana'), adapterSettings),
      momoRail(sandboxMarket(url, 'LR', 'mtnliberia'), adapterSettings),
    ]),
    collectors: sandboxCollectors(url, adapterSettings),
    callbacks: callbackReaders({ pawapay: pawapayCallbackKey, monime: stripeWebhookSecret }, adapterSettings),
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

const screeningList = (
  settings: Omit<YenteSettings, 'timeout'>,
  adapterSettings: AdapterSettings,
): ScreeningList =>
  createYente(
    { ...settings, timeout: Math.min(adapterSettings.timeout, LIST_TIMEOUT_MS) },
    fetchOf(adapterSettings, 'screening'),
  )

function ratesSources(settings: RealSettings, timeoutMs: number): RatesProvider[] {
  const { OPENEXCHANGERATES_APP_ID: appId, EXCHANGERATE_API_KEY: apiKey } = settings
  const first =
    appId === undefined
      ? []
      : [
          createOpenExchangeRates(timedFetch('openexchangerates'), {
            url: settings.OPENEXCHANGERATES_URL,
            appId,
            monthlyRequests: settings.OPENEXCHANGERATES_MONTHLY_REQUESTS,
            source: 'Open Exchange Rates',
            timeoutMs,
          }),
        ]
  const second =
    apiKey === undefined
      ? []
      : [
          createExchangeRateApi(timedFetch('exchangerate-api'), {
            baseUrl: settings.EXCHANGERATE_API_URL,
            apiKey,
            monthlyRequests: settings.EXCHANGERATE_API_MONTHLY_REQUESTS,
            source: 'ExchangeRate-API',
            timeoutMs,
          }),
        ]
  return [...first, ...second]
}

function createLiveProviders(settings: RealSettings, adapterSettings: AdapterSettings): Providers {
  const { timeout } = adapterSettings
  const pawapay = complete({ baseUrl: settings.PAWAPAY_URL, token: settings.PAWAPAY_TOKEN })
  const smtp = createSmtp(needed({ url: settings.SMTP_URL, from: settings.MAIL_FROM }))
  return {
    ...stripeSides(
      {
        ...needed({
          secretKey: settings.STRIPE_SECRET_KEY,
          publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
          webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
        }),
        baseUrl: settings.STRIPE_URL,
        fundingVersion: settings.STRIPE_ACCOUNT_FUNDING_VERSION,
        timeout,
      },
      adapterSettings,
    ),
    rails: new Map([
      ...(pawapay ? pawapayRails({ ...pawapay, remittances: remittancesOf(settings) }, adapterSettings) : []),
      ...momoMarkets(settings).map((market) => momoRail(market, adapterSettings)),
    ]),
    collectors: liveCollectors(settings, adapterSettings),
    callbacks: callbackReaders(
      { pawapay: settings.PAWAPAY_CALLBACK_KEY, monime: settings.MONIME_WEBHOOK_SECRET },
      adapterSettings,
    ),
    sms: smsSenders(settings, adapterSettings),
    smsReports: smsReports(settings, adapterSettings.publicUrl),
    mail: smtp,
    checkMailServer: smtp.checkServer,
    checkSmsVendors: () => checkVendors(settings, adapterSettings),
    rates: ratesSources(settings, timeout),
    screening: screeningList(screeningOf(settings), adapterSettings),
  }
}

/** Creates the configured providers: the sandbox, or the real ones. */
export function createProviders(settings: ProviderSettings, adapterSettings: AdapterSettings): Providers {
  return settings.mode === 'sandbox'
    ? createSandboxProviders(settings, adapterSettings)
    : createLiveProviders(settings, adapterSettings)
}

/** Creates the configured providers, and alerts when one goes down or comes back. */
export function watchedProviders({ secret, secretBefore, ...config }: Config): Providers {
  return createProviders(config.providers, {
    publicUrl: config.http.publicUrl,
    timeout: config.SESA_PROVIDER_TIMEOUT_MS,
    callbackSecrets: secretBefore ? [secret, secretBefore] : [secret],
    watch: (provider, change) => {
      if (change !== 'probed') alert(`${provider} is ${change}`)
    },
  })
}
