import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { composeConfiguration } from '../compose/configuration.ts'
import { createTestDatabase } from '../db/testing.ts'
import type { ScreeningList } from '../domains/compliance/index.ts'
import type { ListAnswer } from '../domains/compliance/screening/ports.ts'
import { createLimitKeys } from '../domains/transfers/create/limit-keys.ts'
import { BANK_DEBIT_LIMITS } from '../domains/transfers/create/limits.ts'
import { sharedLimitsOf } from '../domains/transfers/create/shared-limits.ts'
import { DEFAULTS } from '../domains/transfers/defaults.ts'
import { createEngine, type EngineDeps } from '../domains/transfers/engine/engine.ts'
import { screeningOver } from './screening-world.ts'
import { sendingRules } from './sending-rules.ts'
import { storeTransfer, storeUser } from './stored-transfer.ts'
import type { PayoutScreening } from '../domains/transfers/payout-screening.ts'

/** Returns a generator of numbers from 0 to 1, determined by the seed. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A list that changes, answers late, fails, and may answer with its state at the time of the request. */
class ScriptedList implements ScreeningList {
  readonly dataset = 'default'
  readonly algorithm = 'scripted'
  readonly threshold = 0.7
  random = numbersOf(0)
  failing = 0
  #listed: ReadonlySet<string> = new Set()
  #version = 1

  put(name: string): void {
    this.#listed = new Set([...this.#listed, name])
    this.#version++
  }

  async #late<T>(value: T): Promise<ListAnswer<T>> {
    await sleep(this.random() * 6)
    return this.random() < this.failing ? { ok: false, reason: 'unavailable' } : { ok: true, value }
  }

  match(queries: readonly { readonly name: string }[]) {
    const listed = this.#listed
    return this.#late(
      queries.map(({ name }) =>
        listed.has(name)
          ? [
              {
                id: `e-${name}`,
                caption: name,
                topics: ['sanction'],
                birthDates: [],
                score: 1,
                isMatch: true,
                explanations: {},
                fingerprint: name,
              },
            ]
          : [],
      ),
    )
  }

  readVersion() {
    const version = `2026-${String(this.#version).padStart(6, '0')}`
    return this.#late({ version, etag: null, updatedAt: null, isStale: false })
  }

  readFingerprint(id: string) {
    return this.#late(id.slice(2))
  }
}

/** Records each pay-out request whose people have an open or decided match at that moment. */
const WATCH = `
  create table left_during_match (transfer_id uuid);
  create function watch_payout() returns trigger language plpgsql security definer as $$
  begin
    insert into left_during_match
    select t.id from transfers t join transfer_senders f on f.transfer_id = t.id join screening_subjects s
      on (s.user_id = t.user_id and s.name = f.name) or (s.phone = t.recipient_phone and s.name = t.recipient_name)
    where t.id = new.transfer_id and s.state in ('match', 'blocked', 'refused');
    return null;
  end $$;
  create trigger watch_payout after insert on payout_attempts for each row execute function watch_payout()`

export interface RacesResult {
  readonly transfers: number
  readonly sent: number
  readonly held: number
  /** Pay-outs that were sent while a match was open. */
  readonly violations: number
  /** Transfers that did not settle, or settled on hold without a case. */
  readonly stuck: number
  readonly errors: readonly unknown[]
}

/**
 * Runs transfers while the list changes, fails and answers late. `matchedAfterCheck` is the probability, 0 to 1, that a
 * recipient becomes a match between the check and the pay-out. `without: 'lock'` plants a bug: the update that begins a
 * pay-out no longer checks whether a case was opened in the meantime.
 */
