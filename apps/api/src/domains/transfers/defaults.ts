import { sql } from 'kysely'
import { SHIPPED_RULES } from '../risk/index.ts'
import { DECLINE_LIMITS } from './create/declines.ts'
import type { RequireHolder } from './create/input.ts'
import type { Collectors } from './mobile-money/ports.ts'
import type { SavedCards } from './ports.ts'
import type { PayoutScreening } from './payout-screening.ts'

const UNKNOWN = (): Promise<null> => Promise.resolve(null)
const NONE_SAVED: SavedCards = {
  lockOf: () => Promise.resolve({ lock: 'none', until: null }),
  wasSaved: () => Promise.resolve(false),
  customerOf: UNKNOWN,
  openSession: UNKNOWN,
  cardKept: () => Promise.resolve(),
}
const NO_NAMES: RequireHolder = () => Promise.resolve({ verdict: 'unknown', rule: 1, name: null })

const NOT_SCREENED: PayoutScreening = {
  check: () => Promise.resolve({ verdict: 'clear', people: null }),
}

const NO_COLLECTORS: Collectors = {
  of(name) {
    throw new Error(`No collector is called ${name}`)
  },
  all: () => [],
  termsOf: UNKNOWN,
}

/** The module's defaults. */
export const DEFAULTS = {
  requireOpen: () => Promise.resolve({ needsSender: false, account: null, reserve: () => Promise.resolve() }),
  requireHolder: NO_NAMES,
  senderOf: UNKNOWN,
  isSenderKnown: () => Promise.resolve(false),
  agreements: { agreed: () => sql<never>`null`, requireAgreed: () => undefined },
  savedCards: NONE_SAVED,
  payMethodOf: (_current: unknown, _country: string, method: string) => ({
    open: method === 'card',
    reason: null,
  }),
  collectors: NO_COLLECTORS,
  declines: DECLINE_LIMITS,
  fraudRules: SHIPPED_RULES,
  addressKeyOf: () => null,
  recordAccountHold: () => Promise.resolve(),
  screening: NOT_SCREENED,
  remindersDue: () => Promise.resolve([]),
}
