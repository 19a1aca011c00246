import { sql, type RawBuilder } from 'kysely'
import type { CountryCode } from '@sesa/contract'
import type { Tx } from '../../../db/index.ts'
import type { Lane } from '../../../db/schema/identity.ts'
import { CODE_MINUTES, TRIES_PER_CODE, type CodeLimits } from '../settings.ts'

export interface NewVerification {
  readonly id: string
  readonly phone_number: string
  readonly country: CountryCode
  readonly address_key: Buffer
  readonly salt: Buffer
  readonly code_hash: Buffer
  readonly lane: Lane
  /** The known browser that asked, or null. */
  readonly device_hash: Buffer | null
  /** The account of that browser, or that the code was mailed to. */
  readonly user_id: string | null
}

export interface Verification extends NewVerification {
  readonly state: 'open' | 'used' | 'expired' | 'locked'
  readonly triesLeft: number
  readonly created_at: Date
}

/** One at a time per number, until the transaction ends: limits are read, checked and added to in one piece. */
export async function lockNumber(tx: Tx, phoneNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('verifications.number'), hashtext(${phoneNumber}))`.execute(
    tx,
  )
}

/** One at a time per address; always taken after the number's lock. */
export async function lockAddress(tx: Tx, addressKey: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('verifications.address'), hashtext(${addressKey.toString('hex')}))`.execute(
    tx,
  )
}

/** At most so many codes within so many seconds. */
export interface Rule {
  readonly whose: RawBuilder<unknown>
  readonly most: number
  readonly seconds: number
}

/** Seconds until one more code may be sent under all these rules; 0 when it may now. Needs both locks. */
export async function secondsUntilAllowed(tx: Tx, rules: readonly Rule[]): Promise<number> {
  // Each rule is exact over any span: the n-th newest code has to leave the window before another may be sent.
  const waits = rules.map(
    ({ whose, most, seconds }) => sql`(
      select ceil(extract(epoch from created_at - clock_timestamp()) + ${seconds}::int)::int as wait
      from verifications
      where ${whose} and created_at > clock_timestamp() - make_interval(secs => ${seconds}::int)
      order by created_at desc offset ${most - 1}::int limit 1)`,
  )
  const { rows } = await sql<{ wait: number | null }>`
    select max(wait) as wait from (${sql.join(waits, sql` union all `)}) waits`.execute(tx)
  return rows[0]?.wait ?? 0
}

/**
 * True when a code is asked for as pumpers of SMS ask: from an address that has had several this hour, or in a country
 * that many were sent to today. Nothing here looks at accounts. Needs the address's lock.
 */
export async function isRisky(
  tx: Tx,
  { country, addressKey }: { country: CountryCode; addressKey: Buffer },
  limits: CodeLimits,
): Promise<boolean> {
  const { rows } = await sql<{ risky: boolean }>`
    select (select count(*) from verifications
        where address_key = ${addressKey} and lane <> 'known' and created_at > clock_timestamp() - interval '1 hour')
        >= ${limits.withoutProofHour}::int
      or coalesce((select count from rate_limits
        where bucket = ${`sms:${country}`} and window_start = date_bin('1 day', now(), 'epoch')), 0)
        >= ${limits.withoutProofDay}::int as risky`.execute(tx)
  return rows[0]?.risky ?? true
}

/** Seconds until these codes' wrong tries of the last 24 hours are fewer than `most`; 0 when they are. */
export async function secondsUntilTriesAllowed(
  tx: Tx,
  { whose, most }: Pick<Rule, 'whose' | 'most'>,
): Promise<number> {
  // A wrong try is at most as old as its code and at least as old less the code's life: counted to the safe side.
  const { rows } = await sql<{ wrong: number; wait: number | null }>`
    select coalesce(sum(wrong_tries), 0)::int as wrong,
      ceil(extract(epoch from min(created_at) - clock_timestamp()) + 86400 + ${CODE_MINUTES * 60}::int)::int as wait
    from verifications
    where ${whose} and wrong_tries > 0
      and created_at > clock_timestamp() - interval '1 day' - make_interval(mins => ${CODE_MINUTES}::int)`.execute(
    tx,
  )
  const row = rows[0]
  return row && row.wrong >= most ? (row.wait ?? 0) : 0
}

export async function insertVerification(
  tx: Tx,
  row: NewVerification,
  resendAfter: number,
): Promise<{ expiresAt: Date; resendAfter: Date }> {
  const times = await tx
    .insertInto('verifications')
    .values({
      ...row,
      // The clock's time, not the transaction's: it may have waited for the lock.
      created_at: sql`clock_timestamp()`,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES}::int)`,
    })
    .returning([
      'expires_at as expiresAt',
      sql<Date>`created_at + make_interval(secs => ${resendAfter}::int)`.as('resendAfter'),
    ])
    .executeTakeFirstOrThrow()
  return times
}

/** The verification with this id, its number locked; undefined when there is none. */
export async function lockVerification(tx: Tx, id: string): Promise<Verification | undefined> {
  const found = await tx
    .selectFrom('verifications')
    .select('phone_number')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  await lockNumber(tx, found.phone_number)
  return tx
    .selectFrom('verifications')
    .select(['id', 'phone_number', 'country', 'address_key', 'salt', 'code_hash'])
    .select(['lane', 'device_hash', 'user_id', 'created_at'])
    .select(sql<number>`${TRIES_PER_CODE}::int - wrong_tries`.as('triesLeft'))
    .select(
      sql<Verification['state']>`case
        when used_at is not null then 'used'
        when expires_at <= clock_timestamp() then 'expired'
        when wrong_tries >= ${TRIES_PER_CODE}::int then 'locked'
        else 'open' end`.as('state'),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('verifications')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function markUsed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('verifications')
    .set({ used_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
