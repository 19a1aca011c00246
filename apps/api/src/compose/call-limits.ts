import type { Budget } from '../db/budgets.ts'
import type { BudgetsOf } from '../http/route.ts'
import { hashLinkToken } from '../lib/link-token.ts'
import type { Buckets } from '../domains/customers/index.ts'

/** Calls of a kind per minute; null means no limit. */
interface CallLimit {
  readonly perAccount: number | null
  /** From one address (IPv4, or the /64 of IPv6). Wide: whole towns share the addresses of a carrier. */
  readonly perAddress: number | null
  /** For links: with tokens that do not work, from everywhere together, and for each link that works. */
  readonly links?: { readonly unknown: number; readonly perLink: number }
}

/**
 * `open`: opens a payment. `settle`: pays, completes, cancels or shares one. `refund`: names a wallet for a refund, which is asked
 * for its holder. `price`: requests limits or a rate. `cards`: asks the card provider for the saved cards. `check`: starts an
 * identity check. `search`: compares a name with all countries. `export`: reads everything about a person. `track`: opens a link
 * that needs no sign-in.
 */
type Kind = 'open' | 'settle' | 'refund' | 'price' | 'cards' | 'check' | 'search' | 'export' | 'track'

export type CallLimits = Readonly<Record<Kind, CallLimit>>

/** The calls of the contract that are counted; `checkRecipient` has its own limit. */
export const LIMITED_CALLS: Readonly<Record<string, Kind>> = {
  createPaymentIntent: 'open',
  sendMoney: 'settle',
  complete: 'settle',
  cancelTransfer: 'settle',
  setRefundNumber: 'refund',
  createTrackingLink: 'settle',
  endTrackingLinks: 'settle',
  getLimits: 'price',
  getRate: 'price',
  listCards: 'cards',
  removeCard: 'cards',
  startIdentityCheck: 'check',
  findCountry: 'search',
  exportData: 'export',
  trackTransfer: 'track',
  endRateAlertByLink: 'track',
}

/** The limits of a public service. */
export const STRICT_CALL_LIMITS: CallLimits = {
  open: { perAccount: 20, perAddress: 200 },
  settle: { perAccount: 60, perAddress: 600 },
  refund: { perAccount: 20, perAddress: 200 },
  price: { perAccount: 120, perAddress: 600 },
  cards: { perAccount: 60, perAddress: 600 },
  check: { perAccount: 5, perAddress: 60 },
  search: { perAccount: 120, perAddress: 600 },
  export: { perAccount: 5, perAddress: 60 },
  // Nobody is signed in. A page asks twice a minute, and many people share a carrier's address.
  track: { perAccount: null, perAddress: 600, links: { unknown: 6_000, perLink: 120 } },
}

/** All sandbox customers come from one address. */
export const SANDBOX_CALL_LIMITS: CallLimits = {
  open: { perAccount: 1_000, perAddress: null },
  settle: { perAccount: 2_000, perAddress: null },
  refund: { perAccount: 1_000, perAddress: null },
  price: { perAccount: 2_000, perAddress: null },
  cards: { perAccount: 1_000, perAddress: null },
  check: { perAccount: 300, perAddress: null },
  search: { perAccount: 2_000, perAddress: null },
  export: { perAccount: 300, perAddress: null },
  track: { perAccount: null, perAddress: null, links: { unknown: 60_000, perLink: 6_000 } },
}

const MINUTE = 60

/**
 * Returns the budgets of calls about payments and other expensive calls. They are counted in PostgreSQL, for all processes
 * together, before the calls do any work. A caller's own budget comes before the shared one of an address.
 */
export function createCallBudgets({
  buckets,
  limits,
}: {
  readonly buckets: Buckets
  readonly limits: CallLimits
}): BudgetsOf {
  return (call, { userId, address, link }) => {
    const kind = LIMITED_CALLS[call]
    if (kind === undefined) return []
    const { perAccount, perAddress, links } = limits[kind]
    const budget = (bucket: string, most: number): Budget => ({ bucket, most, seconds: MINUTE })
    if (link !== undefined) {
      if (links === undefined) return []
      if (link === null) return [budget(`calls:${kind}:unknown`, links.unknown)]
      return [budget(`calls:${kind}:link:${hashLinkToken(link).toString('base64url')}`, links.perLink)]
    }
    return [
      ...(perAccount !== null && userId !== null
        ? [budget(`calls:${kind}:account:${userId}`, perAccount)]
        : []),
      ...(perAddress !== null ? [budget(buckets.ofAddress(`calls:${kind}`, address), perAddress)] : []),
    ]
  }
}
