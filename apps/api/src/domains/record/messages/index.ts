import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../db/index.ts'
import type { Cron, Job } from '../../../jobs/index.ts'
import { registerReports } from './reports.ts'
import { createMessages, SEND, type MessagesDeps, type OutgoingMessage } from './service.ts'
import { giveUpOldMessages } from './store.ts'

export { createFailOver } from './fail-over.ts'
export { countUndelivered } from './reports.ts'
export { listMessages } from './store.ts'
export { renderEmail, type EmailTemplate, type Branding } from './email-template.ts'

/** Sends a message after the caller's commit, and only if it commits. */
export interface Messages {
  queue(tx: Tx, message: OutgoingMessage): Promise<void>
}

/**
 * Creates the outbox: the transaction that needs a message writes it as a row (encrypted, since messages contain codes), and
 * a job sends it through its port, with retries under the same id while the outcome is unknown.
 */
export function createMessagesModule(
  deps: MessagesDeps,
): Messages & { jobs: Job[]; crons: Cron[]; routes(app: FastifyInstance): void } {
  const { queue, send } = createMessages(deps)
  return {
    routes: (app) => registerReports(app, deps.db, deps.reports ?? []),
    queue,
    jobs: [{ task: SEND, run: send }],
    crons: [{ task: 'messages_give_up', pattern: '17 3 * * *', run: () => giveUpOldMessages(deps.db) }],
  }
}
