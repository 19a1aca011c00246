import {
  COUNTRIES,
  ERRORS,
  isDestination,
  NETWORKS,
  readPersonName,
  type BodyOf,
  type calls,
  type Config,
  type Corridor,
  type Country,
  type CountryCode,
  type DestinationCode,
  type NetworkValue,
} from '@sesa/contract'
import { toMinorNumber, type Money } from '@sesa/money'
import * as v from 'valibot'
import type { PhoneProblem } from '@sesa/contract/phone'
import * as i18n from '@sesa/contract/i18n'
import { PHONE_WORDS } from '../../../lib/forms/phone-words.ts'
import { parsePhone } from '../../../lib/forms/phone.ts'
import { boundsOf, boundsProblem, networkProblem, type Allowance, type Bounds } from './bounds.ts'
import { readAmount, type ReadAmount } from './typed-amount.ts'
import { chosenOf, currencyOf, isConfirmed, type Values } from '../draft/values.ts'
import type { Way } from '../pay/ways.ts'

/** The validated details, in the server's format. */
export interface TransferRequest {
  readonly fix: 'send' | 'receive'
  readonly send: Money
  readonly receive: Money
  readonly country: DestinationCode
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly network: NetworkValue
  /** The customer's declaration; required by some networks. */
  readonly declared: ReturnType<typeof chosenOf>
  /** True if the customer has decided to send despite the wallet's different name. */
  readonly confirmedName: boolean
}

type Problems = Partial<Record<keyof Values, string>>

/** Returns why the corridor is closed, or null if it is open. */
function closedReason(corridor: Corridor | undefined): string | null {
  if (corridor?.enabled) return null
  return corridor?.reason ?? ERRORS.corridor_unavailable.message
}

/** The sender's country and the terms that apply to it. */
export interface Terms {
  readonly sender: CountryCode
  readonly corridors: readonly Corridor[]
  readonly networks: Config['networks']
  /** Null while unknown: the server checks again. */
  readonly allowance: Allowance | null
}

/** Returns the form's rules, with the server's messages; the server checks again. Outputs a `TransferRequest`. */
export function transferRequestSchema(terms: Terms) {
  return v.pipe(
    v.custom<Values>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }): TransferRequest => {
      const values = dataset.value
      const read = readTransferRequest(values, terms)
      if ('order' in read) return read.order
      for (const [key, message] of Object.entries(read.problems)) {
        const name = key as keyof Values
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: values, key: name, value: values[name] }],
        })
      }
      return NEVER
    }),
  )
}

/** Parses the form, or returns the error of each field. `loadPhones` must have resolved. */
export function readTransferRequest(
  values: Values,
  { sender, corridors, networks, allowance }: Terms,
): { order: TransferRequest } | { problems: Problems } {
  const { country, fix } = values
  const corridor = corridors.find((entry) => entry.from === sender && entry.to === country)
  const send = readAmount(values.sendAmount, currencyOf(sender), i18n.t('Enter an amount.'))
  const receive = readAmount(values.receiveAmount, currencyOf(country), i18n.t('Enter an amount.'))
  const name = readPersonName(values.name)
  const phone = parsePhone(values.phone, country)
  const network = NETWORKS.find((entry) => entry.country === country && entry.value === values.network)
  const closed = closedReason(corridor)
  const terms = networks.find((entry) => entry.country === country && entry.value === values.network)

  const problems: Problems = {
    ...(closed !== null && { country: closed }),
    ...amountProblems(fix, send, receive, corridor && boundsOf(corridor, allowance, terms)),
    ...(!name.ok && {
      name: values.name.trim() === '' ? i18n.t('Enter the recipient’s full name.') : name.message,
    }),
    ...(values.method === 'momo'
      ? {
          ...(!phone.ok && { phone: phoneProblem(values, phone.reason, sender) }),
          ...(!network && { network: i18n.t('Choose the recipient’s mobile network.') }),
          ...(terms && terms.reason !== null && { network: terms.reason }),
          ...(terms?.senderDetails && declarationProblems(values)),
        }
      : { method: ERRORS.method_unavailable.message }),
  }
  if (Object.keys(problems).length > 0 || !name.ok || !send.ok || !receive.ok || !phone.ok || !network) {
    return { problems }
  }
  return {
    order: {
      fix,
      send: send.money,
      receive: receive.money,
      country,
      name: name.name,
      phone: phone.phone.e164,
      network: network.value,
      declared: chosenOf(values),
      confirmedName: isConfirmed(values),
    },
  }
}

