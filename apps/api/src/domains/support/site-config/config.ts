import type { Configuration, Current } from '../../../db/configuration.ts'
import { COUNTRIES, NETWORKS, type Config, type CountryCode, type Network } from '@sesa/contract'
import { toMinorNumber, type Money } from '@sesa/money'
import {
  boundsOf,
  waysOf,
  type Corridor,
  type CorridorsModule,
  type PayWay,
  type RateSnapshot,
  type RatesService,
} from '../../pricing/index.ts'
import type { NetworkState } from '../../payouts/index.ts'
import type { ApprovalTime, CollectionTerms, DeliveryTime } from '../../transfers/index.ts'

/** Limits of every customer, in US dollar equivalents. */
export interface Limits {
  readonly perTransfer: Money<'USD'>
  readonly per24Hours: Money<'USD'>
  readonly per30Days: Money<'USD'>
}

export interface SiteSettings extends Pick<Config, 'sandbox' | 'card' | 'identity' | 'push'> {
  readonly limits: Limits
  /** Minutes from opening a payment to the latest time at which its money normally arrives. */
  readonly deliveryMinutes: number
  readonly support: {
    readonly name: string
    readonly phone: string
    readonly email: string
    readonly address: string
    readonly socials: readonly { readonly name: string; readonly url: string }[]
  }
}

export interface SiteConfigDeps {
  readonly configuration: Configuration
  readonly rates: Pick<RatesService, 'newest'>
  readonly corridors: CorridorsModule
  /** Returns the networks that accept payouts now. */
  networks(current: Current): Promise<readonly NetworkState[]>
  /** Returns the durations of recent transfers, for networks with enough of them. */
  deliveryTimes(): Promise<readonly DeliveryTime[]>
  /** Returns how the collectors last reported that networks take payments. */
  collectionTerms(): Promise<readonly CollectionTerms[]>
  /** Returns how long recent approvals took, for networks with enough of them. */
  approvalTimes(): Promise<readonly ApprovalTime[]>
  readonly settings: SiteSettings
}

const NO_WALLET = 'No network takes payments right now. Choose another way to pay.'
const CLOSED = 'Sending to this network is not open yet. Choose another network.'

/** Returns the public configuration, available before sign-in. */
export async function readPublicConfig({
  configuration,
  rates,
  corridors,
  networks,
  deliveryTimes,
  collectionTerms,
  approvalTimes,
  settings,
}: SiteConfigDeps): Promise<Config> {
  const current = await configuration.current()
  const [states, times, terms, approvals] = await Promise.all([
    networks(current),
    deliveryTimes(),
    collectionTerms(),
    approvalTimes(),
  ])
  const wallets = { terms, approvals }
  const snapshot = rates.newest(current)
  const { sandbox, card, identity, push, limits, deliveryMinutes, support } = settings
  return {
    sandbox,
    identity,
    card,
    push,
    countries: COUNTRIES.map((country) => ({ ...country })),
    corridors: corridors
      .list(current)
      .map((corridor) => presentCorridor(corridor, snapshot, limits.perTransfer)),
    payMethods: COUNTRIES.map(({ code: country }) => ({
      country,
      methods: waysOf(current, country, sandbox).map((way) =>
        way.method === 'momo' ? presentMobileMoney(way, presentWallets(country, wallets)) : way,
      ),
    })),
    networks: NETWORKS.map((network) => presentNetwork(network, states, times)),
    deliveryMinutes,
    limits: {
      perTransfer: toMinorNumber(limits.perTransfer),
      per24Hours: toMinorNumber(limits.per24Hours),
      per30Days: toMinorNumber(limits.per30Days),
      currency: limits.perTransfer.currency,
    },
    support: { ...support, socials: support.socials.map((social) => ({ ...social })) },
  }
}

function presentNetwork(
  network: Network,
  states: readonly NetworkState[],
  times: readonly DeliveryTime[],
): Config['networks'][number] {
  const isIt = (one: { country: string; network: string }) =>
    one.country === network.country && one.network === network.value
  const state = states.find(isIt)
  const time = times.find(isIt)
  const reason = state === undefined ? CLOSED : state.closed
  const bounds = state?.bounds ?? null
  return {
    ...network,
    prefixes: [...network.prefixes],
    enabled: reason === null,
    reason,
    senderDetails: state?.needsSender ?? false,
    minimum: bounds && toMinorNumber(bounds.minimum),
    maximum: bounds && toMinorNumber(bounds.maximum),
    usually: time ? { medianSeconds: time.medianSeconds, p95Seconds: time.p95Seconds } : null,
  }
}

interface Wallets {
  readonly terms: readonly CollectionTerms[]
  readonly approvals: readonly ApprovalTime[]
}

/** Returns a country's networks as payers see them: by the terms of a collector that is open, or else of any. */
function presentWallets(country: CountryCode, { terms, approvals }: Wallets) {
  return NETWORKS.filter((network) => network.country === country).map(({ value, label }) => {
    const isIt = (one: { country: string; network: string }) =>
      one.country === country && one.network === value
    const its = terms.filter(isIt)
    const of = its.find(({ open }) => open) ?? its[0]
    return {
      network: value,
      label,
      open: of?.open ?? false,
      minimum: of ? toMinorNumber(of.minimum) : null,
      maximum: of ? toMinorNumber(of.maximum) : null,
      prompt: of?.prompt ?? ('automatic' as const),
      nameShown: of?.nameShown ?? null,
      typicalSeconds: approvals.find(isIt)?.medianSeconds ?? null,
    }
  })
}

function presentMobileMoney(way: PayWay, networks: ReturnType<typeof presentWallets>) {
  if (!way.open || networks.some(({ open }) => open)) return { ...way, networks }
  return { ...way, open: false, reason: NO_WALLET, networks }
}

function presentCorridor(
  corridor: Corridor,
  snapshot: RateSnapshot,
  perTransfer: Money<'USD'>,
): Config['corridors'][number] {
  const { minimum, maximum } = boundsOf(corridor, snapshot, perTransfer)
  return {
    from: corridor.sender,
    to: corridor.recipient,
    enabled: corridor.closedReason === null,
    reason: corridor.closedReason,
    minimum: toMinorNumber(minimum),
    maximum: toMinorNumber(maximum),
    chargeCurrency: corridor.chargeCurrency,
  }
}
