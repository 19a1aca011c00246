import { money } from '@sesa/money'
import type { RealSettings } from '../config/provider-settings.ts'
import { complete } from '../config/setting.ts'
import type { ConfiguredCollector } from '../domains/payouts/index.ts'
import { createMonimeFloat } from '../providers/monime/float.ts'
import { createMonimeCollector } from '../providers/monime/index.ts'
import type { MonimeSettings } from '../providers/monime/client.ts'
import { createMomoFloat } from '../providers/mtn-momo/account.ts'
import { createMomoCollector } from '../providers/mtn-momo/collections.ts'
import type { MomoClientSettings } from '../providers/mtn-momo/client.ts'
import { createPawapayCallbackSetup } from '../providers/pawapay/callback-setup.ts'
import { createPawapayCollector } from '../providers/pawapay/deposits.ts'
import { fetchOf, type AdapterSettings } from './provider-ports.ts'
import { callbacksOf, MOMO_BOUNDS, momoName, SANDBOX_MOMO_USER } from './rail-providers.ts'

type Credentials = Pick<MomoClientSettings, 'subscriptionKey' | 'apiUser' | 'apiKey'>

/** One MTN market that takes payments. */
interface CollectingMarket extends Pick<MomoClientSettings, 'baseUrl' | 'targetEnvironment'> {
  readonly country: 'GH' | 'LR'
  readonly collection: Credentials
  /** Of the disbursement product, which gives money back. */
  readonly refunds: Credentials
}

/** Monime publishes no bounds, so these are ours, as of November 2026: pawaPay's for Orange Money, Sierra Leone. */
const MONIME_BOUNDS = { minimum: money(100, 'SLE'), maximum: money(1_500_000, 'SLE') }

function pawapayCollector(
  account: { readonly baseUrl: string; readonly token: string },
  adapterSettings: AdapterSettings,
): ConfiguredCollector {
  const settings = { ...account, timeout: adapterSettings.timeout }
  const ask = fetchOf(adapterSettings, 'pawapay deposits')
  return {
    ...createPawapayCollector(settings, ask),
    callbackSetups: {
      DEPOSIT: createPawapayCallbackSetup(settings, ask, 'DEPOSIT'),
      REFUND: createPawapayCallbackSetup(settings, ask, 'REFUND'),
    },
  }
}

function momoCollector(market: CollectingMarket, adapterSettings: AdapterSettings): ConfiguredCollector {
  const { baseUrl, targetEnvironment, country } = market
  const { publicUrl, timeout } = adapterSettings
  const client = { baseUrl, targetEnvironment, timeout }
  const collection = { ...client, ...market.collection, product: 'collection' } as const
  const refunds = { ...client, ...market.refunds, product: 'disbursement' } as const
  const callbacks = callbacksOf(adapterSettings)
  // MTN calls back over https only.
  const isCalled = callbacks !== undefined && publicUrl.startsWith('https:')
  const ask = fetchOf(adapterSettings, `mtn-momo-${country.toLowerCase()}-collection`)
  const collector = createMomoCollector(
    {
      ...{ country, ...MOMO_BOUNDS[country], collection, refunds },
      ...(isCalled && { callbackUrl: (id, kind) => publicUrl + callbacks.pathFor(id, kind) }),
    },
    ask,
  )
  const { currency } = MOMO_BOUNDS[country]
  return {
    ...collector,
    floats: new Map([
      [collector.name, createMomoFloat({ ...collection, country, currency }, ask)],
      [momoName(refunds.product, country), createMomoFloat({ ...refunds, country, currency }, ask)],
    ]),
  }
}

function monimeCollector(account: MonimeSettings, adapterSettings: AdapterSettings): ConfiguredCollector {
  const settings = { ...account, timeout: adapterSettings.timeout }
  const ask = fetchOf(adapterSettings, 'monime')
  const collector = createMonimeCollector({ ...settings, ...MONIME_BOUNDS }, ask)
  return { ...collector, floats: new Map([[collector.name, createMonimeFloat(settings, ask)]]) }
}

const byName = (collectors: readonly ConfiguredCollector[]): Map<string, ConfiguredCollector> =>
  new Map(collectors.map((one) => [one.name, one]))

/** Returns the collectors that the sandbox plays. */
export function sandboxCollectors(url: string, adapterSettings: AdapterSettings) {
  const user = { apiUser: SANDBOX_MOMO_USER, apiKey: 'sandbox', subscriptionKey: 'sandbox' }
  const momo = { baseUrl: `${url}/sandbox/mtn-momo`, collection: user, refunds: user }
  return byName([
    pawapayCollector({ baseUrl: `${url}/sandbox/pawapay`, token: 'sandbox' }, adapterSettings),
    momoCollector({ ...momo, country: 'GH', targetEnvironment: 'mtnghana' }, adapterSettings),
    momoCollector({ ...momo, country: 'LR', targetEnvironment: 'mtnliberia' }, adapterSettings),
    monimeCollector(
      { baseUrl: `${url}/sandbox/monime`, token: 'sandbox', spaceId: 'spc-sandbox' },
      adapterSettings,
    ),
  ])
}

/** Returns MTN's market with this country's keys; undefined unless they are set. */
function marketOf(s: RealSettings, country: 'GH' | 'LR'): CollectingMarket | undefined {
  const own = country === 'GH' ? 'mtnghana' : 'mtnliberia'
  const targetEnvironment = s[`MTN_MOMO_${country}_TARGET`] ?? (s.mode === 'live' ? own : 'sandbox')
  const collection = complete({
    subscriptionKey: s[`MTN_MOMO_${country}_COLLECTION_SUBSCRIPTION_KEY`],
    apiUser: s[`MTN_MOMO_${country}_COLLECTION_API_USER`],
    apiKey: s[`MTN_MOMO_${country}_COLLECTION_API_KEY`],
  })
  const refunds = complete({
    subscriptionKey: s[`MTN_MOMO_${country}_REFUND_SUBSCRIPTION_KEY`],
    apiUser: s[`MTN_MOMO_${country}_REFUND_API_USER`],
    apiKey: s[`MTN_MOMO_${country}_REFUND_API_KEY`],
  })
  return collection && refunds && { country, baseUrl: s.MTN_MOMO_URL, targetEnvironment, collection, refunds }
}

/** Returns the collectors whose keys are set. */
export function liveCollectors(s: RealSettings, adapterSettings: AdapterSettings) {
  const pawapay = complete({ baseUrl: s.PAWAPAY_URL, token: s.PAWAPAY_TOKEN })
  const monime = complete({ baseUrl: s.MONIME_URL, token: s.MONIME_TOKEN, spaceId: s.MONIME_SPACE_ID })
  const markets = [marketOf(s, 'GH'), marketOf(s, 'LR')].flatMap((market) => market ?? [])
  return byName([
    ...(pawapay ? [pawapayCollector(pawapay, adapterSettings)] : []),
    ...markets.map((market) => momoCollector(market, adapterSettings)),
    ...(monime ? [monimeCollector(monime, adapterSettings)] : []),
  ])
}
