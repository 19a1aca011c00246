import { money } from '@sesa/money'
import type { Rail } from '../domains/payouts/index.ts'
import type { PayoutCallbacks } from '../domains/transfers/index.ts'
import { createMomoCallbacks, type MomoCallbacks } from '../providers/mtn-momo/callbacks.ts'
import { createMomoFloat, createMomoTerms } from '../providers/mtn-momo/account.ts'
import { createMonimeCallbacks } from '../providers/monime/callbacks.ts'
import { createMtnMomo } from '../providers/mtn-momo/index.ts'
import { createMomoWallets } from '../providers/mtn-momo/wallets.ts'
import { createPawapayCallbackSetup } from '../providers/pawapay/callback-setup.ts'
import { createPawapayCallbacks } from '../providers/pawapay/callbacks.ts'
import { createPawapayFloat } from '../providers/pawapay/float.ts'
import { createPawapay } from '../providers/pawapay/index.ts'
import { createPawapayPrediction } from '../providers/pawapay/predict.ts'
import { createPawapayRemittances, type RemittanceTerms } from '../providers/pawapay/remittances.ts'
import { createPawapayTerms, createPawapayUnknownCarriers } from '../providers/pawapay/terms.ts'
import type { RealSettings } from '../config/provider-settings.ts'
import { complete } from '../config/setting.ts'
import type { MomoClientSettings } from '../providers/mtn-momo/client.ts'
import { fetchOf, type AdapterSettings } from './provider-ports.ts'

/**
 * MTN publishes no bounds, so these are ours: about a dollar, and what a full wallet of the lowest tier
 * holds.
 */
export const MOMO_BOUNDS = {
  GH: { currency: 'GHS', minimum: money(100, 'GHS'), maximum: money(1_000_000, 'GHS') },
  LR: { currency: 'LRD', minimum: money(10_000, 'LRD'), maximum: money(50_000_000, 'LRD') },
} as const

export interface MomoMarket extends Omit<MomoClientSettings, 'timeout'> {
  readonly country: 'GH' | 'LR'
  readonly product: 'disbursement' | 'remittance'
}

/** The API user that the sandbox's MTN starts with. */
export const SANDBOX_MOMO_USER = '00000000-0000-4000-8000-000000000001'

/** Returns MTN's markets whose keys are set. */
export function momoMarkets(s: RealSettings): MomoMarket[] {
  const isLive = s.mode === 'live'
  const common = { baseUrl: s.MTN_MOMO_URL, product: s.MTN_MOMO_PRODUCT }
  const ghana = complete({
    ...{ ...common, country: 'GH' as const },
    targetEnvironment: s.MTN_MOMO_GH_TARGET ?? (isLive ? 'mtnghana' : 'sandbox'),
    subscriptionKey: s.MTN_MOMO_GH_SUBSCRIPTION_KEY,
    apiUser: s.MTN_MOMO_GH_API_USER,
    apiKey: s.MTN_MOMO_GH_API_KEY,
  })
  const liberia = complete({
    ...{ ...common, country: 'LR' as const },
    targetEnvironment: s.MTN_MOMO_LR_TARGET ?? (isLive ? 'mtnliberia' : 'sandbox'),
    subscriptionKey: s.MTN_MOMO_LR_SUBSCRIPTION_KEY,
    apiUser: s.MTN_MOMO_LR_API_USER,
    apiKey: s.MTN_MOMO_LR_API_KEY,
  })
  return [ghana, liberia].flatMap((market) => market ?? [])
}

/**
 * Names a separate rail, and its account, for each MTN product: one product does not find the other's pay-outs, and would pay
 * again under the same reference.
 */
export function momoName(product: MomoMarket['product'], country: MomoMarket['country']): string {
  const name = `mtn-momo-${country.toLowerCase()}`
  return product === 'remittance' ? name : `${name}-${product}`
}

export function callbacksOf({ callbackSecrets }: AdapterSettings): MomoCallbacks | undefined {
  return callbackSecrets && createMomoCallbacks(callbackSecrets)
}

/** Returns the readers of callbacks. `monime`: the secret of Monime's; without it there is no such address. */
export function callbackReaders(
  { pawapay, monime }: { pawapay: string | undefined; monime: string | undefined },
  adapterSettings: AdapterSettings,
): PayoutCallbacks[] {
  const momo = callbacksOf(adapterSettings)
  return [
    createPawapayCallbacks(pawapay),
    ...(momo ? [momo] : []),
    ...(monime === undefined ? [] : [createMonimeCallbacks(monime)]),
  ]
}

export function momoRail(market: MomoMarket, adapterSettings: AdapterSettings): [string, Rail] {
  const { publicUrl, timeout } = adapterSettings
  const callbacks = callbacksOf(adapterSettings)
  const name = momoName(market.product, market.country)
  const ask = fetchOf(adapterSettings, name)
  const { currency, minimum, maximum } = MOMO_BOUNDS[market.country]
  const client = { ...market, timeout }
  // MTN calls back over https only.
  const callbackUrl = (reference: string): string => publicUrl + (callbacks?.pathFor(reference) ?? '')
  const isCalled = callbacks !== undefined && publicUrl.startsWith('https:')
  const payouts = createMtnMomo({ ...client, currency, ...(isCalled && { callbackUrl }) }, ask)
  const terms = createMomoTerms({ ...client, minimum, maximum }, ask)
  const wallets = createMomoWallets(client, ask)
  const float = createMomoFloat({ ...client, currency }, ask)
  return [name, { payouts, terms, wallets, float }]
}

/** Returns the formats of pawaPay's remittances; undefined unless the account has them. */
export const remittancesOf = (s: RealSettings): RemittanceTerms | undefined =>
  complete({ countries: s.PAWAPAY_REMITTANCES, noPostalCode: s.PAWAPAY_NO_POSTAL_CODE })

/** Returns pawaPay's payouts, and its remittances where the account has them. */
export function pawapayRails(
  {
    baseUrl,
    token,
    remittances,
  }: { baseUrl: string; token: string; remittances: RemittanceTerms | undefined },
  adapterSettings: AdapterSettings,
): [string, Rail][] {
  const settings = { baseUrl, token, timeout: adapterSettings.timeout }
  const ask = fetchOf(adapterSettings, 'pawapay')
  const payouts: [string, Rail] = [
    'pawapay',
    {
      payouts: createPawapay(settings, ask),
      terms: createPawapayTerms(settings, ask),
      unknownCarriers: createPawapayUnknownCarriers(settings, ask),
      callbackSetup: createPawapayCallbackSetup(settings, ask),
      float: createPawapayFloat(settings, ask),
      // With a breaker of its own: hints that fail must not stop pay-outs.
      prediction: createPawapayPrediction(settings, fetchOf(adapterSettings, 'pawapay predictions')),
    },
  ]
  if (remittances === undefined) return [payouts]
  return [
    payouts,
    [
      'pawapay-remittance',
      {
        payouts: createPawapayRemittances({ ...settings, ...remittances }, ask),
        terms: createPawapayTerms(settings, ask, 'REMITTANCE'),
        unknownCarriers: createPawapayUnknownCarriers(settings, ask, 'REMITTANCE'),
        callbackSetup: createPawapayCallbackSetup(settings, ask, 'REMITTANCE'),
        needsSender: true,
      },
    ],
  ]
}
