import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { hashToken } from '../identity/index.ts'
import type { FlowSecrets } from './ports.ts'

export type Service = 'google' | 'firebase'

const FLOW_MINUTES = 10

/** Stores the secrets of a sign-in in progress, bound to the browser that started it. */
export async function insertFlow(tx: Tx, secrets: FlowSecrets, browserToken: string): Promise<void> {
  await tx
    .insertInto('federated_flows')
    .values({
      state_hash: hashToken(secrets.state),
      browser_hash: hashToken(browserToken),
      nonce: secrets.nonce,
      code_verifier: secrets.codeVerifier,
      expires_at: sql`now() + make_interval(mins => ${FLOW_MINUTES}::int)`,
    })
    .execute()
}

/** Consumes a flow, whichever browser presents it; returns undefined unless it is in time and belongs to this browser. */
export async function takeFlow(
  tx: Tx,
  state: string,
  browserToken: string | undefined,
): Promise<FlowSecrets | undefined> {
  const row = await tx
    .deleteFrom('federated_flows')
    .where('state_hash', '=', hashToken(state))
    .returning(['browser_hash as browserHash', 'nonce', 'code_verifier as codeVerifier'])
    .returning(sql<boolean>`expires_at > now()`.as('inTime'))
    .executeTakeFirst()
  if (!row?.inTime || browserToken === undefined) return undefined
  if (!row.browserHash.equals(hashToken(browserToken))) return undefined
  return { state, nonce: row.nonce, codeVerifier: row.codeVerifier }
}

/** Locks another service's person until the transaction ends. */
export async function lockSubject(tx: Tx, service: Service, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${service}), hashtext(${subject}))`.execute(tx)
}

export async function federatedOwner(tx: Tx, service: Service, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('federated_identities')
    .select('user_id')
    .where('provider', '=', service)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Links another service's person to an account; returns false when either is already linked. */
export async function linkSubject(
  tx: Tx,
  identity: { service: Service; subject: string; userId: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('federated_identities')
    .values({ provider: identity.service, subject: identity.subject, user_id: identity.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the links to other services; returns false when there were none. */
export async function unlink(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('federated_identities')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute()
  return rows.length > 0
}

/** Returns true when a number or a confirmed address would still allow signing in. */
export async function hasOtherWayIn(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from phone_identities where user_id = ${userId}
    union all select 1 from profiles where user_id = ${userId} and email_verified_at is not null
    limit 1`.execute(tx)
  return rows.length > 0
}

export async function forgetFederated(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('federated_identities').where('user_id', '=', userId).execute()
}

export async function exportFederated(db: Db, userId: string): Promise<unknown> {
  return db
    .selectFrom('federated_identities')
    .select(['provider', 'created_at as since'])
    .where('user_id', '=', userId)
    .execute()
}
