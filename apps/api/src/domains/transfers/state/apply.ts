import { CompiledQuery, sql } from 'kysely'
import { inOneStatement, inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { legsOf } from '../../record/index.ts'
import type { Change } from './change.ts'
import type { Effect } from './effect.ts'
import { claimed, LEASE } from './schedule.ts'
import { LeaseLost, type Claim, type TransferRow } from './transfer-row.ts'

/**
 * Extends the lease of a claim and returns the transfer as it is now, locked in a transaction. Its wake version stays as read
 * by the claim, so that a later wake is still noticed. @throws LeaseLost when the lease is no longer ours.
 */
export async function readClaimAgain(db: Db | Tx, { id, lease_token, wake_version }: Claim): Promise<Claim> {
  const { rows } = await sql<Claim>`
    update transfers set lease_until = ${LEASE} where id = ${id} and lease_token = ${lease_token}
    returning ${claimed}`.execute(db)
  if (rows[0] === undefined) throw new LeaseLost(`Transfer ${id}`)
  return { ...rows[0], wake_version }
}

/**
 * Writes a change (`parametersOf`). Every part writes only together with `moved`, the update of the claimed transfer, whose
 * condition is that nothing a decision reads has changed since. An account that is not in the chart fails the statement, since
 * a posting requires one.
 */
const APPLY = `
  with moved as (
    update transfers t set
      state = c.state,
      state_changed_at = case when c.enters then now() else t.state_changed_at end,
      payment_intent_id = coalesce(c.payment_intent_id, t.payment_intent_id),
      captured_at = coalesce(c.captured_at, t.captured_at),
      card_brand = c.card_brand, card_last4 = c.card_last4, card_wallet = c.card_wallet,
      card_country = c.card_country, card_key = c.card_key,
      payout_delay_minutes = c.payout_delay_minutes,
      pay_network = c.pay_network, clearing = c.clearing, collection_id = c.collection_id,
      debit_started_at = coalesce(c.debit_started_at, t.debit_started_at),
      quote_expires_at = coalesce(c.quote_expires_at, t.quote_expires_at),
      bank_name = c.bank_name, bank_last4 = c.bank_last4,
      cancel_reason = c.cancel_reason, failure_code = c.failure_code,
      hold_reason = c.hold_reason, hold_owner = c.hold_owner, refund_order = c.refund_order,
      late_events_pending = c.late_events or (c.wakes_are_events and t.wake_version <> c.read_wake_version),
      charge_unknown = case when c.charge_unknown is null then t.charge_unknown
        else c.charge_unknown or (t.charge_unknown and t.wake_version <> c.read_wake_version) end,
      attempts = c.attempts, failures = c.failures,
      next_step_at = case when c.heeds_wakes and t.wake_version <> c.read_wake_version then now()
        else greatest(
          least(now() + c.due_in_ms * interval '1 millisecond', case c.due_bound when 'price' then coalesce(c.quote_expires_at, t.quote_expires_at) end),
          case c.due_bound when 'payout' then
            coalesce(c.captured_at, t.captured_at) + c.payout_delay_minutes * interval '1 minute' end) end,
      lease_token = case when c.keeps_lease then t.lease_token end,
      lease_until = case when c.keeps_lease then now() + interval '10 seconds' end
    from jsonb_to_record($3::jsonb) as c (
      read_state text, read_cancel_reason text, read_hold_reason text, read_refund_order uuid, read_late_events boolean,
      read_wake_version integer, people bigint[], may_be_unscreened boolean, uncounted text,
      state text, enters boolean, payment_intent_id text, captured_at timestamptz, card_brand text, card_last4 text,
      card_wallet text, card_country text, card_key bytea, payout_delay_minutes integer, pay_network text, clearing text, collection_id uuid,
      debit_started_at timestamptz, quote_expires_at timestamptz, bank_name text, bank_last4 text, cancel_reason text,
      failure_code text, hold_reason text, hold_owner text, refund_order uuid, late_events boolean,
      wakes_are_events boolean, charge_unknown boolean, attempts integer, failures integer,
      due_in_ms double precision, due_bound text, heeds_wakes boolean, keeps_lease boolean)
    where t.id = $1 and t.lease_token = $2 and t.state = c.read_state
      and t.cancel_reason is not distinct from c.read_cancel_reason
      and t.hold_reason is not distinct from c.read_hold_reason
      and t.refund_order is not distinct from c.read_refund_order
      and t.late_events_pending = c.read_late_events
      and (c.people is null or screening_passes(c.people, c.may_be_unscreened))
      and not exists (select from float_wallets w
        where not w.ample and (w.account, w.country, w.currency) = (c.uncounted, t.country, t.receive_currency))
    returning t.id, t.state, t.state_changed_at, t.wake_version, t.captured_at, t.cancel_reason, t.failure_code,
      t.refund_order, t.repaid_amount, t.payout_reference, t.country, t.receive_currency, t.receive_amount,
      t.late_events_pending, t.charge_unknown, t.next_step_at, t.lease_token, t.lease_until
  ), recorded as (
    insert into transfer_events (transfer_id, kind, from_state, to_state, hold_reason, detail, staff)
    select moved.id, e.kind, e."from", e."to", e.hold, e.detail, e.staff
    from moved, rows from (
      jsonb_to_recordset($4::jsonb) as (kind text, "from" text, "to" text, hold text, detail text, staff text)
    ) with ordinality as e (kind, "from", "to", hold, detail, staff, position)
    order by e.position
  ), told as (
    insert into outbox (transfer_id, move, state, captured_at, cancel_reason, failure_code, refund_order, repaid_amount)
    select moved.id, m.move, moved.state, moved.captured_at, moved.cancel_reason, moved.failure_code,
      moved.refund_order, moved.repaid_amount
    from moved, unnest($5::text[]) with ordinality as m (move, position)
    order by m.position
  ), entry as (
    insert into ledger_entries (transfer_id, kind)
    select e.id, e.kind
    from moved, rows from (jsonb_to_recordset($6::jsonb) as (id uuid, kind text)) with ordinality as e (id, kind, position)
    order by e.position
    returning id, transfer_id, kind
  ), posted as (
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    select entry.id, entry.transfer_id, source.code, target.code, leg.amount, leg.currency
    from jsonb_to_recordset($7::jsonb)
        as leg (id uuid, kind text, source text, target text, amount bigint, currency text)
      join entry on (entry.transfer_id, entry.kind) = (leg.id, leg.kind)
      left join ledger_accounts source on (source.code, source.currency) = (leg.source, leg.currency)
      left join ledger_accounts target on (target.code, target.currency) = (leg.target, leg.currency)
  ), payout as (
    insert into payout_attempts (transfer_id) select id from moved where $8::text = 'payout' returning id
  ), pinned as (
    insert into payout_routes (reference, rail)
    select payout_reference, $12::text from moved where $12::text is not null
    on conflict do nothing returning rail
  ), reserved as (
    insert into float_reservations as r (reference, account, country, currency, amount)
    select moved.payout_reference, $13::text, moved.country, moved.receive_currency, moved.receive_amount
    from pinned, moved where $13::text is not null
    on conflict (reference) do update set account = excluded.account where r.account <> excluded.account
  ), refund as (
    insert into refund_attempts (transfer_id, refund_order)
    select id, refund_order from moved where $8::text = 'refund' returning id
  ), closed as (
    update payout_attempts a set
      outcome = coalesce($10::text, a.outcome),
      closed_at = case when $10::text is null then a.closed_at else now() end,
      answer = coalesce($11::text, a.answer)
    from moved
    where ($9::bigint is not null or $11::text is not null)
      and a.id = coalesce($9::bigint, (select max(id) from payout_attempts where transfer_id = $1))
  )
  select state_changed_at, captured_at, wake_version, late_events_pending, charge_unknown, next_step_at, lease_token,
    lease_until, coalesce((select id from payout), (select id from refund)) as request, (select rail from pinned) as rail
  from moved`

/** Returns the parameters of `APPLY`. Amounts and ids are texts, since JSON has no integers of 64 bits. */
function parametersOf(effect: Effect): readonly unknown[] {
  const { read, row, due, entries, people, closes, route } = effect
  // An unchanged time stays exact: a Date would round it to milliseconds.
  const changed = (column: 'captured_at' | 'debit_started_at' | 'quote_expires_at') =>
    row[column] === read[column] ? null : row[column]
  const columns = {
    read_state: read.state,
    read_cancel_reason: read.cancel_reason,
    read_hold_reason: read.hold_reason,
    read_refund_order: read.refund_order,
    read_late_events: read.late_events_pending,
    read_wake_version: read.wake_version,
    people: people === null ? null : people.ids.map(String),
    may_be_unscreened: people?.mayBeUnscreened ?? false,
    uncounted: route?.isCounted === false ? route.account : null,
    state: row.state,
    enters: effect.enters,
    payment_intent_id: row.payment_intent_id,
    captured_at: changed('captured_at'),
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    card_wallet: row.card_wallet,
    card_country: row.card_country,
    card_key: row.card_key === null ? null : `\\x${row.card_key.toString('hex')}`,
    payout_delay_minutes: row.payout_delay_minutes,
    pay_network: row.pay_network,
    clearing: row.clearing,
    collection_id: row.collection_id,
    debit_started_at: changed('debit_started_at'),
    quote_expires_at: changed('quote_expires_at'),
    bank_name: row.bank_name,
    bank_last4: row.bank_last4,
    cancel_reason: row.cancel_reason,
    failure_code: row.failure_code,
    hold_reason: row.hold_reason,
    hold_owner: row.hold_owner,
    refund_order: row.refund_order,
    late_events: row.late_events_pending,
    wakes_are_events: effect.wakesAreEvents,
    charge_unknown: effect.chargeUnknown,
    attempts: row.attempts,
    failures: row.failures,
    due_in_ms: due.inMs,
    due_bound: due.bound,
    heeds_wakes: due.heedsWakes,
    keeps_lease: effect.keepsLease,
  }
  const legs = entries.flatMap((entry) =>
    legsOf(entry).map(({ source, target, amount: { amount, currency } }) => ({
      ...{ id: entry.transferId, kind: entry.kind, source, target, amount: String(amount), currency },
    })),
  )
  return [
    read.id,
    read.lease_token,
    JSON.stringify(columns),
    JSON.stringify(effect.events),
    effect.moves,
    JSON.stringify(entries.map(({ transferId: id, kind }) => ({ id, kind }))),
    JSON.stringify(legs),
    effect.request,
    closes?.id ?? null,
    closes?.outcome ?? null,
    effect.refusal,
    route?.rail ?? null,
    route?.account ?? null,
  ]
}

/** What the statement decides: columns of the transfer, and what it recorded. */
interface Written extends Partial<TransferRow> {
  readonly request: bigint | null
  /** The rail, if this change pinned it. */
  readonly rail: string | null
}

/** Reads the rail that another process pinned: the statement does not see one pinned while it waited. */
async function readPin(db: Db | Tx, { payout_reference: reference }: Claim): Promise<string> {
  const pin = db.selectFrom('payout_routes').select('rail').where('reference', '=', reference)
  return (await pin.executeTakeFirstOrThrow()).rail
}

/** A written change. */
export interface Applied {
  /**
   * The transfer afterwards, to continue with unless its lease was released (`lease_token` is null). Its wake version is that of the
   * write: what the next step reads from providers, it reads afterwards.
   */
  readonly next: Claim
  /** The id of the recorded pay-out or refund request; null for none. */
  readonly request: bigint | null
}

/**
 * Writes a change in one statement; returns null and writes nothing when the lease is lost, when something that decisions
 * read has changed since, when a person of `onlyIfClear` is not clear, or when the wallet of an uncounted route counts now.
 */
export async function apply(db: Db | Tx, { effect }: Change): Promise<Applied | null> {
  const { row, route } = effect
  const { rows } = await db.executeQuery<Written>(CompiledQuery.raw(APPLY, [...parametersOf(effect)]))
  const [written] = rows
  if (written === undefined) return null
  const { request, rail: pinned, ...columns } = written
  const rail = pinned ?? (route === null ? row.rail : await readPin(db, row))
  return { next: { ...row, ...columns, rail }, request }
}

/** Decides about a claim; it may read more, and runs again when the transfer has changed. */
export type Decide = (claim: Claim) => Change | Promise<Change>

/** The columns that decisions read and that others write: a change of one of them refuses what was decided before. */
const FENCED = ['state', 'cancel_reason', 'hold_reason', 'refund_order', 'late_events_pending'] as const

/**
 * Writes the change that `decide` returns, or decides again when the transfer has changed since it was read. Returns the claim
 * as it is now when it is refused for a person or a wallet. @throws LeaseLost when the lease is no longer ours.
 */
export function decideAndApply(db: Db, name: string, claim: Claim, decide: Decide): Promise<Applied> {
  return untilApplied(db, claim, async (current) => {
    const change = await decide(current)
    return inOneStatement(db, name, (one) => apply(one, change))
  })
}

/** Rolls back what was written beside a change that was refused. */
class ChangeRefused extends Error {}

/**
 * Works like `decideAndApply`, in a transaction in which `decide` reads, locks or writes more. Nothing is written when the
 * change is refused.
 */
export function decideInTransaction(
  db: Db,
  name: string,
  claim: Claim,
  decide: (claim: Claim, tx: Tx) => Promise<Change>,
): Promise<Applied> {
  return untilApplied(db, claim, async (current) => {
    try {
      return await inTransaction(db, name, async (tx) => {
        const applied = await apply(tx, await decide(current, tx))
        if (applied === null) throw new ChangeRefused()
        return applied
      })
    } catch (error) {
      if (error instanceof ChangeRefused) return null
      throw error
    }
  })
}

async function untilApplied(
  db: Db,
  claim: Claim,
  attempt: (claim: Claim) => Promise<Applied | null>,
): Promise<Applied> {
  for (let current = claim; ;) {
    const read = current
    const applied = await attempt(read)
    if (applied !== null) return applied
    current = await readClaimAgain(db, read)
    if (FENCED.every((column) => current[column] === read[column])) return { next: current, request: null }
  }
}
