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
import { api } from '../../lib/api/api.ts'
import { failureOf } from '../../lib/api/http.ts'
import { emptyValues, valuesOfDraft, withRecipient, type Values } from './draft/values.ts'

/** Returns the transfer to repeat, or null when no paid transfer has this id. */
export async function findTransfer(payment_id: string, signal: AbortSignal): Promise<TransferDetail | null> {
  try {
    return (await api.get(calls.getTransfer, { params: { payment_id }, signal })).transfer
  } catch (error) {
    const { code } = failureOf(error)
    if (code === 'not_found' || code === 'payment_not_successful') return null
    throw error
  }
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

/** Returns the saved recipient with this id, or null when there is none. */
export async function findRecipient(id: string, signal: AbortSignal): Promise<Recipient | null> {
  let cursor: string | undefined
  do {
    const query = { limit: '100', ...(cursor !== undefined && { cursor }) }
    const page = await api.get(calls.listRecipients, { query, signal })
    const found = page.recipients.find((recipient) => recipient.id === id)
    if (found) return found
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return null
}

/** Returns the reminder to send from, or null when it has ended. */
export async function findReminder(id: string, signal: AbortSignal): Promise<Reminder | null> {
  try {
    return (await api.get(calls.getReminder, { params: { id }, signal })).reminder
  } catch (error) {
    if (failureOf(error).code === 'not_found') return null
    throw error
  }
}

/** Returns form values that send what a reminder is about, at a new price. */
export function valuesOfReminder(
  { recipient, amount, currency, side }: Reminder,
  sender: CountryCode,
): Values | null {
  const values = valuesOfRecipient(recipient, sender)
  const country = side === 'send' ? sender : recipient.country
  if (values === null || currency !== findCountry(country)?.currency) return values
  const text = formatAmount(money(amount, currency))
  return { ...values, fix: side, [side === 'send' ? 'sendAmount' : 'receiveAmount']: text }
}

/** Returns form values that send to a saved recipient; null if the customer cannot send to that country. */
export function valuesOfRecipient(
  recipient: Pick<Recipient, 'country' | 'name' | 'phone' | 'network'>,
  sender: CountryCode,
): Values | null {
  const { country } = recipient
  if (country === sender || !isDestination(country)) return null
  return { ...emptyValues(sender), ...withRecipient(recipient), country }
}

/** True when both have the same recipient and the same typed amount, whatever the rate. */
export function isSameTransfer(a: Values, b: Values): boolean {
  const typed = ({ sendAmount, receiveAmount, confirmedFor: _, ...rest }: Values) =>
    JSON.stringify([Object.entries(rest).toSorted(), rest.fix === 'send' ? sendAmount : receiveAmount])
  return typed(a) === typed(b)
}
