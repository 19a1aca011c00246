import {
  countryInSentence,
  DESTINATIONS,
  DIRECTIONS,
  findCountry,
  type CountryCode,
  type DestinationCode,
  type Direction,
} from '@sesa/contract'
import type { SlotItem, Slots } from './slot-values.ts'

/** Open corridors and networks: the source of every statement on the public pages about where money can be sent. */
export interface Reach {
  /** The open corridors. */
  readonly corridors: readonly { readonly from: CountryCode; readonly to: DestinationCode }[]
  /** Networks that accept pay-outs, by their label. */
  readonly networks: readonly { readonly country: DestinationCode; readonly label: string }[]
  /** The median seconds from payment to arrival at the slowest network that has one; null without figures. */
  readonly medianSeconds: number | null
}

/** A part of a price in one band of the amount. */
interface PublicBand {
  /** For example "Below USD 100.00"; undefined when the price is the same for every amount. */
  readonly amounts: string | undefined
  readonly price: string
}

interface WayBands {
  readonly fees: readonly PublicBand[]
  readonly margins: readonly PublicBand[]
}

/** One direction in which money can be sent, as the fees page shows it. All values are text for people. */
interface PublicCorridor {
  readonly from: string
  readonly to: string
  /** Bands of the amount by card, ascending. */
  readonly fees: readonly PublicBand[]
  readonly margins: readonly PublicBand[]
  /** Those by mobile money and from a bank account; undefined while it is closed. */
  readonly momo?: WayBands | undefined
  readonly bank?: WayBands | undefined
  readonly least: string
  readonly most: string
  /** The other currency of the card charge; undefined if it is the sender's own. */
  readonly charged: string | undefined
  /** Why it is closed; undefined when it is open. */
  readonly closed: string | undefined
}

/** Current prices and limits. */
export interface PublicTerms {
  /** When they were read: "24 November 2026, 13:40 UTC". */
  readonly at: string
  readonly perTransfer: string
  readonly per24Hours: string
  readonly per30Days: string
  readonly corridors: readonly PublicCorridor[]
  readonly reach: Reach
  /** Smallest and largest pay-out, if the network has reported them. */
  readonly networks: readonly {
    readonly name: string
    readonly country: string
    readonly least: string
    readonly most: string
  }[]
}

const bandSlots = ({ amounts, price }: PublicBand): SlotItem => ({
  amounts,
  price,
  'any-amount': amounts === undefined ? 'any' : undefined,
})

const slotsOf = ({ fees, margins, momo, bank, ...corridor }: PublicCorridor): SlotItem => ({
  ...corridor,
  fees: fees.map(bandSlots),
  margins: margins.map(bandSlots),
  'momo-fees': momo?.fees.map(bandSlots),
  'momo-margins': momo?.margins.map(bandSlots),
  'bank-fees': bank?.fees.map(bandSlots),
  'bank-margins': bank?.margins.map(bandSlots),
})

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const nameOf = (code: CountryCode): string => findCountry(code)?.name ?? code
/** Names the region while the open corridors cannot be read. */
const REGION = 'West Africa'

/**
 * Formats a duration: "12 seconds", "2 minutes". Minutes are rounded up, so that the text never promises more than was
 * measured.
 */
function durationInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Returns the slots for what is open. A country counts as a destination while one of its networks accepts pay-outs. */
export function reachSlots(reach: Reach | undefined): Slots {
  const { networks = [], medianSeconds = null } = reach ?? {}
  const open = (reach?.corridors ?? []).filter(({ to }) => networks.some(({ country }) => country === to))
  const named = (codes: Iterable<CountryCode>) => [...new Set(codes)].map(countryInSentence)
  const senders = [...new Set(open.map(({ from }) => from))]
  const to = named(DESTINATIONS.filter((code) => open.some((corridor) => corridor.to === code)))
  const isOpen = ({ from, to: code }: Direction) => open.some((one) => one.from === from && one.to === code)
  const closed = reach ? DIRECTIONS.filter((direction) => !isOpen(direction)) : []
  const networkSlots = DESTINATIONS.map((code) => [
    `networks-${code}`,
    to.includes(countryInSentence(code))
      ? networks.filter(({ country }) => country === code).map(({ label }) => ({ label }))
      : [],
  ])
  return {
    'reach-from': senders.length > 0 ? AND.format(named(senders)) : undefined,
    'reach-to': to.length > 0 ? AND.format(to) : REGION,
    'reach-to-or': to.length > 0 ? OR.format(to) : REGION,
    'reach-closed':
      closed.length > 0
        ? AND.format(closed.map((one) => `${nameOf(one.from)} to ${nameOf(one.to)}`))
        : undefined,
    'usual-time': medianSeconds === null ? undefined : durationInWords(medianSeconds),
    ...(Object.fromEntries(networkSlots) as Slots),
  }
}

/** Returns the slots of these terms; while they cannot be read, all are unset and the page says so. */
export function termsSlots(terms: PublicTerms | undefined): Slots {
  return {
    terms: terms && 'known',
    'no-terms': terms ? undefined : 'unknown',
    'terms-at': terms?.at,
    'limit-transfer': terms?.perTransfer,
    'limit-day': terms?.per24Hours,
    'limit-month': terms?.per30Days,
    corridors: terms?.corridors.map(slotsOf) ?? [],
    ...reachSlots(terms?.reach),
    'network-limits': terms?.networks.map((network) => ({ ...network })) ?? [],
  }
}
