import { isCurrencyCode, money, type CurrencyCode, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Break } from './breaks.ts'

/** Both sides of a break in money; null where it is not about an amount. */
export interface Sides {
  readonly ours: Money | null
  readonly theirs: Money | null
  /** The provider’s less ours. */
  readonly difference: Money | null
}

/** Returns the first amount in a text, such as `S-WP41P001 capture: USD 1,500.50`. */
export function amountIn(text: string | null): Money | null {
  const [, sign = '', currency = '', digits = ''] =
    /(-?)\b([A-Z]{3}) (\d[\d,]*\.\d\d)\b/.exec(text ?? '') ?? []
  if (!isCurrencyCode(currency)) return null
  return money(BigInt(`${sign}${digits.replaceAll(/[,.]/g, '')}`), currency)
}

const nothingIn = (other: Money | null): Money | null => other && money(0n, other.currency)

function pairOf({ kind, ours, theirs }: Pick<Break, 'kind' | 'ours' | 'theirs'>): Omit<Sides, 'difference'> {
  const [mine, other] = [amountIn(ours), amountIn(theirs)]
  // A carrier need not report the amount of a pay-out that we gave up.
  if (kind.endsWith('_missing_here')) return { ours: nothingIn(other ?? mine), theirs: other ?? mine }
  if (kind.endsWith('_missing_there')) return { ours: mine, theirs: nothingIn(mine) }
  return { ours: mine, theirs: other }
}

/** Returns what each side of a break has, in money. */
export function sidesOf(one: Pick<Break, 'kind' | 'ours' | 'theirs'>): Sides {
  // The books and the balance move with every transfer, so that break keeps their difference alone.
  if (one.kind === 'balance_differs') {
    const size = amountIn(one.ours)
    const isMore = one.ours?.includes(' more ') ?? false
    return {
      ours: null,
      theirs: null,
      difference: size && money(isMore ? -size.amount : size.amount, size.currency),
    }
  }
  const { ours, theirs } = pairOf(one)
  const difference =
    ours !== null && theirs !== null && ours.currency === theirs.currency
      ? money(theirs.amount - ours.amount, ours.currency)
      : null
  return { ours, theirs, difference }
}

/** A likely explanation of a break: another break, an unbooked movement at the provider, or a transfer. */
export interface Candidate {
  readonly kind: 'break' | 'movement' | 'transfer'
  /** The break's number, the provider's id, or the reference. */
  readonly id: string
  /** The break's kind, the movement's kind, or the transfer's state. */
  readonly word: string
  readonly at: Date
  readonly amount: bigint
  readonly currency: string
}

/** The break for which a partner is looked for. */
export interface Alone {
  readonly id: string
  readonly kind: string
  readonly difference: Money | null
  readonly at: Date
  readonly transfer: string | null
}

const NEAR_DAYS = 3
const NEAR_MS = NEAR_DAYS * 86_400_000
/** At most so many candidates of each kind are read. */
const MOST = 50

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const isEntry = (kind: string): boolean => kind !== 'balance_differs'

/** Two entries make a pair when one is missing here and the other there; a balance pairs with any of its size. */
function areOpposite(alone: Alone, { kind, word, amount }: Candidate): boolean {
  if (kind !== 'break' || !isEntry(word) || !isEntry(alone.kind)) return true
  return alone.difference !== null && alone.difference.amount < 0n !== amount < 0n
}

/** Returns the likely partner of a break: the same amount and currency, within three days, the nearest in time. */
export function likelyPartner(alone: Alone, candidates: readonly Candidate[]): Candidate | null {
  const { difference, at } = alone
  if (difference === null || difference.amount === 0n) return null
  const distance = (one: Candidate): number => Math.abs(one.at.getTime() - at.getTime())
  const [nearest] = candidates
    .filter(
      (one) =>
        one.currency === difference.currency &&
        sizeOf(one.amount) === sizeOf(difference.amount) &&
        distance(one) <= NEAR_MS &&
        !(one.kind === 'break' && one.id === alone.id) &&
        !(one.kind === 'transfer' && one.id === alone.transfer) &&
        areOpposite(alone, one),
    )
    .toSorted((one, other) => distance(one) - distance(other))
  return nearest ?? null
}

type Row = Omit<Candidate, 'kind' | 'currency'> & { readonly currency: CurrencyCode }

/** Reads the candidates near a break in time. */
export async function readCandidates(
  db: Db,
  { difference, at }: Pick<Alone, 'difference' | 'at'>,
): Promise<readonly Candidate[]> {
  if (difference === null) return []
  const size = sizeOf(difference.amount)
  const near = (column: RawBuilder<unknown>) =>
    sql`${column} between ${at}::timestamptz - make_interval(days => ${NEAR_DAYS}) and ${at}::timestamptz + make_interval(days => ${NEAR_DAYS})`
  const { rows: breaks } = await sql<{
    id: string
    kind: string
    ours: string | null
    theirs: string | null
    at: Date
  }>`
    select id::text, kind, ours, theirs, moved_at as at from reconciliation_breaks
    where state <> 'resolved' and ${near(sql`moved_at`)} order by id desc limit ${MOST}`.execute(db)
  // Accounts are few, so the index by account and time serves.
  const { rows: movements } = await sql<Row>`
    select m.provider_id as id, m.kind as word, m.occurred_at as at, m.other_amount as amount, m.other_currency as currency
    from provider_movements m
    where m.account in (select account from float_wallets) and ${near(sql`m.occurred_at`)}
      and abs(m.other_amount) = ${size} and m.other_currency = ${difference.currency}
      and not exists (select from ledger_entries e where e.transfer_id = m.id)
      and m.transfer_id is null
    limit ${MOST}`.execute(db)
  // An id begins with its time.
  const { rows: transfers } = await sql<Row>`
    select reference as id, state as word, state_changed_at as at, ${size}::bigint as amount,
      ${difference.currency} as currency
    from transfers
    where id >= month_start_id(${at}::timestamptz - make_interval(days => ${NEAR_DAYS}))
      and id < month_start_id(${at}::timestamptz + make_interval(days => ${NEAR_DAYS}))
      and ((charge_amount, charge_currency) = (${size}, ${difference.currency})
        or (receive_amount, receive_currency) = (${size}, ${difference.currency}))
      and captured_at is not null
    limit ${MOST}`.execute(db)
  return [
    ...breaks.flatMap(({ id, kind, ours, theirs, at: movedAt }): Candidate[] => {
      const { difference: apart } = sidesOf({ kind, ours, theirs })
      return apart === null
        ? []
        : [{ kind: 'break', id, word: kind, at: movedAt, amount: apart.amount, currency: apart.currency }]
    }),
    ...movements.map((row): Candidate => ({ kind: 'movement', ...row })),
    ...transfers.map((row): Candidate => ({ kind: 'transfer', ...row })),
  ]
}
