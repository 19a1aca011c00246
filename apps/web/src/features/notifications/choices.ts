import type { Notifications } from '@sesa/contract'

export type Kind = keyof Notifications

interface Switched {
  kind: Kind
  label: string
  hint: string
}

const LOANS = 'Loans are coming soon.'

/** The six kinds of email, in the order of the page. */
export const KINDS: readonly Switched[] = [
  {
    kind: 'transactionSuccessful',
    label: 'Transaction successful',
    hint: 'When money you sent has arrived.',
  },
  {
    kind: 'transactionFails',
    label: 'Transaction fails',
    hint: 'When we can’t deliver a transfer, and when we’ve refunded you.',
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

/** Returns the changes that differ from the saved choices; a switch turned on and off again is no change. */
export function changesBeyond(saved: Notifications, changes: Partial<Notifications>): Partial<Notifications> {
  return Object.fromEntries(
    KINDS.flatMap(({ kind }) => {
      const wanted = changes[kind]
      return wanted === undefined || wanted === saved[kind] ? [] : [[kind, wanted]]
    }),
  )
}
