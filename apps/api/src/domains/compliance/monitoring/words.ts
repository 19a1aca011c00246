import { formatMoney, money } from '@sesa/money'
import type { Look } from './rules.ts'

const dollars = (cents: number): string => formatMoney(money(BigInt(cents), 'USD'))

/** Describes a rule's condition with its figures. */
export function lookWords(look: Look): string {
  switch (look.kind) {
    case 'structuring':
      return `At least ${look.atLeast} payments in ${look.days} days, each below ${look.thresholds.map(dollars).join(' or ')} and at least ${look.percent} % of it`
    case 'many_senders':
      return `At least ${look.atLeast} different senders to one wallet in ${look.days} days`
    case 'many_payees':
      return `First payments to at least ${look.atLeast} wallets in ${look.days} days`
    case 'several_accounts':
      return `At least ${look.atLeast} accounts of one person in ${look.days} days`
    case 'ring':
      return `At most ${look.atMost} accounts that paid each other in a circle within ${look.days} days`
    case 'dormant':
      return `More than ${look.times} times the usual amount after ${look.pauseDays} days without a payment`
    case 'new_corridor':
      return `A first payment to a country, of at least ${dollars(look.amountAtLeast)}, after ${look.history} payments to others`
    case 'velocity':
      return `At least ${look.atLeast} payments in ${look.hours} hours`
    case 'similar_amounts':
      return `At least ${look.atLeast} payments in ${look.days} days whose amounts are within ${look.percent} %`
    case 'shared':
      return `At least ${look.atLeast} accounts that paid with the same ${look.by === 'payer' ? 'wallet' : look.by} in ${look.days} days`
    case 'new_payer':
      return `A first payment from a wallet whose name was not confirmed, of at least ${dollars(look.amountAtLeast)}`
  }
}

/** Names of the measured figures, and whether they are US cents. */
const FIGURES: Readonly<Record<string, readonly [what: string, isAmount?: true]>> = {
  payments: ['Payments'],
  payees: ['Wallets'],
  accounts: ['Accounts'],
  senders: ['Senders'],
  pauseDays: ['Days without a payment'],
  threshold: ['Threshold', true],
  usual: ['Usual amount', true],
  latest: ['Latest payment', true],
  usd: ['Smallest amount', true],
}

/** Names the figures that a rule measured. */
export function measuredWords(
  measured: Readonly<Record<string, number>>,
): { readonly what: string; readonly figure: string }[] {
  return Object.entries(measured).map(([name, figure]) => {
    const [what, isAmount] = FIGURES[name] ?? [name]
    return { what, figure: isAmount === true ? dollars(figure) : String(figure) }
  })
}
