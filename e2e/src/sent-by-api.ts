import { calls, type AnswerOf, type CountryCode } from '@sesa/contract'
import { answered, type Api } from './api.ts'
import { newPhone } from './people.ts'

const NUMBER = 'payment_method_data[card][number]'
const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '40',
  'payment_method_data[card][cvc]': '123',
}

export interface Sent {
  /** In whole LRD. */
  whole: number
  name: string
  /** The number's last four digits, which choose the carrier's behaviour. Without them it pays at once. */
  ending?: string
  to?: Extract<CountryCode, 'GH' | 'SL'>
  /** The card's number; one that pays, if not given. */
  card?: string
}

/** Opens an unpaid payment from Liberia through the API. */
export async function openByApi(
  api: Api,
  { whole, name, ending, to = 'GH' }: Sent,
): Promise<{ id: string; clientSecret: string }> {
  const receiveCurrency = to === 'GH' ? 'GHS' : 'SLE'
  const { value } = await api.call(calls.getRate, {
    params: { from: 'LRD', to: receiveCurrency, amount: String(whole) },
  })
  const { id, clientSecret } = await api.call(calls.createPaymentIntent, {
    body: {
      amount: Number.parseInt(`${whole}00`, 10),
      currency: 'LRD',
      country: to,
      name,
      phone: newPhone(to, ending, name),
      method: 'momo',
      // The carrier's invented holder may have another name.
      confirmedName: true,
      receiveCurrency,
      receiveAmount: minorOf(value),
    },
  })
  if (clientSecret === null) throw new Error('The payment is not by card')
  return { id, clientSecret }
}

/** Sends a paid transfer from Liberia through the API. Returns its payment id. */
export async function sendByApi(api: Api, sent: Sent): Promise<string> {
  const number = sent.card ?? '4242424242424242'
  const { card } = await api.call(calls.getConfig)
  const { id, clientSecret } = await openByApi(api, sent)
  await answered(
    await api.request.post(`/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
      headers: { authorization: `Bearer ${card.publishableKey}` },
      form: {
        client_secret: clientSecret,
        return_url: 'http://localhost/transfer-status',
        ...CARD,
        [NUMBER]: number,
      },
    }),
  )
  await api.call(calls.sendMoney, { body: { id } })
  return id
}

/** Converts a rate's answer, in major units with at most two decimals, to the minor units of an intent. */
function minorOf(value: AnswerOf<typeof calls.getRate>['value']): number {
  const [whole = '0', part = ''] = String(value).split('.')
  return Number.parseInt(whole + part.padEnd(2, '0'), 10)
}
