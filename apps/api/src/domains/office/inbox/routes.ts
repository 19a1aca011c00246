import { officeCalls, type Work } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { readDatabaseClock } from '../../../db/clock.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { amountOf } from '../pages/index.ts'
import type { Db } from '../../../db/index.ts'
import type { Owned } from './order.ts'
import type { Inbox } from './service.ts'
import { readSetUp } from './set-up.ts'
import { readTiles, type Money } from './tiles.ts'

const present = ({ kind, id, title, about, amount, since, dueAt, owner, waitsFor }: Owned): Work => ({
  ...{ kind, id, title, about, waitsFor },
  amount: amount && amountOf(amount),
  since: since.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  owner: owner && { id: owner.id, name: owner.name },
})

interface InboxRoutes {
  readonly db: Db
  readonly inbox: Inbox
  readonly money: Money
}

/** Serves home and the inbox to the office. */
export function registerInbox(app: FastifyInstance, { db, inbox, money }: InboxRoutes): void {
  officeRoute(app, officeCalls.home, async ({ member }) => {
    const asOf = await readDatabaseClock(db)
    const { now, queues, nextDue, items } = await inbox.home(member, asOf)
    const [tiles, setUp] = await Promise.all([
      readTiles({ db, money }, member.roles, items, asOf),
      readSetUp(db, member.roles),
    ])
    return {
      ...{ now: now.map(present), queues, tiles, setUp },
      nextDue: nextDue && present(nextDue),
      asOf: asOf.toISOString(),
    }
  })
  officeRoute(app, officeCalls.inbox, async ({ query, member }) => {
    const { work, queues, nextDue, next } = await inbox.list(member, await readDatabaseClock(db), query)
    return { work: work.map(present), queues, nextDue: nextDue && present(nextDue), next }
  })
  officeRoute(app, officeCalls.next, async ({ body, member }) => {
    const taken = await inbox.next(member, body.kind)
    return { work: taken && present(taken) }
  })
  officeRoute(app, officeCalls.take, async ({ body: { kind, id, from, to }, member }) => ({
    work: present(await inbox.take(member, { kind, id, from, to: to === 'me' ? member.id : null })),
  }))
}
