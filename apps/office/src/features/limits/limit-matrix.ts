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
  /** Of bank debits that have not settled, for new customers and later; empty everywhere but in the United States. */
  readonly debitsFirst: string
  readonly debitsLater: string
}
export type DebitLimits = Pick<Limits, 'debitsFirst' | 'debitsLater'>
export type LimitMatrix = Readonly<Record<string, Limits>>

const NONE: Limits = { per24Hours: '', per30Days: '', debitsFirst: '', debitsLater: '' }
const keyOf = (tier: number, sender: string | null, recipient: string | null): string =>
  `${tier} ${sender ?? 'any'} ${recipient ?? 'any'}`
export const placeKey = ({ tier, sender, recipient }: Place): string => keyOf(tier, sender, recipient)

/** The limits of a place, and their names. */
export const WORDS = [
  ['per24Hours', '24 hours'],
  ['per30Days', '30 days'],
  ['debitsFirst', 'By bank, at first'],
  ['debitsLater', 'By bank, later'],
] as const

const PLACES: readonly Place[] = TIERS.flatMap(([tier]) =>
  SENDERS.flatMap((sender) => RECIPIENTS.map((recipient) => ({ tier, sender, recipient }))),
)

/** Returns the limits in force of every place. */
export function matrixOf(limits: readonly TierLimit[]): LimitMatrix {
  const known = new Map(
    limits
      .filter(({ state }) => state === 'in_force')
      .map(({ tier, sender, recipient, per24Hours, per30Days, debitsFirst, debitsLater }) => [
        keyOf(tier, sender, recipient),
        { per24Hours, per30Days, debitsFirst: debitsFirst ?? '', debitsLater: debitsLater ?? '' },
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

/** Returns the limits of bank debits that apply where a place has none. */
export function widerDebits(
  matrix: LimitMatrix,
  { tier, sender, recipient }: Place,
  shipped: DebitLimits,
): DebitLimits {
  const wider = recipient === null ? undefined : matrix[keyOf(tier, sender, null)]
  return wider?.debitsFirst ? wider : shipped
}

interface ChangedPlace {
  readonly place: Place
  readonly limits: Limits
}

/** Returns the places whose limits differ. */
export const changedPlaces = (matrix: LimitMatrix, base: LimitMatrix): ChangedPlace[] =>
  PLACES.flatMap((place) => {
    const [limits, before] = [matrix[placeKey(place)] ?? NONE, base[placeKey(place)] ?? NONE]
    const isSame = WORDS.every(([of]) => limits[of] === before[of])
    return isSame ? [] : [{ place, limits }]
  })

/** Whether each limit has the one that belongs to it, so that they can be asked for. */
export const isWhole = ({ limits }: ChangedPlace): boolean =>
  limits.per24Hours !== '' &&
  limits.per30Days !== '' &&
  (limits.debitsFirst === '') === (limits.debitsLater === '')

/** Returns changed limits as a request for them takes them. */
export const askedOf = ({ debitsFirst, debitsLater, ...limits }: Limits) => ({
  ...limits,
  ...(debitsFirst !== '' && { debitsFirst, debitsLater }),
})

/** A limit in US dollars; empty where wider limits apply. */
export const LIMIT: CellKind<string> = {
  remedy: CENTS_TEXT.remedy,
  show: (value) => (value === '' ? '' : CENTS_TEXT.show(value)),
  read: (text) => (text.trim() === '' ? '' : CENTS_TEXT.read(text)),
}

export const dollars = (cents: string): string => formatMoney(money(BigInt(cents), 'USD'))
