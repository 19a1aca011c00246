import type { CountryCode } from '@sesa/contract'

/**
 * A retention period of a country's law. The longest one wins. These are dated settings: a lawyer must confirm them before
 * going live.
 */
export interface Law {
  readonly country: CountryCode
  readonly name: string
  readonly years: number
  readonly source: string
  /** Date of our research. */
  readonly asOf: string
}

export const LAWS: readonly Law[] = [
  {
    country: 'US',
    name: 'OFAC records',
    years: 10,
    source: 'final rule 90 FR 13286, primary text',
    asOf: '2026-11-25',
  },
  {
    country: 'US',
    name: 'BSA records and SAR',
    years: 5,
    source: 'fincen.gov, primary text for SAR',
    asOf: '2026-11-25',
  },
  {
    country: 'US',
    name: 'Regulation E, 12 CFR 1005.13',
    years: 2,
    source: 'primary text',
    asOf: '2026-11-25',
  },
  { country: 'GH', name: 'Act 1044, s. 32(7)', years: 5, source: 'press, unconfirmed', asOf: '2026-11-25' },
  {
    country: 'LR',
    name: 'record retention',
    years: 5,
    source: 'assumed, unconfirmed',
    asOf: '2026-11-25',
  },
  {
    country: 'SL',
    name: 'record retention',
    years: 5,
    source: 'assumed, unconfirmed',
    asOf: '2026-11-25',
  },
]

/** Returns a country's law with the longest period, which applies to transfers to and from it. */
export function longestOf(country: Law['country']): Law {
  const [longest] = LAWS.filter((law) => law.country === country).toSorted(
    (one, other) => other.years - one.years,
  )
  if (longest === undefined) throw new Error(`No law of ${country} is in the register`)
  return longest
}
