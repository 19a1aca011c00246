import * as v from 'valibot'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { enqueue, type Cron, type Job } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { lockSender } from '../../transfers/index.ts'
import { readCheck } from './apply.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { lockCheck, saveCheck } from './store.ts'
import { tellExpiry } from './tell.ts'
import { setTier } from './tiers.ts'

const READ = 'identity_checks_read'
const REDACT = 'identity_checks_redact'
/** Days before the document's expiry date at which we warn. */
const WARN_DAYS = 30

const readSchema = v.object({ checkId: v.pipe(v.string(), v.uuid()) })
const redactSchema = v.object({ provider: v.string(), reference: v.string() })

/** Queues a read of a check at its provider; several wake-ups become one job. */
export const queueRead = (tx: Tx, checkId: string): Promise<void> =>
  enqueue(tx, READ, { checkId }, { key: `identity_check:${checkId}` })

/** Queues the erasure of a check at its provider. */
export const queueRedaction = (tx: Tx, provider: string, reference: string): Promise<void> =>
  enqueue(tx, REDACT, { provider, reference })

/** Creates the jobs about single checks. Each may run more than once. */
export function createJobs(deps: IdentityChecksDeps): Job[] {
  return [
    { task: READ, run: (payload) => readCheck(deps, v.parse(readSchema, payload).checkId) },
    {
      task: REDACT,
      async run(payload) {
        const { provider: name, reference } = v.parse(redactSchema, payload)
        const redact = deps.providers.find((provider) => provider.name === name)?.redact
        if (!redact) return
        const answer = await callProvider('identity_checks.redact', () => redact(reference))
        // Erased before, or not found: there is nothing left to erase.
        if (!answer.ok && answer.reason === 'unknown') throw new Error('The provider did not erase a check')
      },
    },
  ]
}

/**
 * Reads the checks that await a result, in case a notification was lost: those in progress at a provider, those whose
 * customer was sent there within the last hour, and once more those older than a day.
 */
async function sweep({ db }: IdentityChecksDeps): Promise<void> {
  await inTransaction(db, 'identity_checks.sweep', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from identity_checks
      where reference is not null and reason is distinct from 'name_mismatch'
        and (state = 'processing' or (state = 'waiting_for_user'
          and (updated_at > now() - interval '1 hour' or updated_at < now() - interval '24 hours')))
      order by updated_at limit 500`.execute(tx)
    for (const { id } of rows) await queueRead(tx, id)
  })
}

interface Expiring {
  readonly id: string
  readonly user_id: string
  readonly expires: string
  readonly is_over: boolean
}

/** Warns customers of expiring documents, and ends the checks of expired ones. */
async function expire(deps: IdentityChecksDeps): Promise<void> {
  const { rows } = await sql<Expiring>`
    select id, user_id, document_expires as expires, document_expires < (now() at time zone 'UTC')::date as is_over
    from identity_checks
    where state = 'verified' and document_expires < (now() at time zone 'UTC')::date + ${WARN_DAYS}::int
      and (warned_at is null or document_expires < (now() at time zone 'UTC')::date)
    limit 1000`.execute(deps.db)
  for (const { id, user_id: userId, expires, is_over: isOver } of rows)
    await inTransaction(deps.db, 'identity_checks.expire', async (tx) => {
      await lockSender(tx, userId)
      const check = await lockCheck(tx, id)
      if (check?.state !== 'verified') return
      if (isOver) {
        await saveCheck(tx, id, { state: 'expired', reason: 'document_expired' })
        await setTier(tx, userId, { tier: 1, until: null })
      } else {
        await tx
          .updateTable('identity_checks')
          .set({ warned_at: sql<Date>`now()` })
          .where('id', '=', id)
          .execute()
      }
      await tellExpiry(deps, tx, { id, userId, expires }, isOver)
    })
}

export const createCrons = (deps: IdentityChecksDeps): Cron[] => [
  { task: 'identity_checks_sweep', pattern: '* * * * *', run: () => sweep(deps) },
  { task: 'identity_checks_expire', pattern: '23 6 * * *', run: () => expire(deps) },
]
