import { parsePhone } from '@sesa/contract/phone'
import { CURRENCY_CODES, parseAmount } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/index.ts'
import { findCustomers, findTransfers, type CustomerRow, type TransferRow } from './store.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const REFERENCE = /^S-[\dA-Z]{6,20}$/
/** Amounts are looked for among recent transfers only, by the order of their ids: no index leads from an amount to them. */
const AMOUNT_DAYS = 30

export interface Hits {
  readonly customers: readonly CustomerRow[]
  readonly transfers: readonly TransferRow[]
}

function amountConditions(text: string): RawBuilder<boolean>[] {
  const minor = new Set<bigint>()
  for (const currency of CURRENCY_CODES) {
    const parsed = parseAmount(text, currency)
    if (parsed.ok) minor.add(parsed.money.amount)
  }
  return [...minor].map(
    (amount) => sql<boolean>`t.id >= month_start_id(now() - make_interval(days => ${AMOUNT_DAYS}::int))
      and ${amount} in (t.amount, t.total, t.receive_amount, t.charge_amount)`,
  )
}

/**
 * Finds customers by number, address, the beginning of their name or id, and transfers by reference, payment, pay-out
 * reference, wallet, amount or a customer who was found. Without `customers`, only transfers.
 */
export async function findAnything(
  db: Db,
  typed: string,
  { customers: withCustomers }: { readonly customers: boolean },
): Promise<Hits> {
  const text = typed.trim()
  const id = text.toLowerCase()
  const phone = parsePhone(text)
  const isPhone = phone.ok && /^\+|^00/.test(text)
  if (UUID.test(id))
    return {
      customers: withCustomers ? await findCustomers(db, sql<boolean>`u.id = ${id}`) : [],
      transfers: await findTransfers(
        db,
        sql<boolean>`t.id = ${id} or t.payout_reference = ${id} or t.user_id = ${id}`,
      ),
    }
  if (REFERENCE.test(text.toUpperCase()))
    return {
      customers: [],
      transfers: await findTransfers(db, sql<boolean>`t.reference = ${text.toUpperCase()}`),
    }
  if (isPhone) {
    const { e164 } = phone.phone
    return {
      customers: withCustomers ? await findCustomers(db, sql<boolean>`i.phone_number = ${e164}`) : [],
      transfers: await findTransfers(db, sql<boolean>`t.recipient_phone = ${e164}`),
    }
  }
  if (text.includes('@'))
    return {
      customers: withCustomers ? await findCustomers(db, sql<boolean>`lower(p.email) = ${id}`) : [],
      transfers: [],
    }
  const amounts = amountConditions(text)
  if (amounts.length > 0)
    return {
      customers: [],
      transfers: await findTransfers(db, sql<boolean>`(${sql.join(amounts, sql` or `)})`),
    }
  const payments = await findTransfers(db, sql<boolean>`t.payment_intent_id = ${text}`)
  if (payments.length > 0 || !withCustomers) return { customers: [], transfers: payments }
  const beginning = `${id.replace(/[\\%_]/g, (one) => `\\${one}`)}%`
  return { customers: await findCustomers(db, sql<boolean>`lower(p.name) like ${beginning}`), transfers: [] }
}