/** Returns the wallet, or null while it is incomplete. `loadPhones` must have resolved. */
export function readWallet({
  country,
  phone,
  network,
}: Values): Pick<TransferRequest, 'country' | 'phone' | 'network'> | null {
  const parsed = parsePhone(phone, country)
  return parsed.ok && network !== '' ? { country, phone: parsed.phone.e164, network } : null
}

/** Returns the problem for the field that was typed. The limits apply to the amount sent. */
function amountProblems(
  fix: TransferRequest['fix'],
  send: ReadAmount,
  receive: ReadAmount,
  bounds: Bounds | undefined,
): Problems {
  const typed = fix === 'send' ? send : receive
  const field = fix === 'send' ? 'sendAmount' : 'receiveAmount'
  if (!typed.ok) return { [field]: typed.message }
  if (!send.ok || !receive.ok) return { [field]: i18n.t('Getting the latest rate. Try again in a moment.') }
  const problem = bounds && (boundsProblem(send.money, bounds) ?? networkProblem(receive.money, bounds))
  return problem === undefined ? {} : { [field]: problem }
}

/** Requires the purpose and the source of the money. */
function declarationProblems({ purposeOfFunds, sourceOfFunds }: Values): Problems {
  return {
    ...(purposeOfFunds === '' && { purposeOfFunds: i18n.t('Choose what the money is for.') }),
    ...(sourceOfFunds === '' && { sourceOfFunds: i18n.t('Choose where the money comes from.') }),
  }
}

function phoneProblem(values: Values, reason: PhoneProblem, sender: CountryCode): string {
  if (values.phone === '') return i18n.t('Enter the recipient’s mobile number.')
  const country = countryOfNumber(values, sender)
  return country && reason === 'phone_wrong_country'
    ? i18n.t('This is a {name} number. Send to {name} instead?', { name: country.name })
    : PHONE_WORDS[reason]
}

/** Returns the other country to which a number belongs, if the customer can send there. */
export function countryOfNumber(
  { country, phone }: Pick<Values, 'country' | 'phone'>,
  sender: CountryCode,
): (Country & { readonly code: DestinationCode }) | undefined {
  const other = COUNTRIES.find(({ dialCode }) => phone.startsWith(dialCode))
  if (other === undefined || other.code === country || other.code === sender) return undefined
  const { code } = other
  return isDestination(code) ? { ...other, code } : undefined
}

/** Returns the request body for this order by a way to pay: with the saved cards and the checkbox to save one, or without. */
export function intentBody(
  order: TransferRequest,
  { method, network, phone }: Way = { method: 'card' },
  savePaymentMethod = true,
): BodyOf<typeof calls.createPaymentIntent> {
  return {
    amount: toMinorNumber(order.send),
    currency: order.send.currency,
    country: order.country,
    name: order.name,
    phone: order.phone,
    method: 'momo',
    network: order.network,
    receiveCurrency: order.receive.currency,
    receiveAmount: toMinorNumber(order.receive),
    fix: order.fix,
    ...(method === 'card' ? { savePaymentMethod } : { payWith: method }),
    ...(network && { payer: { network, ...(phone !== undefined && { phone }) } }),
    ...order.declared,
    ...(order.confirmedName && { confirmedName: true }),
  }
}

/**
 * Returns the request's idempotency key: a hash of the request and of its draft's version, which the server
 * assigns. Every tab and every reload that shows the same draft sends the same key and gets the same payment.
 * The same transfer typed again later is a new draft and a new payment. `fresh` makes another payment for the same draft.
 */
export async function intentKey(
  body: ReturnType<typeof intentBody>,
  draftVersion: string,
  fresh?: string,
): Promise<string> {
  const content = new TextEncoder().encode(JSON.stringify([draftVersion, body, ...(fresh ? [fresh] : [])]))
  const digest = await crypto.subtle.digest('SHA-256', content)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
