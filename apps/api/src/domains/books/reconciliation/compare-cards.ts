import { formatMoney, isCurrencyCode, money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Reads } from '../../../db/reads.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { Break } from './breaks.ts'
import type { CardBooks, CardEntry, CardEntryKind, CardPaymentState, Page } from './ports.ts'

/** Our entries that change our balance with the card provider, and the provider's kinds for them. */
const KINDS: Readonly<Record<string, CardEntryKind>> = {
  capture: 'charge',
  refund: 'refund',
  refund_returned: 'refund_failure',
  dispute: 'dispute',
  dispute_won: 'dispute_reversal',
}

/** The provider's kinds that are compared; the treasury books all others. */
const COMPARED: ReadonlySet<CardEntryKind> = new Set(Object.values(KINDS))

/** One movement on either side. */
interface Movement {
  readonly payment: string
  readonly kind: CardEntryKind
  readonly amount: bigint
  readonly currency: string
  readonly at: Date
  /** The id on its own side. */
  readonly id: string
  /** The name shown to staff. */
  readonly name: string
}

export interface Window {
  /** Earlier movements are out of scope. */
  readonly since: Date
  /** Movements between this and `since` are only candidates for pairing. */
  readonly listed: Date
  /** Later movements are still settling; the next run compares them. */
  readonly until: Date
}

/** Reads all pages of a list, each as a named provider call. */
async function all<T>(read: (after: string | null) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for (let after: string | null = null; ;) {
    const page: Page<T> = await read(after)
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
  }
}

