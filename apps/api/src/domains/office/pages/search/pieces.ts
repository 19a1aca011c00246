import type { Permission, Role } from '@sesa/contract/office'
import type { CurrencyCode } from '@sesa/money'

/** The records that a part of a search can be about. */
export type Subject = 'customers' | 'transfers' | 'records'

/** Open work that staff find by its kind. */
export type RecordKind = 'screening' | 'monitoring' | 'enquiry' | 'complaint' | 'report' | 'privacy'

/** One thing that typed text can mean. */
export type Meaning =
  | { readonly kind: 'name'; readonly words: readonly string[] }
  /** Numbers in E.164: of the customer, or of the recipient's wallet. */
  | { readonly kind: 'phone' | 'wallet'; readonly numbers: readonly string[] }
  /** The beginning of an address, or of its domain. */
  | { readonly kind: 'email' | 'domain'; readonly start: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'reference'; readonly start: string }
  | { readonly kind: 'payment'; readonly id: string }
  | { readonly kind: 'number'; readonly start: string }
  /** In minor units, both ends included. */
  | {
      readonly kind: 'amount'
      readonly from: bigint
      readonly to: bigint
      readonly in: readonly CurrencyCode[]
    }
  /** From a moment until before another. */
  | { readonly kind: 'span'; readonly from: Date; readonly until: Date }
  | { readonly kind: 'states'; readonly states: readonly string[] }
  | { readonly kind: 'held' | 'review' | 'locked' | 'closed' }
  | { readonly kind: 'corridor'; readonly from: string; readonly to: string }
  | { readonly kind: 'network'; readonly network: string }
  | { readonly kind: 'currency'; readonly currency: CurrencyCode }
  | { readonly kind: 'card'; readonly last4: string }
  | { readonly kind: 'owner'; readonly owner: 'me' | Role }
  /** Due before this moment. */
  | { readonly kind: 'due'; readonly until: Date }
  | { readonly kind: 'work'; readonly of: RecordKind }

/** A part of the typed text that was understood, or why it was not. */
export interface Piece {
  /** As typed. */
  readonly text: string
  /** Its meaning, in words. */
  readonly label: string
  /** True if it may be about a person, so that it must not be in an address. */
  readonly isPersonal: boolean
  readonly isNegated: boolean
  /** Any of them may be meant. Empty if the part cannot be searched for. */
  readonly meanings: readonly Meaning[]
  /** The remedy, if the piece has no meaning. */
  readonly problem: string | null
}

export type May = (permission: Permission) => boolean

const ABOUT: Readonly<Record<Meaning['kind'], readonly Subject[]>> = {
  name: ['customers', 'transfers'],
  phone: ['customers', 'transfers'],
  email: ['customers', 'transfers'],
  domain: ['customers', 'transfers'],
  id: ['customers', 'transfers'],
  span: ['customers', 'transfers'],
  locked: ['customers'],
  closed: ['customers'],
  number: ['records'],
  due: ['records'],
  work: ['records'],
  owner: ['transfers', 'records'],
  wallet: ['transfers'],
  reference: ['transfers'],
  payment: ['transfers'],
  amount: ['transfers'],
  states: ['transfers'],
  held: ['transfers'],
  review: ['transfers'],
  corridor: ['transfers'],
  network: ['transfers'],
  currency: ['transfers'],
  card: ['transfers'],
}

/** Returns each combination of meanings that all pieces can have for one subject. */
export function readingsFor(pieces: readonly Piece[], subject: Subject): readonly (readonly Chosen[])[] {
  if (pieces.some(({ problem }) => problem !== null)) return []
  return pieces.reduce<readonly (readonly Chosen[])[]>(
    (readings, { meanings, isNegated }) => {
      const possible = meanings.filter(({ kind }) => ABOUT[kind].includes(subject))
      return readings.flatMap((reading) => possible.map((meaning) => [...reading, { meaning, isNegated }]))
    },
    [[]],
  )
}

/** A meaning of a piece, and whether it must not hold. */
export interface Chosen {
  readonly meaning: Meaning
  readonly isNegated: boolean
}
