import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Clearing } from '../db/schema/collections.ts'
import { money } from '@sesa/money'
import { inTransaction } from '../db/index.ts'
import { forge, type TestDatabase } from '../db/testing.ts'
import { post } from '../domains/record/index.ts'
import type { Opened } from './sender.ts'

/**
 * Makes a charged transfer one that was paid from an MTN wallet in Liberia, with its completed attempt and the charge in the
 * carrier's account; returns the attempt's id. As the owner, since no application may do so.
 */
export async function payByWallet(
  { owner }: Pick<TestDatabase, 'owner'>,
  opened: Opened,
  clearing: Exclude<Clearing, 'card_clearing'> = 'payout_float',
): Promise<string> {
  const id = randomUUID()
  await sql`insert into collection_attempts (id, transfer_id, number, collector, country, network, phone, amount, currency, state,
      sent_at, ended_at, received, received_currency)
    select ${id}, id, 2, ${clearing === 'payout_float' ? 'pawapay' : 'mtn-momo-lr-collection'}, 'LR', 'mtn', '+231886123456', charge_amount, charge_currency, 'completed',
      created_at, captured_at, charge_amount, charge_currency
    from transfers where payment_intent_id = ${opened.id}`.execute(owner)
  await forge(
    owner,
    sql`update transfers set pay_method = 'momo', pay_network = 'mtn', clearing = ${clearing}, collection_id = ${id},
      sender_country = 'LR', card_brand = null, card_last4 = null, card_wallet = null
      where payment_intent_id = ${opened.id}`,
  )
  await forge(
    owner,
    sql`update ledger_postings p set from_account = replace(from_account, 'card_clearing', ${clearing}),
      to_account = replace(to_account, 'card_clearing', ${clearing})
      from transfers t where t.id = p.transfer_id and t.payment_intent_id = ${opened.id}`,
  )
  return id
}

/** Lets a wallet pay such a transfer a second time, and books that and its refund apart; returns the second attempt's id. */
export async function payTwice({ owner }: Pick<TestDatabase, 'owner'>, first: string): Promise<string> {
  const second = await owner
    .insertInto('collection_attempts')
    .columns([
      ...([
        'transfer_id',
        'number',
        'collector',
        'country',
        'network',
        'phone',
        'amount',
        'currency',
      ] as const),
      ...(['state', 'ended_at', 'received', 'received_currency'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('collection_attempts')
        .select((of) => [
          ...(['transfer_id'] as const),
          of.lit(3).as('number'),
          ...(['collector', 'country', 'network', 'phone', 'amount', 'currency'] as const),
          ...(['state', 'ended_at', 'received', 'received_currency'] as const),
        ])
        .where('id', '=', first),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const amount = money(second.amount, second.currency)
  await inTransaction(owner, 'test.pay_twice', async (tx) => {
    const { entry_id: transferId } = second
    await post(tx, {
      ...{ transferId, kind: 'capture' },
      postings: [{ from: 'payout_float', to: 'customer', amount }],
    })
    await post(tx, {
      ...{ transferId, kind: 'refund' },
      postings: [{ from: 'customer', to: 'payout_float', amount }],
    })
    await tx
      .insertInto('collection_refunds')
      .values({ attempt_id: second.id, request_id: null, amount: second.amount, state: 'succeeded' })
      .execute()
  })
  return second.id
}
