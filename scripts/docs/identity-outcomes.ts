import { SMILE_ID_ACTIONS, SMILE_ID_OUTCOMES } from '../../apps/api/src/providers/smile-id/outcomes.ts'
import { STRIPE_IDENTITY_OUTCOMES } from '../../apps/api/src/providers/stripe/identity/outcomes.ts'

const TABLES = {
  'Stripe Identity': STRIPE_IDENTITY_OUTCOMES,
  'Smile ID': SMILE_ID_OUTCOMES,
  'Smile ID, failed action': SMILE_ID_ACTIONS,
}

/** Returns one row for each code of a provider, with its meaning in our states and reasons. */
export function outcomeRows(): string[] {
  return Object.entries(TABLES).flatMap(([provider, outcomes]) =>
    Object.entries(outcomes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([code, { state, reason }]) =>
          `| ${provider} | \`${code}\` | \`${state}\` | ${reason === null ? '' : `\`${reason}\``} |`,
      ),
  )
}
