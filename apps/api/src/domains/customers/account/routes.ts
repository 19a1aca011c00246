import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { closeAccount, exportAll, type AccountDeps } from './service.ts'
import { methodsOf } from './store.ts'

export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  route(app, calls.getSignInMethods, async ({ caller }) => {
    const methods = await methodsOf(deps.db, caller.userId, caller.sessionId)
    return { ...methods, provenUntil: caller.proven ? caller.provenUntil.toISOString() : null }
  })

  route(app, calls.exportData, async ({ caller }, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="sesa-data.json"')
    return exportAll(deps, caller, originOf(request))
  })

  route(app, calls.deleteUser, async ({ caller }, request, reply) => {
    const lockedUntil = await closeAccount(deps, caller, originOf(request))
    deps.gateway.clearCookies(reply)
    return { lockedUntil: lockedUntil?.toISOString() ?? null }
  })
}
