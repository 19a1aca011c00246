import { CARD_ACCOUNT } from '../config/rail-names.ts'
import { composeFinance } from '../domains/books/index.ts'
import type { Configuration } from '../db/configuration.ts'
import type { Db } from '../db/index.ts'
import { onPrimary } from '../db/reads.ts'
import type { CollectionsModule, RailsModule } from '../domains/payouts/index.ts'
import type { RatesModule } from '../domains/pricing/index.ts'
import type { TransfersModule } from '../domains/transfers/index.ts'
import { createStripeBalance } from '../providers/stripe/balance.ts'
import { createStripeBooks } from '../providers/stripe/books.ts'
import type { StripeSettings } from '../providers/stripe/client.ts'

/** Creates the float over the sandbox's balances, with the means to drive and observe it. */
export function createTestFloat(
  parts: {
    db: Db
    configuration: Configuration
    rails: RailsModule
    collecting: Pick<CollectionsModule, 'floatSources'> | undefined
    rates: RatesModule
    transfers: TransfersModule
    stripe: StripeSettings
  },
  sandboxUrl: string,
) {
  const alerts: string[] = []
  const floatSources = new Map([...parts.rails.floatSources, ...(parts.collecting?.floatSources ?? [])])
  const { float, treasury } = composeFinance({
    ...{ ...parts, rails: { floatSources } },
    reads: onPrimary(parts.db),
    books: { cards: createStripeBooks(parts.stripe, fetch), payouts: parts.rails.router },
    cardAccount: CARD_ACCOUNT,
    cardBalance: createStripeBalance(parts.stripe, fetch),
    transferActions: parts.transfers.staffActions,
    alert: (line) => alerts.push(line),
  })
  /** Sets pawaPay's float of a country (`GHA`), or one of MTN's of a currency, as a top-up would. */
  const setFloat = async (
    carrier: 'pawapay' | 'mtn-momo' | 'mtn-momo-disbursement',
    of: string,
    balance: string,
  ): Promise<void> => {
    const response = await fetch(`${sandboxUrl}/sandbox/floats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ carrier, of, balance }),
    })
    if (response.status !== 201) throw new Error(await response.text())
  }
  return { float, treasury, alerts, setFloat }
}
