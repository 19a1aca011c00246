import { fileURLToPath } from 'node:url'
import { findCountry, NETWORKS, type PayMethodName } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import type { Config } from '../config/config.ts'
import type { Configuration } from '../db/configuration.ts'
import type { PublicTerms, Reach } from '../http/server/public-terms.ts'
import { fillSlots, siteSlots } from '../http/server/slots.ts'
import {
  boundsOf,
  type Corridor,
  type CorridorsModule,
  feeSteps,
  marginSteps,
  payMethodOf,
  type RatesModule,
  type RateSnapshot,
} from '../domains/pricing/index.ts'
import type { NetworkState, RailsModule } from '../domains/payouts/index.ts'
import type { DeliveryTime } from '../domains/transfers/index.ts'
import { createRatePages, type Limits } from '../domains/support/index.ts'

const nameOf = (code: string): string => findCountry(code)?.name ?? code

function presentCorridor(
  corridor: Corridor,
  snapshot: RateSnapshot,
  limits: Limits,
  isOpen: (method: PayMethodName) => boolean,
) {
  const { minimum, maximum } = boundsOf(corridor, snapshot, limits.perTransfer)
  const { sendCurrency, chargeCurrency, bands } = corridor
  const ifOpen = (method: PayMethodName) =>
    isOpen(method) ? { fees: feeSteps(bands[method]), margins: marginSteps(bands[method]) } : undefined
  return {
    from: nameOf(corridor.sender),
    to: nameOf(corridor.recipient),
    fees: feeSteps(bands.card),
    margins: marginSteps(bands.card),
    momo: ifOpen('momo'),
    bank: ifOpen('bank_debit'),
    least: formatMoney(minimum),
    most: formatMoney(maximum),
    charged: chargeCurrency === sendCurrency ? undefined : chargeCurrency,
    closed: corridor.closedReason ?? undefined,
  }
}

function presentNetwork({ country, network, bounds }: NetworkState) {
  if (bounds === null) return []
  const known = NETWORKS.find((one) => one.country === country && one.value === network)
  const [least, most] = [formatMoney(bounds.minimum), formatMoney(bounds.maximum)]
  return [{ name: known?.label ?? network, country: nameOf(country), least, most }]
}

/** Returns the corridors and networks that are open now, and how long the slowest of them usually takes. */
function readReach(
  corridors: readonly Corridor[],
  networks: readonly NetworkState[],
  times: readonly DeliveryTime[],
): Reach {
  const open = networks.filter(({ closed }) => closed === null)
  const isOpen = (one: DeliveryTime) =>
    open.some(({ country, network }) => country === one.country && network === one.network)
  const medians = times.filter(isOpen).map(({ medianSeconds }) => medianSeconds)
  return {
    corridors: corridors
      .filter(({ closedReason }) => closedReason === null)
      .map(({ sender, recipient }) => ({ from: sender, to: recipient })),
    networks: NETWORKS.filter(({ country, value }) =>
      open.some((one) => one.country === country && one.network === value),
    ).map(({ country, label }) => ({ country, label })),
    medianSeconds: medians.length === 0 ? null : Math.max(...medians),
  }
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
})

interface PublicDeps {
  readonly configuration: Configuration
  readonly rates: RatesModule
  readonly corridors: CorridorsModule
  readonly rails: Pick<RailsModule, 'networks'>
  readonly limits: Limits
  readonly isSandbox: boolean
  /** Returns how long recent transfers took, for networks with enough of them. */
  deliveryTimes(): Promise<readonly DeliveryTime[]>
}

/** Returns the readers of what changes on public pages: prices with limits, and rates. */
function publicValues(deps: PublicDeps) {
  const { configuration, rates, corridors } = deps
  return {
    terms: () => readTerms(deps),
    rates: createRatePages({ configuration, rates, corridors, now: () => performance.now() }),
  }
}

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Returns what the pages need: the built web app, the company's details, and the readers of what changes. */
export function composePages({ support, stores, legal, signIn }: Config, wallets: boolean, deps: PublicDeps) {
  const firebase = signIn.firebase ?? undefined
  return { dist: WEB_DIST, support, stores, legal, ...publicValues(deps), wallets, firebase }
}

/** Reads fees, margins and limits as they are now, for the page about them. */
async function readTerms(deps: PublicDeps): Promise<PublicTerms> {
  const { limits } = deps
  const current = await deps.configuration.current()
  const [networks, times] = await Promise.all([deps.rails.networks(current), deps.deliveryTimes()])
  const [snapshot, corridors] = [deps.rates.newest(current), deps.corridors.list(current)]
  return {
    at: `${TIME.format(current.now).replace(' at ', ', ')} UTC`,
    perTransfer: formatMoney(limits.perTransfer),
    per24Hours: formatMoney(limits.per24Hours),
    per30Days: formatMoney(limits.per30Days),
    corridors: corridors.map((corridor) =>
      presentCorridor(
        corridor,
        snapshot,
        limits,
        (method) => payMethodOf(current, corridor.sender, { method, allOpen: deps.isSandbox }).open,
      ),
    ),
    networks: networks.flatMap(presentNetwork),
    reach: readReach(corridors, networks, times),
  }
}

/** Returns the function that puts the company's details into a legal text, as its pages show it. */
export function fillTextWith({ http, providers, support, stores, legal }: Config): (text: string) => string {
  const { publicUrl } = http
  const slots = siteSlots({ publicUrl, sandbox: providers.mode === 'sandbox', support, stores, legal })
  return (text) => fillSlots(text, slots, (value) => value)
}
