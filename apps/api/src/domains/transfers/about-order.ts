import { isPermitted, type ApprovalAbout } from '@sesa/contract/office'
import { formatMoney, money, subtract, type Money } from '@sesa/money'
import type { Db } from '../../db/index.ts'
import { maskPhone } from '../../lib/mask.ts'
import type { Reader } from '../../lib/order.ts'
import { amountOf, goneAbout, inWords, networkOf } from '../../lib/order-words.ts'
import { readStaffView } from './staff/overview.ts'
import { readerOf } from './staff/under-review.ts'

export interface AboutDeps {
  readonly db: Db
  /** Returns a customer's name as a reader may see it; undefined when there is none. */
  nameCustomer(userId: string, reader: Reader): Promise<string | undefined>
}

/** A transfer as an order finds it. */
interface Found {
  /** Null once the transfer's books are archived. */
  readonly owed: Money | null
  readonly sent: Money
  readonly arrives: Money
  readonly hold: string
  /** The charged card or wallet: "Visa •••• 4242", "Orange Money, +231•••••456". */
  readonly payer: string
  /** Our account that refunds it. */
  readonly account: string
  /** The wallet, masked. */
  readonly wallet: string
}

/** Returns the money that an order moves, between whom, and its effects. */
export type Effect = (found: Found) => {
  readonly amount: Money | null
  readonly way: string
  readonly effect: string
  readonly changes: ApprovalAbout['changes']
}

/** Describes an order about a transfer, as its reader may see it. */
export async function aboutTransfer(
  { db, nameCustomer }: AboutDeps,
  reference: string,
  reader: Reader,
  effect: Effect,
): Promise<ApprovalAbout> {
  const view = await readStaffView(db, reference, readerOf(reader))
  if (view === undefined) return goneAbout(reference)
  const { row, hold, heldSince, standing, paidBy } = view
  const isWallet = row.pay_method === 'momo'
  const sent = money(row.amount, row.currency)
  const sender = isPermitted(reader.roles, 'customers.read')
    ? await nameCustomer(row.user_id, reader)
    : undefined
  const held = hold === null ? 'Not on hold' : inWords(hold.reason)
  const arrives = money(row.receive_amount, row.receive_currency)
  const wallet = `${maskPhone(row.recipient_phone) ?? ''}, ${networkOf(`${row.country}/${row.network}`)}`
  const {
    amount,
    way,
    effect: sentence,
    changes,
  } = effect({
    ...{ owed: standing?.owed ?? null, sent, arrives, hold: held, wallet },
    payer: paidBy ?? (isWallet ? 'the charged wallet' : 'the charged card'),
    account: isWallet ? 'Our carrier float' : 'Our card account',
  })
  return {
    effect: sentence,
    label: reference,
    link: { page: 'transfer', id: reference },
    state: `${inWords(row.state)}, ${hold === null ? 'not on hold' : `on hold: ${held}`}`,
    amount: amount && amountOf(amount),
    facts: [
      ...(sender === undefined ? [] : [{ label: 'Sender', value: sender }]),
      { label: 'From → to', value: way },
      { label: 'Recipient', value: wallet },
      { label: 'Sent', value: formatMoney(sent) },
      { label: 'Charged', value: formatMoney(money(row.charge_amount, row.charge_currency)) },
      { label: 'Arrives', value: formatMoney(arrives) },
      ...(standing === null ? [] : [{ label: 'We owe the customer', value: formatMoney(standing.owed) }]),
      ...(hold === null || heldSince === null
        ? []
        : [{ label: 'On hold since', value: heldSince.toISOString() }]),
      ...(hold?.means ? [{ label: 'Meaning of the hold', value: hold.means }] : []),
    ],
    changes,
  }
}

const nothing = (owed: Money): string => formatMoney(money(0n, owed.currency))

/** Refunds what we owe. */
export const refunded: Effect = ({ owed, payer, account }) => ({
  amount: owed,
  way: `${account} → ${payer}`,
  effect: owed
    ? `Refund ${formatMoney(owed)} to ${payer}; afterwards we owe ${nothing(owed)}.`
    : `Refund what we owe to ${payer}.`,
  changes: owed ? [{ label: 'We owe the customer', from: formatMoney(owed), to: 'Nothing (refunded)' }] : [],
})

/** Books a repayment made outside the way that paid. */
export const repaid =
  (amount: Money): Effect =>
  ({ owed }) => ({
    amount,
    way: 'Our bank → the customer, instead of a refund',
    effect: `Book ${formatMoney(amount)} as repaid instead of a refund${
      owed?.currency === amount.currency ? `; afterwards we owe ${formatMoney(subtract(owed, amount))}` : ''
    }.`,
    changes:
      owed?.currency === amount.currency
        ? [{ label: 'We owe the customer', from: formatMoney(owed), to: formatMoney(subtract(owed, amount)) }]
        : [],
  })

/** Releases a hold. */
export const released: Effect = ({ sent, arrives, wallet, hold }) => ({
  amount: sent,
  way: `Our wallet → ${wallet}`,
  effect: `Release the hold; the transfer goes on, and ${formatMoney(arrives)} goes to ${wallet}.`,
  changes: [{ label: 'Hold', from: hold, to: 'None (the transfer continues)' }],
})

/** Records a carrier's written answer about a payment; `paid`: null if the customer did not pay. */
export const answered =
  (paid: Money | null, evidence: string): Effect =>
  ({ account }) => ({
    amount: paid,
    way: paid === null ? 'No money moved' : `The payer’s wallet → ${account}`,
    effect:
      paid === null
        ? `Record that the customer did not pay, as the network confirmed under ${evidence}; the request to pay ends, and the transfer is cancelled.`
        : `Record that the customer paid ${formatMoney(paid)}, as the network confirmed under ${evidence}; a payment after the price has expired is refunded.`,
    changes: [
      {
        label: 'Request to pay',
        from: 'No outcome',
        to: paid === null ? 'Not paid' : `${formatMoney(paid)} paid`,
      },
    ],
  })
