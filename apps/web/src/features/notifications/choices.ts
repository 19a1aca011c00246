import type { Notifications } from '@sesa/contract'

export type Kind = keyof Notifications

interface Switched {
  kind: Kind
  label: string
  hint: string
}

const LOANS = 'Loans are coming soon.'

/** The six kinds of email, as the page lists them. */
export const KINDS: readonly Switched[] = [
  {
    kind: 'transactionSuccessful',
    label: 'Transaction successful',
    hint: 'When money that you sent has arrived.',
  },
  {
    kind: 'transactionFails',
    label: 'Transaction fails',
    hint: 'When a transfer could not be delivered, and when your money is back.',
  },
  {
    kind: 'ratesChange',
    label: 'Rates change',
    hint: 'When your rate moves more than 2%. Weekly at most.',
  },
  { kind: 'moneyReceived', label: 'Money received', hint: 'When someone sends money to your number.' },
  { kind: 'loanRequestSuccessful', label: 'Loan request successful', hint: LOANS },
  { kind: 'loanRequestFails', label: 'Loan request fails', hint: LOANS },
]

/** The changes that differ from what is saved; switched back and forth is no change. */
export function changesBeyond(saved: Notifications, changes: Partial<Notifications>): Partial<Notifications> {
  return Object.fromEntries(
    KINDS.flatMap(({ kind }) => {
      const wanted = changes[kind]
      return wanted === undefined || wanted === saved[kind] ? [] : [[kind, wanted]]
    }),
  )
}
