import type { NameCheck } from '@sesa/contract'
import { providerName, wordOf } from '@sesa/contract/office'
import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { maskPhone } from '../../../lib/mask.ts'
import { brandOf } from '../ways-to-pay/payer.ts'

/** A request to pay by mobile money, or a refund of one, for staff. */
export interface ToldCollection {
  /** `extra`: returns a payment that came too late or a second time; `refund`: a refund that the engine requested. */
  readonly kind: 'collection' | 'refund' | 'extra'
  /** Our id, which the provider has as its reference. */
  readonly id: string
  readonly number: number
  readonly collector: string
  readonly country: string
  readonly network: string
  readonly phone: string
  readonly amount: bigint
  readonly currency: CurrencyCode
  readonly at: Date
  readonly endedAt: Date | null
  readonly state: string
  /** The provider's code and words about a failure; null without one. */
  readonly answer: string | null
  /** What the provider collected; null unless it says so. */
  readonly received: bigint | null
  readonly receivedCurrency: CurrencyCode | null
  /** What is known about the paying wallet; null for a refund. */
  readonly payer: PayerFacts | null
}

interface PayerFacts {
  /** How its name compares with the customer's; null for a request of an early release. */
  readonly check: NameCheck | null
  /** True if the customer had not paid from it before. */
  readonly isNew: boolean
  /** Number of other accounts that have paid from it. */
  readonly others: number
}

/** Reads the requests to pay of a transfer and their refunds, oldest first. */
export async function readCollections(tx: Tx, transferId: string): Promise<readonly ToldCollection[]> {
  const { rows } = await sql<ToldCollection>`
    select 'collection' as kind, a.id, number, collector, a.country, a.network, phone, a.amount, a.currency, recorded_at as at,
      ended_at as "endedAt", a.state, answer, received, received_currency as "receivedCurrency",
      (select jsonb_build_object('check', a.name_check, 'others', count(distinct e.user_id) filter (where e.user_id <> t.user_id),
          'isNew', count(*) filter (where e.user_id = t.user_id and e.id <> t.id and e.captured_at < a.recorded_at) = 0)
        from collection_attempts b join transfers e on e.id = b.transfer_id and e.collection_id = b.id
        where b.phone = a.phone) as payer
    from collection_attempts a join transfers t on t.id = a.transfer_id where a.transfer_id = ${transferId}
    union all
    select case when r.request_id is null then 'extra' else 'refund' end, r.id, a.number, a.collector, a.country,
      coalesce(r.network, a.network), coalesce(r.phone, a.phone), r.amount, coalesce(a.received_currency, a.currency),
      r.sent_at, r.ended_at, r.state, r.answer, null, null, null
    from collection_refunds r join collection_attempts a on a.id = r.attempt_id where a.transfer_id = ${transferId}
    order by at`.execute(tx)
  return rows
}

/** Names a wallet with its masked number: "Orange Money, +231•••••456". */
export const walletOf = ({ country, network, phone }: ToldCollection): string =>
  `${brandOf(country, network)}, ${maskPhone(phone) ?? ''}`

/** Returns a line of the story for each request and each extra refund, and what the provider said beneath. */
export function collectionLines(collections: readonly ToldCollection[]) {
  return collections
    .filter(({ kind }) => kind !== 'refund')
    .map((one) => ({
      ...{ at: one.at, text: lineText(one), by: null, second: null },
      details: collections
        .filter(({ id, kind, number }) => id === one.id || isRefundOf(one, kind, number))
        .flatMap(answersOf),
    }))
}

const isRefundOf = ({ kind, number }: ToldCollection, other: string, of: number): boolean =>
  kind === 'collection' && other === 'refund' && of === number

function lineText({ kind, number, country, network, amount, currency, state }: ToldCollection): string {
  const [sum, brand] = [formatMoney(money(amount, currency)), brandOf(country, network)]
  const ended = wordOf('collection', state).toLowerCase()
  return kind === 'collection'
    ? `Asked ${brand} for ${sum}, attempt ${number}: ${ended}`
    : `Gave ${sum} of attempt ${number} back to the ${brand} wallet: ${ended}`
}

function answersOf(one: ToldCollection) {
  const provider = providerName(one.collector)
  const what = one.kind === 'collection' ? 'request' : 'refund'
  const said = [
    wordOf('collection', one.state),
    ...(one.answer === null ? [] : [one.answer]),
    ...collected(one),
  ]
  return [
    ...(one.payer === null
      ? []
      : [{ kind: 'provider' as const, at: one.at, text: payerText(one, one.payer) }]),
    {
      ...{ kind: 'provider' as const, at: one.at },
      text: `${provider}: ${what} ${one.id}${one.kind === 'refund' ? ` to ${walletOf(one)}` : ''}`,
    },
    ...(one.endedAt === null
      ? []
      : [{ kind: 'provider' as const, at: one.endedAt, text: `${provider}: ${said.join(': ')}` }]),
  ]
}

const NAMES: Readonly<Record<NameCheck, string>> = {
  match: 'the sender’s name',
  close: 'a name close to the sender’s',
  different: 'another name',
  unknown: 'name not told',
}

function payerText(one: ToldCollection, { check, isNew, others }: PayerFacts): string {
  const said = [
    ...(check === null ? [] : [NAMES[check]]),
    isNew ? 'first payment from it' : 'paid from before',
    ...(others === 0 ? [] : [`${others} other ${others === 1 ? 'account' : 'accounts'} paid from it`]),
  ]
  return `${walletOf(one)}: ${said.join(', ')}`
}

const collected = ({ received, receivedCurrency }: ToldCollection): string[] =>
  received === null || receivedCurrency === null ? [] : [formatMoney(money(received, receivedCurrency))]
