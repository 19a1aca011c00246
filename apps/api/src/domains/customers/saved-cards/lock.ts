import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { isKnownRecipient } from '../../risk/index.ts'
import type { CardPayer, SavedCardsLock } from '../../transfers/index.ts'

/** Hours for which saved cards stay locked on a new device, and on every device after a recovery. */
const LOCKED_HOURS = 24

/** Events after which a stranger may hold the account: a sign-in method was replaced, or staff unlocked the account. */
const RECOVERIES = [
  'password_reset',
  'email_change_undone',
  'phone_changed',
  'number_unlocked',
  'account_unlocked',
] as const

/** The facts about the customer who wants to pay with a saved card. */
export interface LockFacts {
  readonly hasCards: boolean
  /** Signed in or confirmed within the last ten minutes. */
  readonly proven: boolean
  /**
   * `new` for 24 hours after its first sign-in, except the device on which the account was opened. `unknown`: the session has
   * no device, or the account has forgotten it.
   */
  readonly device: 'known' | 'new' | 'unknown'
  readonly recovered: boolean
  readonly knownRecipient: boolean
}

export type Lock = SavedCardsLock['lock']

/** Decides whether a payment may offer the saved cards. Pure. */
export function decideLock({ hasCards, proven, device, recovered, knownRecipient }: LockFacts): Lock {
  if (!hasCards) return 'none'
  // A device forgotten during its session must not open more than a new one.
  if (device !== 'known' || recovered) return 'wait'
  if (proven || knownRecipient) return 'open'
  return 'proof'
}

/** Reads the facts for the lock, and the end of the wait. */
async function readFacts(
  db: Db | Tx,
  { userId, sessionId, proven }: CardPayer,
  recipientPhone: string,
): Promise<LockFacts & { readonly until: Date | null }> {
  const lockedFor = sql`make_interval(hours => ${LOCKED_HOURS}::int)`
  const { rows } = await sql<{
    has_cards: boolean
    device: LockFacts['device']
    recovered: boolean
    known_recipient: boolean
    until: Date | null
  }>`
    select exists (select from card_consents c where c.user_id = u.id and c.decision = 'given'
        and not exists (select from card_consents w
          where w.user_id = c.user_id and w.card_id = c.card_id and w.decision = 'withdrawn')) as has_cards,
      case when d.created_at is null then 'unknown'
        when d.created_at > u.created_at and d.created_at > now() - ${lockedFor} then 'new' else 'known' end as device,
      r.at is not null as recovered, ${isKnownRecipient(userId, recipientPhone)} as known_recipient,
      greatest(d.created_at, r.at) + ${lockedFor} as until
    from users u
    left join sessions s on s.id = ${sessionId}::uuid and s.user_id = u.id
    left join known_devices d on d.user_id = u.id and d.token_hash = s.device_hash
    left join lateral (select max(at) as at from security_events
      where user_id = u.id and kind in (${sql.join(RECOVERIES)}) and at > now() - ${lockedFor}) r on true
    where u.id = ${userId}`.execute(db)
  const row = rows[0]
  return {
    hasCards: row?.has_cards ?? false,
    proven,
    device: row?.device ?? 'unknown',
    recovered: row?.recovered ?? false,
    knownRecipient: row?.known_recipient ?? false,
    until: row?.until ?? null,
  }
}

/** Returns whether a payment to this recipient may offer the user's saved cards. */
export async function lockOf(db: Db | Tx, payer: CardPayer, recipientPhone: string): Promise<SavedCardsLock> {
  const { until, ...facts } = await readFacts(db, payer, recipientPhone)
  return { lock: decideLock(facts), until }
}
