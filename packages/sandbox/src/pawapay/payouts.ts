import { randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { toWire } from './amounts.ts'
import type { Failure, Order } from './order.ts'
import { COUNTRIES } from './providers.ts'

/** What becomes of a payout, by the last four digits of the recipient's number (design.md section 3, Sandbox). */
const UNKNOWN_TO_OPERATOR = '0001'
const SLOW = '0002'
export const ANSWER_LOST = '0003'
export const REQUEST_LOST = '0004'
const WALLET_FULL = '0005'

const SLOW_MS = 60_000
const COMPLETION = 'payout'
/** What the paying business holds per country at the start: enough never to matter, finite so that it can run out. */
const FLOAT_MINOR = 100_000_000_000_00n

type Submission =
  { status: 'ACCEPTED' | 'DUPLICATE_IGNORED'; created: string } | { status: 'REJECTED'; failure: Failure }

interface PayoutRow {
  reference: string
  msisdn: string
  /** Minor units. */
  amount: number
  currency: string
  status: 'pending' | 'completed' | 'failed'
  attempts: number
}

export interface Payouts {
  /** Takes an order in, once per `payoutId`; an order for most numbers is settled before this returns. */
  submit(order: Order): Submission
  /** Notes an order that never reached the operator; true for the first of its id, false when one was lost before. */
  lose(payoutId: string): boolean
  /** pawaPay's `data` for a status query, or null when the operator has no such payout. */
  find(payoutId: string): Record<string, unknown> | null
  /** Sends the callback again; null when there is no such payout, false when it has not ended. */
  resendCallback(payoutId: string): boolean | null
  /** What is left of the float, per country. */
  floats(): { country: string; currency: string; balance: string }[]
  /** One row per reference, newest first. */
  book(): PayoutRow[]
  /** What the recipients' wallets hold, in minor units. */
  wallets(): { msisdn: string; currency: string; balance: number }[]
}

/** pawaPay's books: payouts, the business's floats and the recipients' wallets. */
export function openPayouts(world: World): Payouts {
  const { db } = world
  db.exec(`create table if not exists payouts (
    reference text primary key, seq integer not null, msisdn text not null, amount integer not null,
    currency text not null, country text not null, status text not null, attempts integer not null,
    wire text not null, created integer not null, operator_reference text not null, failure text
  ) without rowid;
  create index if not exists payouts_newest on payouts (seq);
  create table if not exists lost_payouts (reference text primary key, attempts integer not null);
  create table if not exists wallets (msisdn text, currency text, balance integer not null, primary key (msisdn, currency));
  create table if not exists floats (country text primary key, currency text not null, balance integer not null)`)
  const openFloat = db.prepare('insert or ignore into floats (country, currency, balance) values (?, ?, ?)')
  for (const { country, operators } of COUNTRIES) {
    if (operators[0] !== undefined) openFloat.run(country, operators[0].currency, FLOAT_MINOR)
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
  const giveBack = db.prepare('update floats set balance = balance + ? where country = ?')
  const pay = db.prepare(`insert into wallets (msisdn, currency, balance) values (?, ?, ?)
    on conflict do update set balance = balance + excluded.balance`)
  const close = db.prepare(
    "update payouts set status = ?, failure = ? where reference = ? and status = 'PROCESSING' returning *",
  )

  function settle(payoutId: string, failure: Failure | null) {
    const row = close.get(
      failure === null ? 'COMPLETED' : 'FAILED',
      failure && JSON.stringify(failure),
      payoutId,
    )
    if (row === undefined) return
    const amount = integer(row, 'amount')
    if (failure === null) pay.run(text(row, 'msisdn'), text(row, 'currency'), amount)
    else giveBack.run(amount, text(row, 'country'))
    callBack(row)
  }

  function callBack(row: Row) {
    const { clientReferenceId: _, ...body } = toData(row)
    const headers = { 'content-type': 'application/json' }
    world.deliver('pawapay', { path: '/webhooks/pawapay', headers, body: JSON.stringify(body) })
  }

  function carryOut(order: Order) {
    const ending = order.phoneNumber.slice(-4)
    if (ending === SLOW) world.schedule(COMPLETION, order.payoutId, world.now() + SLOW_MS, null)
    else settle(order.payoutId, FAILURES[ending] ?? null)
  }

  world.onDue(COMPLETION, (payoutId) => settle(payoutId, null))

  return {
    submit(order) {
      return world.atomically((): Submission => {
        const known = repeat.get(order.payoutId)
        if (known !== undefined)
          return { status: 'DUPLICATE_IGNORED', created: iso(integer(known, 'created')) }
        if (draw.run(order.minor, order.country).changes === 0) {
          return { status: 'REJECTED', failure: OUT_OF_FUNDS }
        }
        const { payoutId, phoneNumber, minor, currency, country } = order
        const created = world.now()
        const before = lost.get(payoutId)
        const attempts = 1 + (before === undefined ? 0 : integer(before, 'attempts'))
        const wire = JSON.stringify(toStored(order))
        insert.run(payoutId, phoneNumber, minor, currency, country, attempts, wire, created, randomUUID())
        carryOut(order)
        return { status: 'ACCEPTED', created: iso(created) }
      })
    },
    lose: (payoutId) => loss.run(payoutId).changes > 0,
    find(payoutId) {
      const row = one.get(payoutId)
      return row === undefined ? null : toData(row)
    },
    resendCallback(payoutId) {
      const row = one.get(payoutId)
      if (row === undefined) return null
      if (text(row, 'status') === 'PROCESSING') return false
      callBack(row)
      return true
    },
    floats() {
      return db
        .prepare('select country, currency, balance from floats order by country')
        .all()
        .map((row) => ({
          country: text(row, 'country'),
          currency: text(row, 'currency'),
          balance: toWire(BigInt(integer(row, 'balance'))),
        }))
    },
    book() {
      return db.prepare('select * from payouts order by seq desc').all().map(toBookRow)
    },
    wallets() {
      return db
        .prepare('select msisdn, currency, balance from wallets order by msisdn, currency')
        .all()
        .map((row) => ({
          msisdn: text(row, 'msisdn'),
          currency: text(row, 'currency'),
          balance: integer(row, 'balance'),
        }))
    },
  }
}

const FAILURES: Record<string, Failure> = {
  [UNKNOWN_TO_OPERATOR]: {
    failureCode: 'RECIPIENT_NOT_FOUND',
    failureMessage: 'The phone number does not belong to a wallet of this operator.',
  },
  [WALLET_FULL]: {
    failureCode: 'WALLET_LIMIT_REACHED',
    failureMessage: 'The wallet of the recipient has reached its limit.',
  },
}

const OUT_OF_FUNDS: Failure = {
  failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
  failureMessage: 'The balance of the pawaPay wallet is too low.',
}

/** What only comes back as it came; the rest has columns of its own. */
function toStored({ amount, provider, clientReferenceId, customerMessage, metadata }: Order) {
  return { amount, provider, clientReferenceId, customerMessage, metadata }
}

function toData(row: Row): Record<string, unknown> {
  const stored = JSON.parse(text(row, 'wire')) as ReturnType<typeof toStored>
  const { provider, amount, ...asSent } = stored
  const status = text(row, 'status')
  return {
    payoutId: text(row, 'reference'),
    status,
    amount,
    currency: text(row, 'currency'),
    country: text(row, 'country'),
    recipient: { type: 'MMO', accountDetails: { phoneNumber: text(row, 'msisdn'), provider } },
    ...asSent,
    created: iso(integer(row, 'created')),
    ...(status === 'COMPLETED' ? { providerTransactionId: text(row, 'operator_reference') } : {}),
    ...(row['failure'] === null ? {} : { failureReason: JSON.parse(text(row, 'failure')) as Failure }),
  }
}

function toBookRow(row: Row): PayoutRow {
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

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
