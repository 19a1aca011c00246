import { anchorCrons, chainCrons, type AnchorSettings } from './audit-log/index.ts'
import { ledgerCrons } from './ledger/index.ts'
import { createMessagesModule } from './messages/index.ts'
import type { MessagesDeps } from './messages/service.ts'
import { createNoticesModule } from './notices/index.ts'
import type { NoticesDeps } from './notices/service.ts'

interface RecordDeps extends MessagesDeps, Omit<NoticesDeps, 'messages'> {
  readonly anchors: AnchorSettings
}

/** Composes messages by email and text, notices in the app, the ledger's checkpoints and the audit log's anchors. */
export function composeRecord({ anchors, ...deps }: RecordDeps) {
  const { db } = deps
  const messages = createMessagesModule(deps)
  const notices = createNoticesModule({ ...deps, messages })
  return {
    messages,
    notices,
    modules: [messages, notices],
    sweeps: [messages.createSweep()],
    jobs: [...messages.jobs, ...notices.jobs],
    crons: [
      ...messages.crons,
      ...notices.crons,
      ...anchorCrons({ db, messages }, anchors),
      ...chainCrons(db, anchors),
      ...ledgerCrons(db),
    ],
  }
}
