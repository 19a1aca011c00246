import { calls, type AnswerOf, type QueryOf } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { readCursor, readLimit } from '../../http/paging.ts'
import { route } from '../../http/route.ts'
import { listPaidRecipients } from '../transfers/index.ts'
import { checkRecipient, type CheckDeps } from './check.ts'

async function page(
  db: Db,
  userId: string,
  query: QueryOf<typeof calls.listRecipients>,
): Promise<AnswerOf<typeof calls.listRecipients>> {
  const [before, size] = [readCursor(query.cursor), readLimit(query.limit)]
  const rows = await listPaidRecipients(db, userId, { before, limit: size + 1 })
  const shown = rows.slice(0, size)
  return {
    recipients: shown.map(({ name, country, phone, network, at, paymentId }) => ({
      name,
      country,
      phone,
      network,
      lastSentAt: at.toISOString(),
      payment_id: paymentId,
    })),
    nextCursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  }
}

export function registerRecipients(app: FastifyInstance, deps: CheckDeps): void {
  route(app, calls.listRecipients, ({ query, caller }) => page(deps.db, caller.userId, query))
  route(app, calls.checkRecipient, ({ body, caller }) => checkRecipient(deps, caller.userId, body))
}
