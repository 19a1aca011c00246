import { money } from '@sesa/money'
import { randomBytes } from 'node:crypto'
import type { Db } from '../db/index.ts'
import type { CollectionsModule } from '../domains/payouts/index.ts'
import { SANDBOX_RULES } from '../domains/risk/index.ts'
import type { Rule } from '../domains/risk/fraud/rules.ts'
import { sharedLimitsOf, type Collectors, type TransfersDeps } from '../domains/transfers/index.ts'
import type { PayoutScreening } from '../domains/transfers/payout-screening.ts'

/** The sender passed to the rails for every customer, since these tests have no profiles. */
export const SENDER = {
  name: 'Hawa Kollie',
  phone: '+12135550100',
  gender: 'female',
  dob: '1990-04-02',
} as const
/** The sender details of every customer in `known`. */
const IDENTITY = {
  nationality: 'LR',
  address: { line: '12 Broad Street', postalCode: null, city: 'Atlanta', country: 'US' },
  identification: { type: 'passport', number: 'LR0000001' },
  occupation: 'Teacher',
} as const
/** The secret of every engine's world in this process. */
export const WORLD_SECRET = randomBytes(32)
const LIMITS = { per24Hours: money(299_900n, 'USD'), per30Days: money(1_000_000n, 'USD') }

export interface SendingOptions {
  /** Called before the customer is read. */
  readonly beforeSender?: () => void
  /** True to limit a card over all accounts; default: false, since all customers pay with the same card. */
  readonly countCards?: boolean
  /** Screens sender and recipient; default: no screening. */
  readonly screening?: (db: Db, sandboxUrl: string) => PayoutScreening
  /** Takes payments from wallets; default: nobody does, and cards are the only way to pay. */
  readonly collectors?: Collectors
  /** Takes payments from wallets at the sandbox instead, with the balances of their accounts. */
  readonly collecting?: (db: Db, sandboxUrl: string) => Pick<CollectionsModule, 'collectors' | 'floatSources'>
  /** Returns true while staff have closed mobile money; default: they never do. */
  readonly isWalletClosed?: () => boolean
  /** True to take payments from bank accounts in the United States; default: false. */
  readonly bankDebits?: boolean
  /** Fraud rules in addition to the sandbox's. */
  readonly rules?: readonly Rule[]
}

/** Returns the rules for transfers in tests without sign-in. `known`: the customers who have given their sender details. */
export function sendingRules(
  db: Db,
  given: SendingOptions & { readonly known: ReadonlySet<string>; readonly sandboxUrl?: string },
) {
  const { beforeSender, countCards, rules = [], known, screening, collectors, sandboxUrl = '' } = given
  const { bankDebits = false } = given
  const shared = sharedLimitsOf(LIMITS)
  return {
    limits: LIMITS,
    shared: countCards === true ? shared : { ...shared, card: null },
    secrets: { secret: WORLD_SECRET },
    addressKeyOf: (address) => `declines:address:${address}`,
    fraudRules: { ...SANDBOX_RULES, rules: [...SANDBOX_RULES.rules, ...rules] },
    senderOf(userId, wanted, frozen) {
      beforeSender?.()
      const { name, dob } = frozen ?? SENDER
      const identity = wanted === 'identity' && known.has(userId) ? IDENTITY : null
      return Promise.resolve({ ...SENDER, name, dob, identity })
    },
    ...(screening && { screening: screening(db, sandboxUrl) }),
    ...(collectors && { collectors }),
    payMethodOf: (_, country, method) => ({
      open:
        method === 'card' ||
        (country === 'US'
          ? method === 'bank_debit' && bankDebits
          : method === 'momo' && collectors !== undefined && given.isWalletClosed?.() !== true),
      reason: null,
    }),
    isSenderKnown: (userId) => Promise.resolve(known.has(userId)),
  } satisfies Partial<TransfersDeps>
}
