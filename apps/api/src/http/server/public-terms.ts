import type { SlotItem, Slots } from './slot-values.ts'

/** A part of a price in one band of the amount. */
interface PublicBand {
  /** Such as "Below USD 100.00"; undefined when the price is the same for every amount. */
  readonly amounts: string | undefined
  readonly price: string
}

/** One direction in which money can be sent, as the page about fees shows it. All values are text for people. */
interface PublicCorridor {
  readonly from: string
  readonly to: string
  /** By bands of the amount, ascending. */
  readonly fees: readonly PublicBand[]
  readonly margins: readonly PublicBand[]
  readonly least: string
  readonly most: string
  /** The other currency that the card is charged in; undefined where it is the sender's own. */
  readonly charged: string | undefined
  /** Why it is closed; undefined when it is open. */
  readonly closed: string | undefined
}

/** Prices and limits as they are now. */
export interface PublicTerms {
  /** When they were read, such as "24 November 2026, 13:40 UTC". */
  readonly at: string
  readonly perTransfer: string
  readonly per24Hours: string
  readonly per30Days: string
  readonly corridors: readonly PublicCorridor[]
  /** The smallest and largest pay-out, if the network has told us. */
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

const slotsOf = ({ fees, margins, ...corridor }: PublicCorridor): SlotItem => ({
  ...corridor,
  fees: fees.map(bandSlots),
  margins: margins.map(bandSlots),
})

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
    'network-limits': terms?.networks.map((network) => ({ ...network })) ?? [],
  }
}
