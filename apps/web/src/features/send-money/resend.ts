import { calls, findCountry, type CountryCode, type Draft, type TransferDetail } from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import { api } from '../../lib/api/api.ts'
import { failureOf } from '../../lib/api/http.ts'
import { valuesOfDraft, type Values } from './draft/values.ts'

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

/** True when both have the same recipient and the same typed amount, whatever the rate. */
export function isSameTransfer(a: Values, b: Values): boolean {
  const typed = ({ sendAmount, receiveAmount, ...rest }: Values) =>
    JSON.stringify([Object.entries(rest).toSorted(), rest.fix === 'send' ? sendAmount : receiveAmount])
  return typed(a) === typed(b)
}
