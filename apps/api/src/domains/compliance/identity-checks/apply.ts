import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { lockSender } from '../../transfers/index.ts'
import { decide, isIdentified } from './decide.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { createPersonKeys } from './person-keys.ts'
import type { Outcome, Reading } from './ports.ts'
import { countFailures, isVerifiedElsewhere, lockCheck, ownerOf, saveCheck, type CheckRow } from './store.ts'
import { tellOutcome } from './tell.ts'
import { setTier } from './tiers.ts'

/** A check without a submission ends after this many hours. */
const UNUSED_HOURS = 24

/** Saves a check as verified: the customer is in the second tier until the document expires. */
export async function grantVerified(
  { audit }: Pick<IdentityChecksDeps, 'audit'>,
  tx: Tx,
  check: Pick<CheckRow, 'user_id' | 'document_expires'>,
): Promise<void> {
  await setTier(tx, check.user_id, { tier: 2, until: check.document_expires })
  await audit.record(tx, { userId: check.user_id, sessionId: null, kind: 'identity_verified', origin: null })
}

async function readFile(tx: Tx, userId: string) {
  const { rows } = await sql<{ name: string | null; dob: string | null; today: string }>`
    select p.name, p.dob, (now() at time zone 'UTC')::date as today
    from (select ${userId}::uuid as id) u left join profiles p on p.user_id = u.id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no row for one customer')
  return row
}

/** Applies a result under the user's lock; a repeated or older result changes nothing. */
async function applyReading(
  deps: IdentityChecksDeps,
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
  reading: Reading,
): Promise<void> {
  await lockSender(tx, userId)
  const check = await lockCheck(tx, id)
  if (check === undefined) return
  const { person } = reading
  const personKeys = isIdentified(person) ? createPersonKeys(deps)(person) : []
  const outcome = decide(reading, {
    ...(await readFile(tx, userId)),
    state: check.state,
    submission: check.submission,
    failures: await countFailures(tx, userId),
    isDuplicate: personKeys.length > 0 && (await isVerifiedElsewhere(tx, userId, personKeys)),
  })
  if (outcome === null) return closeUnused(deps, tx, check, reading)
  if (outcome.state === check.state && outcome.reason === check.reason) return
  const failures = check.failures + (outcome.state === 'failed_retryable' ? 1 : 0)
  await saveCheck(tx, id, {
    ...outcome,
    provider_code: reading.code,
    submission: reading.submission,
    failures,
    ...(person && {
      name: person.name,
      dob: person.dob,
      document_type: person.documentType,
      document_country: person.documentCountry,
      document_expires: person.documentExpires,
      person_key: personKeys[0] ?? null,
    }),
  })
  if (outcome.state === 'verified')
    await grantVerified(deps, tx, { user_id: userId, document_expires: person?.documentExpires ?? null })
  await tellOutcome(deps, tx, { ...check, failures }, outcome)
}

/** Ends a check that the customer began and did not submit within a day. */
async function closeUnused(
  deps: IdentityChecksDeps,
  tx: Tx,
  check: CheckRow,
  reading: Reading,
): Promise<void> {
  const isWaiting = check.state === 'waiting_for_user' && check.reason !== 'name_mismatch'
  if (!isWaiting || reading.state === 'processing') return
  const { rows } = await sql`
    select 1 where ${check.updated_at}::timestamptz < now() - make_interval(hours => ${UNUSED_HOURS}::int)`.execute(
    tx,
  )
  if (rows.length === 0) return
  const outcome: Outcome = { state: 'failed_retryable', reason: 'not_finished' }
  await saveCheck(tx, check.id, outcome)
  await tellOutcome(deps, tx, check, outcome)
}

/** Requests a check's result from the provider and applies it. Throws without an answer, so that the queue tries again. */
export async function readCheck(deps: IdentityChecksDeps, checkId: string): Promise<void> {
  const { db, providers } = deps
  const check = await db
    .selectFrom('identity_checks')
    .select(['user_id', 'provider', 'reference', 'state'])
    .where('id', '=', checkId)
    .executeTakeFirst()
  const provider = providers.find(({ name }) => name === check?.provider)
  const reference = check?.reference ?? null
  if (check === undefined || provider === undefined || reference === null) return
  if (
    check.state !== 'waiting_for_user' &&
    check.state !== 'processing' &&
    check.state !== 'failed_retryable'
  )
    return
  const answer = await callProvider('identity_checks.read', () => provider.read(reference))
  if (!answer.ok) throw new Error(`Identity check ${checkId}: the provider answered ${answer.reason}`)
  const { value } = answer
  await inTransaction(db, 'identity_checks.apply', async (tx) => {
    const userId = await ownerOf(tx, checkId)
    if (userId !== undefined) await applyReading(deps, tx, { id: checkId, userId }, value)
  })
}
