import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { inTransaction, type Db } from '../../../db/index.ts'
import { readCursor, readLimit } from '../../../http/paging.ts'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Push } from './push-service.ts'
import { countUnread, markRead, noticesOf } from './store.ts'

function registerList(app: FastifyInstance, db: Db): void {
  route(app, calls.listNotices, async ({ query, caller }) => {
    const [before, limit] = [readCursor(query.cursor), readLimit(query.limit)]
    const rows = await noticesOf(db, caller.userId, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      notices: page.map(({ at, readAt, ...notice }) => ({
        ...notice,
        at: at.toISOString(),
        read: readAt !== null,
      })),
      unread: await countUnread(db, caller.userId),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  })

  route(app, calls.readNotices, ({ body, caller: { userId } }) =>
    inTransaction(db, 'notices.read', async (tx) => {
      if (!(await markRead(tx, userId, body.upToId))) throw new Refused('not_found')
      return { unread: await countUnread(tx, userId) }
    }),
  )
}

function registerPush(app: FastifyInstance, push: Push): void {
  route(app, calls.getPush, ({ caller }) => push.state(caller.userId))
  route(app, calls.subscribePush, async ({ body, caller }) => {
    await push.subscribe(caller, body)
    return undefined
  })
  route(app, calls.keepPush, async ({ body, caller }) => ({ on: await push.keep(caller, body) }))
  route(app, calls.unsubscribePush, async ({ caller }) => {
    await push.unsubscribe(caller)
    return undefined
  })
  route(app, calls.declinePush, async ({ caller }) => {
    await push.decline(caller.userId)
    return undefined
  })
}

/** Registers the calls of the notices module. */
export function registerNotices(app: FastifyInstance, { db, push }: { db: Db; push: Push }): void {
  registerList(app, db)
  registerPush(app, push)
}
