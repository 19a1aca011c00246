import type { Collection, Collections } from '../../carriers/collections.ts'
import { asJson, fromWire, toWire } from '../../carriers/amounts.ts'
import type { Phones } from '../../carriers/phones.ts'
import type { World } from '../../core/world.ts'
import { openCallbacks } from '../account.ts'
import { isInBounds } from '../payout-request.ts'
import type { Failure } from '../payout-request.ts'
import type { Payouts, Submission } from '../payouts.ts'
import { findCarrier } from '../providers.ts'
import { iso } from '../tables.ts'
import type { DepositRequest, RefundRequest } from './deposit-request.ts'

/** The name that payers see. */
export const NAME_SHOWN = 'Sesa'

/** Invented: how long a carrier waits for the payer. pawaPay says that an open prompt may block others for 10 minutes. */
const PROMPT_MS = 600_000

/** Published test numbers: the last three digits decide. `129` stays open; `789` is paid without a prompt. */
const PUBLISHED: Readonly<Record<string, string | null>> = {
  '019': 'PAYER_LIMIT_REACHED',
  '029': 'PAYER_NOT_FOUND',
  '039': 'PAYMENT_NOT_APPROVED',
  '049': 'INSUFFICIENT_BALANCE',
  '069': 'UNSPECIFIED_FAILURE',
  '789': null,
}
const STAYS_OPEN = '129'
/** Invented, as for payouts. */
const UNKNOWN_TO_CARRIER = '0001'

export interface Deposits {
  /** Accepts a request once per id. A prompt asks the payer, except for the published numbers. */
  submit(deposit: DepositRequest): Submission
  lose(depositId: string): boolean
  /** Returns pawaPay's `data` for a status query; null without such a deposit. */
  find(depositId: string): Record<string, unknown> | null
  resendCallback(depositId: string): boolean | null
  /** Returns the payer's number; empty without such a deposit. */
  payerOf(depositId: string): string
  /** Gives back a deposit, or a part. */
  refund(refund: RefundRequest): Submission
}

