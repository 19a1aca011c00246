import { COUNTRIES, DESTINATIONS, type CountryCode, type DestinationCode } from '@sesa/contract'
import type { TierLimit } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { CENTS_TEXT, type CellKind } from '../../parts/policy/document.ts'

export const TIERS = [
  [1, 'Phone number'],
  [2, 'Document and selfie'],
  [3, 'Address and source of funds'],
] as const
/** Sending and receiving countries; null stands for all of them. */
export const SENDERS = [null, ...COUNTRIES.map(({ code }) => code)] as const
export const RECIPIENTS = [null, ...DESTINATIONS] as const

/** Whose limits they are. */
export interface Place {
  readonly tier: (typeof TIERS)[number][0]
  readonly sender: CountryCode | null
  readonly recipient: DestinationCode | null
}

/** Limits in US cents as text; empty where wider limits apply. */
export interface Limits {
  readonly per24Hours: string
  readonly per30Days: string
}
export type LimitMatrix = Readonly<Record<string, Limits>>

const NONE: Limits = { per24Hours: '', per30Days: '' }
const keyOf = (tier: number, sender: string | null, recipient: string | null): string =>
  `${tier} ${sender ?? 'any'} ${recipient ?? 'any'}`
export const placeKey = ({ tier, sender, recipient }: Place): string => keyOf(tier, sender, recipient)

const PLACES: readonly Place[] = TIERS.flatMap(([tier]) =>
  SENDERS.flatMap((sender) => RECIPIENTS.map((recipient) => ({ tier, sender, recipient }))),
)

/** Returns the limits in force of every place. */
export function matrixOf(limits: readonly TierLimit[]): LimitMatrix {
  const known = new Map(
    limits
      .filter(({ state }) => state === 'in_force')
      .map(({ tier, sender, recipient, per24Hours, per30Days }) => [
        keyOf(tier, sender, recipient),
        { per24Hours, per30Days },
      ]),
  )
  return Object.fromEntries(PLACES.map((place) => [placeKey(place), known.get(placeKey(place)) ?? NONE]))
}

/** Returns the limits of wider places that apply where a place has none. A recipient's go before a sender's. */
export function widerLimits(matrix: LimitMatrix, place: Place): Limits {
  const { tier, sender, recipient } = place
  const wider = [keyOf(tier, null, recipient), keyOf(tier, sender, null), keyOf(tier, null, null)]
  const found = wider.find((key) => key !== placeKey(place) && matrix[key]?.per24Hours)
  return (found === undefined ? undefined : matrix[found]) ?? NONE
}

interface ChangedPlace {
  readonly place: Place
  readonly limits: Limits
}

/** Returns the places whose limits differ. */
export const changedPlaces = (matrix: LimitMatrix, base: LimitMatrix): ChangedPlace[] =>
  PLACES.flatMap((place) => {
    const [limits, before] = [matrix[placeKey(place)] ?? NONE, base[placeKey(place)] ?? NONE]
    const isSame = limits.per24Hours === before.per24Hours && limits.per30Days === before.per30Days
    return isSame ? [] : [{ place, limits }]
  })

/** Whether both limits are typed, so that they can be asked for. */
export const isWhole = ({ limits }: ChangedPlace): boolean =>
  limits.per24Hours !== '' && limits.per30Days !== ''

/** A limit in US dollars; empty where wider limits apply. */
export const LIMIT: CellKind<string> = {
  remedy: CENTS_TEXT.remedy,
  show: (value) => (value === '' ? '' : CENTS_TEXT.show(value)),
  read: (text) => (text.trim() === '' ? '' : CENTS_TEXT.read(text)),
}

export const dollars = (cents: string): string => formatMoney(money(BigInt(cents), 'USD'))
