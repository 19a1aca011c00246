import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { readCursor, readLimit } from '../../../http/paging.ts'
import { route } from '../../../http/route.ts'
import { checkRecipient, type CheckDeps } from './check.ts'
import { addRecipient, listRecipients, removeRecipient, updateRecipient, type RemoveDeps } from './service.ts'

/** Registers the calls of the recipients module. */
export function registerRecipients(app: FastifyInstance, deps: CheckDeps & RemoveDeps): void {
  route(app, calls.listRecipients, async ({ query, caller }) => {
    const at = { before: readCursor(query.cursor), size: readLimit(query.limit) }
    const { recipients, nextCursor } = await listRecipients(deps.db, caller.userId, at)
    return { recipients: [...recipients], nextCursor }
  })
  route(app, calls.addRecipient, ({ body, caller }) => addRecipient(deps, caller.userId, body))
  route(app, calls.updateRecipient, ({ params, body, caller }) =>
    updateRecipient(deps, caller.userId, params.id, body),
  )
  route(app, calls.removeRecipient, async ({ params, caller }) => {
    await removeRecipient(deps, caller.userId, params.id)
    return undefined
  })
  route(app, calls.checkRecipient, ({ body, caller }) => checkRecipient(deps, caller.userId, body))
}