async function ourMovements(db: Db, since: Date): Promise<Movement[]> {
  const { rows } = await sql<{
    payment: string | null
    reference: string | null
    kind: string
    amount: bigint
    currency: string
    at: Date
    id: string
  }>`
    select p.id::text, t.payment_intent_id as payment, t.reference, e.kind, p.amount, p.currency, e.created_at as at
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id
    left join booked_apart o on o.id = e.transfer_id
    left join transfers t on t.id = coalesce(o.transfer_id, e.transfer_id)
    where e.created_at >= ${since} and 'card_clearing:' || p.currency in (p.from_account, p.to_account)
      and not exists (select from provider_movements m where m.id = e.transfer_id)
    order by p.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    payment: row.payment ?? '',
    kind: KINDS[row.kind] ?? 'other',
    name: `${row.reference ?? '?'} ${row.kind}`,
  }))
}

const theirMovement = (entry: CardEntry): Movement => ({
  ...entry,
  payment: entry.paymentId ?? '',
  name: entry.id,
})

const describe = ({ name, amount, currency }: Movement): string =>
  `${name}: ${isCurrencyCode(currency) ? formatMoney(money(amount, currency)) : `${currency} ${amount} in its smallest unit`}`
const keyOf = ({ payment, kind }: Movement): string => `${payment} ${kind}`
const sameAmount = (a: Movement, b: Movement): boolean => a.amount === b.amount && a.currency === b.currency

function groupByKey(movements: readonly Movement[]): Map<string, Movement[]> {
  return Map.groupBy(movements, keyOf)
}

/**
 * Drops refunds that the provider made and took back without our books recording either: their sum is zero, so there is
 * nothing to book.
 */
function withoutTakenBack(theirs: readonly Movement[]): Movement[] {
  const left = [...theirs]
  for (const failure of theirs.filter(({ kind }) => kind === 'refund_failure')) {
    const refund = left.find(
      (one) =>
        one.kind === 'refund' &&
        one.payment === failure.payment &&
        one.at <= failure.at &&
        sameAmount(one, failure),
    )
    if (refund === undefined) continue
    left.splice(left.indexOf(refund), 1)
    left.splice(left.indexOf(failure), 1)
  }
  return left
}

/** Pairs the movements of both sides one by one, and reports each unpaired or differing one as a break. */
function pair(ours: readonly Movement[], theirs: readonly Movement[], { since, until }: Window): Break[] {
  const theirsByKey = groupByKey(theirs)
  const breaks: Break[] = []
  // A movement that is still settling may match the other side, but does not excuse a difference.
  const isSettled = ({ at }: Movement): boolean => at < until
  const leave = (mine: Movement | undefined, other: Movement | undefined): void => {
    const one = mine ?? other
    if (one === undefined) return
    const second = other ?? one
    if (one.at < since && second.at < since) return
    const kind = mine === undefined ? 'missing_here' : other === undefined ? 'missing_there' : 'amount'
    breaks.push({
      kind: `card_${one.kind}_${kind}`,
      // Includes the movement's id, so that a payment's second movement is a separate break.
      subject: `${one.payment} ${second.id}`.trimStart(),
      ours: mine ? describe(mine) : null,
      theirs: other ? describe(other) : null,
      owner: 'operations',
      movedAt: second.at < one.at ? second.at : one.at,
    })
  }
  const alone = ours.filter((movement) => {
    const others = theirsByKey.get(keyOf(movement)) ?? []
    const at = others.findIndex((other) => sameAmount(movement, other))
    if (at >= 0) others.splice(at, 1)
    return at < 0
  })
  const here = groupByKey(alone.filter(isSettled))
  const there = groupByKey(withoutTakenBack([...theirsByKey.values()].flat()).filter(isSettled))
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [mine, others] = [here.get(key) ?? [], there.get(key) ?? []]
    for (let index = 0; index < Math.max(mine.length, others.length); index++)
      leave(mine[index], others[index])
  }
  return breaks
}

/** Finds payments that the provider holds open although the transfer has ended, and payments without a transfer. */
async function comparePayments(
  db: Db,
  payments: readonly CardPaymentState[],
  { until }: Window,
): Promise<Break[]> {
  const notCancelled = payments.filter(({ status, at }) => status !== 'cancelled' && at < until)
  const { rows } = await sql<{ payment_intent_id: string; state: string }>`
    select payment_intent_id, state from transfers
    where payment_intent_id = any(${notCancelled.map(({ id }) => id)}::text[])`.execute(db)
  const states = new Map(rows.map((row) => [row.payment_intent_id, row.state]))
  return notCancelled.flatMap(({ id, status, transferId, at }): Break[] => {
    const state = states.get(id)
    const isLeftOpen = state === 'cancelled' && status !== 'succeeded'
    if (state !== undefined && !isLeftOpen) return []
    return [
      {
        kind: state === undefined ? 'card_payment_unknown' : 'card_payment_left_open',
        subject: id,
        ours: state ?? null,
        theirs: transferId === null ? status : `${status}, for transfer ${transferId}`,
        owner: 'engineering',
        movedAt: at,
      },
    ]
  })
}

/** Compares the ledger with the card provider's books, movement by movement, and transfers with its payments. */
export async function compareCards(
  reads: Pick<Reads, 'run'>,
  books: CardBooks,
  window: Window,
): Promise<{ breaks: Break[]; compared: Record<string, number> }> {
  const entries = await all((after) =>
    callProvider('cards.list_entries', () => books.entries(window.listed, after)),
  )
  const payments = await all((after) =>
    callProvider('cards.list_payments', () => books.payments(window.listed, after)),
  )
  const ours = await reads.run((db) => ourMovements(db, window.listed))
  // Oldest first on both sides, so that every run makes the same pairs.
  const theirs = entries
    .filter(({ kind, isUnpaid }) => COMPARED.has(kind) && !isUnpaid)
    .toReversed()
    .map(theirMovement)
  return {
    breaks: [
      ...pair(ours, theirs, window),
      ...(await reads.run((db) => comparePayments(db, payments, window))),
    ],
    compared: {
      cardEntriesOurs: ours.length,
      cardEntriesTheirs: theirs.length,
      cardPayments: payments.length,
    },
  }
}
