import { COUNTRIES, NETWORKS } from '@sesa/contract'
import type { ApprovalAbout } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'

/** Converts a stored word into a readable one: `payout_failed` is "Pay-out failed". */
export function inWords(word: string): string {
  const text = word.replaceAll('_', ' ').replaceAll(/\bpayout/g, 'pay-out')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns an amount in the shape of the office's calls. */
export const amountOf = (one: Money) => ({ amount: toMinorNumber(one), currency: one.currency })

/** Returns the name of a country: `GH` is "Ghana". */
export const countryOf = (code: string | null): string =>
  COUNTRIES.find((one) => one.code === code)?.name ?? code ?? 'any country'

/** Returns the name of a network such as `GH/mtn`. */
export function networkOf(target: string): string {
  const found = NETWORKS.find(({ country, value }) => `${country}/${value}` === target)
  return found === undefined ? target : `${found.label}, ${countryOf(found.country)}`
}

/** Describes an order that moves no money and has no further details. */
export const plainAbout = (
  given: Pick<ApprovalAbout, 'label' | 'link' | 'state'> &
    Partial<Pick<ApprovalAbout, 'effect' | 'amount' | 'facts' | 'changes'>>,
): ApprovalAbout => ({ effect: '', amount: null, facts: [], changes: [], ...given })

/** Describes an order whose record was erased. */
export const goneAbout = (what: string): ApprovalAbout =>
  plainAbout({ label: what, link: null, state: 'Record erased', effect: 'The record was erased.' })
