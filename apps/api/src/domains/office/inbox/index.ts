import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import type { Queue } from '../../../lib/work.ts'
import { registerInbox } from './routes.ts'
import { createInbox } from './service.ts'
import type { Money } from './tiles.ts'

interface InboxDeps {
  readonly db: Db
  /** The queues of all domains. */
  readonly queues: readonly Queue[]
  readonly money: Money
}

/** Creates home and the inbox: what waits for each member, over the queues of all domains. */
export const createInboxModule = ({ db, queues, money }: InboxDeps) => {
  const inbox = createInbox(db, queues)
  return { routes: (app: FastifyInstance) => registerInbox(app, { db, inbox, money }) }
}
