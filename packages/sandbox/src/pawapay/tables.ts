import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import { toWire } from '../carriers/amounts.ts'
import type { PayoutRow } from '../carriers/wallets.ts'
import { ID_FIELDS } from './payout-request.ts'
import type { Failure, Operation, PayoutRequest } from './payout-request.ts'
import { COUNTRIES } from './providers.ts'

/** Initial float per country: enough for any test, finite so that it can run out. */
const FLOAT_MINOR = 100_000_000_000_00n

/** The business's remaining float in a country, in pawaPay's format. */
export interface FloatRow {
  country: string
  currency: string
  balance: string
}

/** Opens pawaPay's tables and the statements on them. */
export function openTables(db: DatabaseSync) {
  db.exec(`create table if not exists payouts (
    reference text primary key, seq integer not null, msisdn text not null, amount integer not null,
    currency text not null, country text not null, status text not null, attempts integer not null,
    wire text not null, created integer not null, operator_reference text not null, failure text
  ) without rowid;
  create index if not exists payouts_newest on payouts (seq);
  create index if not exists payouts_refunds on payouts (wire ->> 'depositId');
  create table if not exists lost_payouts (reference text primary key, attempts integer not null);
  create table if not exists floats (country text primary key, currency text not null, balance integer not null)`)
  const openFloat = db.prepare('insert or ignore into floats (country, currency, balance) values (?, ?, ?)')
  for (const { country, carriers } of COUNTRIES) {
    if (carriers[0] !== undefined) openFloat.run(country, carriers[0].currency, FLOAT_MINOR)
  }
  const one = db.prepare('select * from payouts where reference = ?')
  const repeat = db.prepare(
    'update payouts set attempts = attempts + 1 where reference = ? returning created',
  )
  const loss = db.prepare(
    'insert into lost_payouts (reference, attempts) values (?, 1) on conflict do nothing',
  )
  const lost = db.prepare('select attempts from lost_payouts where reference = ?')
  const insert = db.prepare(`insert into payouts
    (reference, seq, msisdn, amount, currency, country, status, attempts, wire, created, operator_reference)
    values (?, (select coalesce(max(seq), 0) + 1 from payouts), ?, ?, ?, ?, 'PROCESSING', ?, ?, ?, ?)`)
  const draw = db.prepare('update floats set balance = balance - ?1 where country = ?2 and balance >= ?1')
  const setFloat = db.prepare('update floats set balance = ? where country = ?')
  const giveBack = db.prepare('update floats set balance = balance + ? where country = ?')
  const close = db.prepare(
    "update payouts set status = ?, failure = ? where reference = ? and status = 'PROCESSING' returning *",
  )
  return {
    one,
    repeat,
    loss,
    lost,
    insert,
    draw,
    giveBack,
    setFloat,
    close,
    payouts: db.prepare("select * from payouts where wire ->> 'depositId' is null order by seq desc"),
    refunding: db.prepare("select 1 from payouts where wire ->> 'depositId' = ? and status = 'PROCESSING'"),
    floats: db.prepare('select country, currency, balance from floats order by country'),
  }
}

/** Returns the fields that queries return unchanged; the others have their own columns. */
export function toStored(payout: PayoutRequest) {
  const { operation, amount, provider, clientReferenceId, customerMessage, metadata } = payout
  const { recipientDetails, sender, depositId } = payout
  return {
    operation,
    amount,
    provider,
    clientReferenceId,
    customerMessage,
    metadata,
    recipientDetails,
    sender,
    depositId,
  }
}

/** Returns the stored request. Rows from an earlier version name no operation: they are all payouts. */
const storedIn = (row: Row) =>
  ({ operation: 'payout', ...JSON.parse(text(row, 'wire')) }) as ReturnType<typeof toStored>

/** Returns the deposit that a row gives back, if it is a refund. */
export const depositOf = (row: Row): string | undefined => storedIn(row).depositId

/** Returns the kind of request in a row. */
export function operationOf(row: Row): Operation {
  return storedIn(row).operation
}

export function toData(row: Row): Record<string, unknown> {
  const { operation, provider, amount, recipientDetails, depositId: _, ...asSent } = storedIn(row)
  const status = text(row, 'status')
  return {
    [ID_FIELDS[operation]]: text(row, 'reference'),
    status,
    amount,
    currency: text(row, 'currency'),
    country: text(row, 'country'),
    recipient: {
      type: 'MMO',
      accountDetails: { phoneNumber: text(row, 'msisdn'), provider },
      ...(recipientDetails && { recipientDetails }),
    },
    ...asSent,
    created: iso(integer(row, 'created')),
    ...(status === 'COMPLETED' ? { providerTransactionId: text(row, 'operator_reference') } : {}),
    ...(row['failure'] === null ? {} : { failureReason: JSON.parse(text(row, 'failure')) as Failure }),
  }
}

export function toBookRow(row: Row): PayoutRow {
  const status = text(row, 'status')
  return {
    reference: text(row, 'reference'),
    msisdn: text(row, 'msisdn'),
    amount: integer(row, 'amount'),
    currency: text(row, 'currency'),
    status: status === 'COMPLETED' ? 'completed' : status === 'FAILED' ? 'failed' : 'pending',
    attempts: integer(row, 'attempts'),
  }
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export function toFloat(row: Row): FloatRow {
  const balance = toWire(BigInt(integer(row, 'balance')))
  return { country: text(row, 'country'), currency: text(row, 'currency'), balance }
}
