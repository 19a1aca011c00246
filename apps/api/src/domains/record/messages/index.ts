import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { Cron, Job, Sweep } from '../../../jobs/index.ts'
import { registerReports } from './reports.ts'
import { createMessages, SEND, type MessagesDeps, type OutgoingMessage } from './service.ts'
import { giveUpOldMessages } from './store.ts'

export { createFailOver } from './fail-over.ts'
export { countUndelivered } from './reports.ts'
export { listMessages } from './store.ts'
export type { OutgoingMessage } from './service.ts'
export { renderEmail, type EmailTemplate, type Branding } from './email-template.ts'

/** Sends a message after the caller's commit, and only if it commits. */
export interface Messages {
  queue(tx: Tx, message: OutgoingMessage): Promise<void>
}

/** Sends many messages after the caller's commit. */
export interface MessageBatches {
  /** Returns the statement that queues messages, to be part of the caller's statement. */
  inserting(messages: readonly OutgoingMessage[]): RawBuilder<unknown>
}

/**
 * Creates the queue of messages: the transaction that needs a message writes it as a row (encrypted, since messages contain
 * codes), and a sweep sends it through its port, with retries under the same id while the outcome is unknown. A message of the
 * release before is sent by its job.
 */
export function createMessagesModule(deps: MessagesDeps): Messages &
  MessageBatches & {
    createSweep(): Sweep
    jobs: Job[]
    crons: Cron[]
    routes(app: FastifyInstance): void
  } {
  const { sendOfJob, ...messages } = createMessages(deps)
  return {
    routes: (app) => registerReports(app, deps.db, deps.reports ?? []),
    ...messages,
    jobs: [{ task: SEND, run: sendOfJob }],
    crons: [{ task: 'messages_give_up', pattern: '17 3 * * *', run: () => giveUpOldMessages(deps.db) }],
  }
}
