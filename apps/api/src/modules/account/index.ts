import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { inTransaction, type Db } from '../../db/index.ts'
import { originOf, type Origin } from '../../http/origin.ts'
import { route, type Caller } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import { requireStepUp, type SessionGateway } from '../identity/index.ts'
import type { MoneyInFlight, PersonalData } from './ports.ts'
import { forgetLockedRecords, lockOpenAccount, lockRecord, markClosed, methodsOf } from './store.ts'

export type { MoneyInFlight, PersonalData }

interface Deps {
  readonly db: Db
  readonly audit: Audit
  readonly door: Pick<SessionGateway, 'dismiss'>
  readonly moneyInFlight: MoneyInFlight
  /** Everybody who keeps something about a person. */
  readonly parts: readonly PersonalData[]
}

export interface AccountModule {
  routes(app: FastifyInstance): void
  readonly crons: Cron[]
}

/** A copy of what is kept about a person, one entry a part. */
async function exportAll({ db, audit, parts }: Deps, caller: Caller, origin: Origin) {
  const { userId, sessionId } = caller
  const entries = await Promise.all(
    parts.map(async ({ name, exportFor }) => [name, await exportFor(db, userId)] as const),
  )
  const exportedAt = await inTransaction(db, 'account.export', async (tx) => {
    await audit.record(tx, { userId, sessionId, kind: 'data_exported', origin })
    const { now } = await tx.selectNoFrom((eb) => eb.fn<Date>('now').as('now')).executeTakeFirstOrThrow()
    return now
  })
  return { exportedAt: exportedAt.toISOString(), data: Object.fromEntries(entries) }
}

/** Closes the account for good. Throws Refused `money_in_flight`, or `unauthenticated` when it is closed already. */
async function closeAccount(deps: Deps, { userId, sessionId }: Caller, origin: Origin): Promise<Date | null> {
  const { db, audit, parts, moneyInFlight } = deps
  return inTransaction(db, 'account.close', async (tx) => {
    if (!(await lockOpenAccount(tx, userId))) throw new Refused('unauthenticated')
    if (await moneyInFlight(tx, userId)) throw new Refused('money_in_flight')
    await audit.record(tx, { userId, sessionId, kind: 'account_closed', origin })
    const lockedUntil = await lockRecord(tx, userId)
    for (const { forget } of parts) await forget(tx, userId)
    await markClosed(tx, userId)
    return lockedUntil
  })
}

/** An account as a whole: how one can sign in, a copy of everything, and closing it. */
export function createAccountModule(deps: Deps): AccountModule {
  return {
    routes(app) {
      route(app, calls.getSignInMethods, async ({ caller }) => {
        const methods = await methodsOf(deps.db, caller.userId, caller.sessionId)
        return { ...methods, provenUntil: caller.proven ? caller.provenUntil.toISOString() : null }
      })

      route(app, calls.exportData, async ({ caller }, request, reply) => {
        requireStepUp(caller)
        reply.header('content-disposition', 'attachment; filename="sesa-data.json"')
        return exportAll(deps, caller, originOf(request))
      })

      route(app, calls.deleteUser, async ({ caller }, request, reply) => {
        requireStepUp(caller)
        const lockedUntil = await closeAccount(deps, caller, originOf(request))
        deps.door.dismiss(reply)
        return { lockedUntil: lockedUntil?.toISOString() ?? null }
      })
    },
    crons: [
      {
        task: 'account_forget_locked',
        pattern: '7 4 * * *',
        run: () => forgetLockedRecords(deps.db),
      },
    ],
  }
}
