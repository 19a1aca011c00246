import {
  calls,
  findCountry,
  isDestination,
  type CountryCode,
  type Draft,
  type Recipient,
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

/** Returns form values that send to a saved recipient; null if the customer cannot send to that country. */
export function valuesOfRecipient(recipient: Recipient, sender: CountryCode): Values | null {
  const { country } = recipient
  if (country === sender || !isDestination(country)) return null
  return { ...emptyValues(sender), ...withRecipient(recipient), country }
}

/** No amount is longer. */
const LONGEST_AMOUNT = 30

/**
 * Returns form values with the direction and the typed amount of a calculator's link; null for a direction that this
 * sender cannot use. An amount in another sender's currency is left out.
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

/** True when both have the same recipient and the same typed amount, whatever the rate. */
export function isSameTransfer(a: Values, b: Values): boolean {
  const typed = ({ sendAmount, receiveAmount, confirmedFor: _, ...rest }: Values) =>
    JSON.stringify([Object.entries(rest).toSorted(), rest.fix === 'send' ? sendAmount : receiveAmount])
  return typed(a) === typed(b)
}