export async function runScreeningRaces(
  seeds: number,
  {
    matchedAfterCheck = 0.15,
    without,
  }: { readonly matchedAfterCheck?: number; readonly without?: 'lock' } = {},
): Promise<RacesResult> {
  const database = await createTestDatabase()
  const { db, owner } = database
  const list = new ScriptedList()
  const errors: unknown[] = []
  const { screening } = screeningOver(db, list)
  const rescreen = async (): Promise<void> => screening.crons[0]?.run()
  const gate: PayoutScreening = {
    async check(transfer) {
      const checked = await screening.check(transfer)
      // The moment between the answer and the pay-out, in which the person may become a match.
      await sleep(list.random() * 8)
      if (checked.verdict === 'clear' && list.random() < matchedAfterCheck) {
        list.put(transfer.recipient_name)
        await rescreen()
      }
      return without === 'lock' ? { ...checked, people: null } : checked
    },
  }
  const rules = sendingRules(db, { known: new Set() })
  const silent = () => Promise.reject(new Error('The card provider is not asked'))
  const engine = createEngine({
    ...DEFAULTS,
    configuration: composeConfiguration(db),
    ...rules,
    limitsOf: () => ({
      ...{ own: rules.limits, shared: sharedLimitsOf(rules.limits), bankDebit: BANK_DEBIT_LIMITS },
    }),
    keys: createLimitKeys(rules.secrets),
    db,
    payInOf: () => ({ readPayment: silent }) as unknown as ReturnType<EngineDeps['payInOf']>,
    payouts: {
      choose: () => Promise.resolve({ rail: 'pawapay', account: null }),
      send: () => Promise.resolve({ outcome: 'accepted' }),
      status: () => Promise.resolve({ status: 'completed' }),
    } as unknown as EngineDeps['payouts'],
    screening: gate,
    onError: (_reference, error) => errors.push(error),
  })
  const advanceAll = async (): Promise<void> => {
    await Promise.all((await engine.claimDue(50)).map((claim) => engine.advance(claim)))
  }
  async function isAtRest(userId: string): Promise<boolean> {
    const { rows } = await sql`select 1 from transfers where user_id = ${userId}
      and state <> 'sent' and hold_reason is distinct from 'screening' limit 1`.execute(owner)
    return rows.length === 0
  }

  async function playSeed(seed: number): Promise<void> {
    const random = numbersOf(seed + 1)
    list.random = random
    list.failing = random() < 0.5 ? 0.4 : 0
    const userId = await storeUser(owner)
    const sender = `Sender ${seed}`
    const people = [0, 1, 2].map((index) => `Recipient ${seed} ${index}`)
    for (const [index, name] of people.entries()) {
      const { id } = await storeTransfer(owner, userId, 'paid')
      await owner
        .insertInto('transfer_senders')
        .values({ transfer_id: id, user_id: userId, name: sender, dob: '1990-04-02' })
        .execute()
      await sql`update transfers set recipient_name = ${name}, recipient_phone = ${`+2317700${seed}${index}`},
        usd_amount = ${random() < 0.5 ? 5_000 : 20_000}, next_step_at = now() where id = ${id}`.execute(owner)
    }
    const target = [sender, ...people][Math.floor(random() * 4)] ?? sender
    const after = async (ms: number, act: () => unknown): Promise<void> => {
      await sleep(ms)
      await act()
    }
    await Promise.all([
      after(random() * 10, advanceAll),
      after(random() * 10, advanceAll),
      after(random() * 12, () => list.put(target)),
      after(random() * 16, rescreen),
      after(random() * 24, rescreen),
    ])
    // Now the list answers, and everything settles.
    list.failing = 0
    for (let round = 0; round < 6; round++) {
      await rescreen()
      await sql`update transfers set next_step_at = now() where next_step_at is not null`.execute(owner)
      await advanceAll()
      if (await isAtRest(userId)) break
    }
    await sql`update screening_subjects set is_retired = true where not is_retired`.execute(owner)
  }

  try {
    await sql.raw(WATCH).execute(owner)
    for (let seed = 0; seed < seeds; seed++) await playSeed(seed)
    const { rows } = await sql<Omit<RacesResult, 'errors'>>`
      select count(*)::int as transfers, (count(*) filter (where state = 'sent'))::int as sent,
        (count(*) filter (where hold_reason = 'screening'))::int as held,
        (select count(*)::int from left_during_match) as violations,
        (count(*) filter (where state <> 'sent' and not (hold_reason = 'screening' and exists (
          select from cases c where c.state = 'open' and (c.subject_id = transfers.user_id::text or c.subject_id in (
            select s.id::text from screening_subjects s where s.phone = transfers.recipient_phone))))))::int as stuck
      from transfers`.execute(owner)
    const [counts] = rows
    if (counts === undefined) throw new Error('Nothing was counted')
    return { ...counts, errors }
  } finally {
    await database.drop()
  }
}
