import { sql, type RawBuilder } from 'kysely'
import type { CountryCode } from '@sesa/contract'
import type { Tx } from '../../../../db/index.ts'
import type { Lane } from '../../../../db/schema/identity.ts'
import { CODE_MINUTES, TRIES_PER_CODE, type CodeLimits } from '../settings.ts'

export interface NewVerification {
  readonly id: string
  readonly phone_number: string
  readonly country: CountryCode
  readonly address_key: Buffer
  readonly salt: Buffer
  readonly code_hash: Buffer
  readonly lane: Lane
  /** The known browser that requested it, or null. */
  readonly device_hash: Buffer | null
  /** The account of that browser, or the account that the code was mailed to. */
  readonly user_id: string | null
}

export interface Verification extends NewVerification {
  readonly state: 'open' | 'used' | 'expired' | 'locked'
  readonly triesLeft: number
  readonly created_at: Date
}

/** Locks a number until the transaction ends, so that limits are read, checked and updated together. */
export async function lockNumber(tx: Tx, phoneNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('verifications.number'), hashtext(${phoneNumber}))`.execute(
    tx,
  )
}

/** Locks an address; always taken after the number's lock. */
export async function lockAddress(tx: Tx, addressKey: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('verifications.address'), hashtext(${addressKey.toString('hex')}))`.execute(
    tx,
  )
}

/** At most this many codes within this many seconds. */
export interface Rule {
  readonly whose: RawBuilder<unknown>
  readonly most: number
  readonly seconds: number
}

/** Returns the seconds until all these rules allow another code; 0 when they do now. Needs both locks. */
export async function secondsUntilAllowed(tx: Tx, rules: readonly Rule[]): Promise<number> {
  // Each rule is exact over any time span: the n-th newest code must leave the window before another may be sent.
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
 * Returns true when a code looks like SMS pumping: from an address with several codes this hour, or to a country with many
 * today. Independent of accounts. Needs the address's lock.
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

/** Returns the seconds until these codes have fewer than `most` wrong tries within 24 hours; 0 when they do. */
export async function secondsUntilTriesAllowed(
  tx: Tx,
  { whose, most }: Pick<Rule, 'whose' | 'most'>,
): Promise<number> {
  // A wrong try is between its code's start and end: count to the safe side.
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
      // The clock's time, not the transaction's, which may have waited for the lock.
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

/** Locks the number of a verification and returns it; undefined when there is none with this id. */
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