/** Opens pawaPay's deposits: they fill the wallet of their country, which payouts and refunds empty. */
export function openDeposits(
  world: World,
  { collections, phones, payouts }: { collections: Collections; phones: Phones; payouts: Payouts },
): Deposits {
  const send = openCallbacks(world)
  const find = (id: string) => collections.find('pawapay', id)

  function callBack(collection: Collection) {
    const { clientReferenceId: _, ...body } = toData(collection)
    send(body, 'collection')
  }

  collections.onEnd('pawapay', {
    poor: 'INSUFFICIENT_BALANCE',
    ended(collection) {
      if (collection.status === 'completed') payouts.collect(wireOf(collection).country, collection.amount)
      callBack(collection)
    },
  })

  function begin({ id, phoneNumber, minor, currency, provider }: DepositRequest) {
    const published = PUBLISHED[phoneNumber.slice(-3)]
    if (published !== undefined) return collections.end(id, published)
    if (phoneNumber.endsWith(STAYS_OPEN)) return
    if (phoneNumber.endsWith(UNKNOWN_TO_CARRIER)) return collections.end(id, 'PAYER_NOT_FOUND')
    if (phones.prompts(phoneNumber).length > 0) return collections.end(id, 'PAYMENT_IN_PROGRESS')
    const terms = findCarrier(provider)?.carrier.deposits
    phones.ask({
      reference: id,
      msisdn: phoneNumber,
      amount: asJson(minor),
      currency,
      name: NAME_SHOWN,
      isShown: terms?.pinPrompt === 'AUTOMATIC',
      codes: terms === undefined ? [] : [terms.quickLink, terms.shortCode],
      lifeMs: PROMPT_MS,
      declined: 'PAYMENT_NOT_APPROVED',
      expired: 'PAYMENT_NOT_APPROVED',
    })
  }

  /** Returns what remains of a deposit to give back, or why nothing is given back. */
  function refundable({ depositId, amount, currency }: RefundRequest): bigint | string {
    const deposit = find(depositId)
    if (deposit === null) return 'NOT_FOUND'
    if (deposit.status !== 'completed') return 'INVALID_STATE'
    if (currency !== undefined && currency !== deposit.currency) return 'INVALID_CURRENCY'
    if (payouts.isRefunding(depositId)) return 'REFUND_IN_PROGRESS'
    const left = BigInt(deposit.amount - deposit.refunded)
    if (left === 0n) return 'DEPOSIT_ALREADY_REFUNDED'
    const minor = amount === undefined ? left : fromWire(amount)
    if (minor === null || minor === 0n || (isWhole(deposit) && minor % 100n !== 0n)) return 'INVALID_AMOUNT'
    if (minor > left) return 'AMOUNT_TOO_LARGE'
    return isInBounds(wireOf(deposit).provider, minor) ? minor : 'AMOUNT_OUT_OF_BOUNDS'
  }

  return {
    submit: (deposit) =>
      world.atomically((): Submission => {
        const { id, phoneNumber: msisdn, minor, currency } = deposit
        const { minor: _, ...wire } = deposit
        const isNew = collections.open({ provider: 'pawapay', reference: id, msisdn, minor, currency, wire })
        const created = iso(find(id)?.created ?? world.now())
        if (!isNew) return { status: 'DUPLICATE_IGNORED', created }
        begin(deposit)
        return { status: 'ACCEPTED', created }
      }),
    lose: (id) => collections.lose(id),
    find(id) {
      const found = find(id)
      return found && toData(found)
    },
    resendCallback(id) {
      const found = find(id)
      if (found === null) return null
      if (found.status === 'pending') return false
      callBack(found)
      return true
    },
    payerOf: (id) => find(id)?.msisdn ?? '',
    refund: (refund) =>
      world.atomically((): Submission => {
        const { id, depositId, amount, clientReferenceId, metadata } = refund
        const isKnown = payouts.find(id, 'refund') !== null
        const minor = isKnown ? 0n : refundable(refund)
        if (typeof minor === 'string') return { status: 'REJECTED', failure: failureOf(minor) }
        const deposit = find(depositId)
        const { provider = '', country = '' } = deposit === null ? {} : wireOf(deposit)
        return payouts.submit({
          operation: 'refund',
          ...{ id, depositId, minor, provider, country, metadata },
          amount: amount ?? (deposit && isWhole(deposit) ? `${minor / 100n}` : toWire(minor)),
          currency: deposit?.currency ?? '',
          phoneNumber: deposit?.msisdn ?? '',
          ...(clientReferenceId !== undefined && { clientReferenceId }),
        })
      }),
  }
}

const wireOf = ({ wire }: Collection) => wire as unknown as Omit<DepositRequest, 'minor'>

const isWhole = (deposit: Collection): boolean =>
  findCarrier(wireOf(deposit).provider)?.carrier.deposits.decimalsInAmount === 'NONE'

const failureOf = (failureCode: string): Failure => ({
  failureCode,
  failureMessage: `The request ended with ${failureCode}.`,
})

function toData(collection: Collection): Record<string, unknown> {
  const { reference, status, failure, transactionId, created } = collection
  const { phoneNumber, provider, country, id: _, ...asSent } = wireOf(collection)
  const words = { completed: 'COMPLETED', failed: 'FAILED' }
  return {
    depositId: reference,
    status:
      status === 'pending' ? (collection.isApproved ? 'IN_RECONCILIATION' : 'PROCESSING') : words[status],
    ...asSent,
    country,
    payer: { type: 'MMO', accountDetails: { phoneNumber, provider } },
    created: iso(created),
    ...(status === 'completed' && { providerTransactionId: transactionId }),
    ...(failure !== null && { failureReason: failureOf(failure) }),
  }
}
