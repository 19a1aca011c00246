import {
  calls,
  findCountry,
  isDestination,
  type CountryCode,
  type Draft,
  type Recipient,
  type Reminder,
  type TransferDetail,
} from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import { failureOf } from '@sesa/ui/api/http.ts'
import { callApi } from '../../lib/api/api.ts'
import { findTransfer } from '../../lib/find-transfer.ts'
import { emptyValues, valuesOfDraft, withRecipient, type Values } from './draft/values.ts'

/** Values to fill in from the address of Send Money; null where it names none. */
export interface Named {
  /** The transfer to repeat. */
  readonly resend: string | null
  /** The saved recipient to send to. */
  readonly recipient: string | null
  /** The reminder to send from. */
  readonly reminder: string | null
  /** The query of a calculator's link. */
  readonly calculator: string | null
}

interface Prefilled {
  readonly values: Values
  readonly origin: 'resent' | 'recipient' | 'reminder' | 'link'
}

/** Returns the form values that the address requests; null when it names nothing, or nothing that exists. */
export async function findPrefilled(
  { resend, recipient, reminder, calculator }: Named,
  sender: CountryCode,
  signal: AbortSignal,
): Promise<Prefilled | null> {
  if (resend !== null) {
    const transfer = await findTransfer(resend, signal)
    return transfer && { values: valuesOfTransfer(transfer, sender), origin: 'resent' }
  }
  if (reminder !== null) {
    const due = await findReminder(reminder, signal)
    const values = due && valuesOfReminder(due, sender)
    return values && { values, origin: 'reminder' }
  }
  if (recipient !== null) {
    const saved = await findRecipient(recipient, signal)
    const values = saved && valuesOfRecipient(saved, sender)
    return values && { values, origin: 'recipient' }
  }
  const values = calculator === null ? null : valuesOfLink(calculator, sender)
  return values && { values, origin: 'link' }
}

/** Returns form values that repeat an earlier transfer: same recipient and amount to send, a new price. */
export function valuesOfTransfer(transfer: TransferDetail, sender: CountryCode): Values {
  const { country, recipient, phone, network, amount, currency } = transfer
  const draft: Draft = {
    country,
    name: recipient,
    phone,
    network,
    ...(currency === findCountry(sender)?.currency && { sendAmount: formatAmount(money(amount, currency)) }),
  }
  return valuesOfDraft(draft, sender)
}

/** Returns the saved recipient with this id, or null if there is none. */
async function findRecipient(id: string, signal: AbortSignal): Promise<Recipient | null> {
  let cursor: string | undefined
  do {
    const query = { limit: '100', ...(cursor !== undefined && { cursor }) }
    const page = await callApi(calls.listRecipients, { query, signal })
    const found = page.recipients.find((recipient) => recipient.id === id)
    if (found) return found
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return null
}

/** Returns the reminder to send from, or null if it has ended. */
async function findReminder(id: string, signal: AbortSignal): Promise<Reminder | null> {
  try {
    return (await callApi(calls.getReminder, { params: { id }, signal })).reminder
  } catch (error) {
    if (failureOf(error).code === 'not_found') return null
    throw error
  }
}

/** Returns form values for a reminder's recipient and amount, at a new price. */
function valuesOfReminder(
  { recipient, amount, currency, side }: Reminder,
  sender: CountryCode,
): Values | null {
  const values = valuesOfRecipient(recipient, sender)
  const country = side === 'send' ? sender : recipient.country
  if (values === null || currency !== findCountry(country)?.currency) return values
  const text = formatAmount(money(amount, currency))
  return { ...values, fix: side, [side === 'send' ? 'sendAmount' : 'receiveAmount']: text }
}

/** Returns form values for a saved recipient; null if the customer cannot send to that country. */
function valuesOfRecipient(
  recipient: Pick<Recipient, 'country' | 'name' | 'phone' | 'network'>,
  sender: CountryCode,
): Values | null {
  const { country } = recipient
  if (country === sender || !isDestination(country)) return null
  return { ...emptyValues(sender), ...withRecipient(recipient), country }
}

/** Maximum length of an amount. */
const LONGEST_AMOUNT = 30

/**
 * Returns form values with the direction and the typed amount of a calculator's link; null for a direction that this
 * sender cannot use. Omits an amount in another sender's currency.
 */
export function valuesOfLink(query: string, sender: CountryCode): Values | null {
  const link = new URLSearchParams(query)
  const country = link.get('to') ?? ''
  if (country === sender || !isDestination(country)) return null
  const empty = { ...emptyValues(sender), country }
  const amountOf = (name: string) => (link.get(name) ?? '').trim().slice(0, LONGEST_AMOUNT)
  if (link.get('side') === 'receive') return { ...empty, fix: 'receive', receiveAmount: amountOf('receive') }
  return link.get('from') === sender ? { ...empty, sendAmount: amountOf('amount') } : empty
}

/** Returns true when both have the same recipient and the same typed amount, whatever the rate. */
export function isSameTransfer(a: Values, b: Values): boolean {
  const typed = ({ sendAmount, receiveAmount, confirmedFor: _, ...rest }: Values) =>
    JSON.stringify([Object.entries(rest).toSorted(), rest.fix === 'send' ? sendAmount : receiveAmount])
  return typed(a) === typed(b)
}
