import type { CasePerson } from '@sesa/contract/office'
import { money, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { readKeptRecord } from '../../customers/index.ts'
import { Refused } from '../../../lib/refused.ts'

type CustomerRow = Pick<CasePerson, 'name' | 'birthDate' | 'country' | 'phone' | 'tier' | 'isClosed'> & {
  readonly id: string
}

/**
 * Returns a former customer's data from the sealed record; returns nothing outside the office, since only the office opens
 * it.
 */
async function readLeft(db: Db | Tx, userId: string): Promise<Partial<CustomerRow>> {
  try {
    const kept = await readKeptRecord(db, userId)
    return kept ? { name: kept.name, birthDate: kept.dob, phone: kept.phoneNumber } : {}
  } catch (error) {
    if (error instanceof Refused) return {}
    throw error
  }
}

/** Returns an account's owner as shown in a case; undefined when there is no such account. */
export async function readCustomer(db: Db | Tx, userId: string): Promise<CasePerson | undefined> {
  const { rows } = await sql<CustomerRow>`
    select u.id, u.closed_at is not null as "isClosed", p.name, p.dob as "birthDate", i.country, i.phone_number as phone,
      coalesce((select tier from customer_tiers t where t.user_id = u.id
        and (t.until is null or t.until >= (now() at time zone 'UTC')::date)), 1) as tier
    from users u left join profiles p on p.user_id = u.id left join phone_identities i on i.user_id = u.id
    where u.id = ${userId}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { id: customer, ...facts } = row
  const left = facts.isClosed ? await readLeft(db, customer) : {}
  return { kind: 'customer', customer, ...facts, ...left, isNewData: false, entities: [] }
}

/** Returns a wallet as shown in a case, with the owner names that customers gave, newest first. */
export async function readWallet(db: Db | Tx, phone: string): Promise<CasePerson> {
  const { rows } = await sql<{ country: string; name: string }>`
    select country, recipient_name as name from transfers where recipient_phone = ${phone}
    order by created_at desc limit 50`.execute(db)
  const names = [...new Set(rows.map(({ name }) => name))]
  return {
    kind: 'recipient',
    customer: null,
    isClosed: false,
    name: names.length === 0 ? null : names.slice(0, 5).join(', '),
    birthDate: null,
    country: rows[0]?.country ?? null,
    phone,
    tier: null,
    isNewData: false,
    entities: [],
  }
}

const amountIn = (amount: bigint, currency: CurrencyCode) => ({
  amount: toMinorNumber(money(amount, currency)),
  currency,
})

/** Returns the transfers that match a condition on `t`, as shown in cases, oldest first. */
export async function readPayments(db: Db | Tx, condition: RawBuilder<boolean>) {
  const { rows } = await sql<{
    reference: string
    amount: bigint
    currency: CurrencyCode
    usd_amount: bigint
    receive_amount: bigint
    receive_currency: CurrencyCode
    country: string
    sender: string | null
    recipient: string
    charged_at: Date | null
    since: Date | null
  }>`
    select t.reference, t.amount, t.currency, t.usd_amount, t.receive_amount, t.receive_currency, t.country,
      f.name as sender, t.recipient_name as recipient, t.captured_at as charged_at,
      (select max(e.at) from transfer_events e where e.transfer_id = t.id and e.kind = 'held') as since
    from transfers t left join transfer_senders f on f.transfer_id = t.id
    where ${condition} order by t.id`.execute(db)
  return rows.map((row) => ({
    payment: {
      reference: row.reference,
      sent: amountIn(row.amount, row.currency),
      worth: amountIn(row.usd_amount, 'USD'),
      country: row.country,
      sender: row.sender,
      recipient: row.recipient,
    },
    arrives: amountIn(row.receive_amount, row.receive_currency),
    chargedAt: row.charged_at?.toISOString() ?? null,
    since: row.since?.toISOString() ?? null,
  }))
}
