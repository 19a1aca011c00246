import { money } from '@sesa/money'
import { SANDBOX_RULES, SHIPPED_RULES } from '../domains/risk/index.ts'
import { createBuckets, type Accounts } from '../domains/customers/index.ts'
import { createLimitsOf } from '../domains/compliance/index.ts'
import type { TransfersDeps } from '../domains/transfers/index.ts'
import type { Config } from '../config/config.ts'

/**
 * The published limits, in US dollars: those of the first tier, as the pages show them. The limits that count are in
 * the policies of the kind `tier_limits`; a test compares the two. The limit per transfer is the same in every tier.
 */
export const LIMITS = {
  perTransfer: money(200_000n, 'USD'),
  per24Hours: money(299_900n, 'USD'),
  per30Days: money(1_000_000n, 'USD'),
}

/** Returns the rules of fraud that are in force until staff store others. */
export const shippedRulesOf = ({ mode }: Pick<Config['providers'], 'mode'>) =>
  mode === 'sandbox' ? SANDBOX_RULES : SHIPPED_RULES

/** Returns the sending limits, and what transfers store and pass on about their senders. */
export function sendingRules(
  { secret, secretBefore, providers }: Pick<Config, 'secret' | 'secretBefore' | 'providers'>,
  { accounts }: { readonly accounts: Accounts },
) {
  const buckets = createBuckets(secret)
  return {
    limits: LIMITS,
    // Everyone pays with the same few test cards unless the money is real.
    limitsOf: createLimitsOf({ countCards: providers.mode === 'live' }),
    fraudRules: shippedRulesOf(providers),
    secrets: { secret, secretBefore },
    addressKeyOf: (address) => buckets.ofAddress('declines', address),
    async senderOf(userId, wanted, frozen) {
      if (frozen?.phone) {
        const { name, phone, gender, dob, document } = frozen
        const isTold = wanted === 'identity' && document !== null
        return { name, phone, gender, dob, identity: isTold ? accounts.openDocument(userId, document) : null }
      }
      const profile = await accounts.profileOf(userId)
      if (!profile?.name || !profile.phoneNumber) return null
      const { name, phoneNumber: phone, gender, dob } = profile
      const identity = wanted === 'identity' ? await accounts.senderIdentityOf(userId) : null
      return { name, phone, gender, dob, identity }
    },
    recordAccountHold: (tx, userId, kind) =>
      accounts.audit.record(tx, { userId, sessionId: null, kind, origin: null }),
    agreements: accounts.agreements,
    isSenderKnown: async (userId) => (await accounts.senderIdentityOf(userId)) !== null,
  } satisfies Partial<TransfersDeps>
}
