import { inTransaction, type Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { Messages } from '../messages/index.ts'
import { anchorLine, keepAnchor } from './anchors.ts'
import { readHead } from './store.ts'

export { readAnchorFile } from './anchors.ts'
export { forgetStaffReads } from './personal-data.ts'
export { appendRead, readHead } from './store.ts'
export { verifyChain } from './verify.ts'

/** Destinations of the chain's end outside the database. */
export interface AnchorSettings {
  readonly file: string | undefined
  readonly email: string | undefined
}

/** Stores the end of the chain outside the database once a day, if configured. */
export function anchorCrons(
  { db, messages }: { readonly db: Db; readonly messages: Messages },
  { file, email }: AnchorSettings,
): Cron[] {
  if (file === undefined && email === undefined) return []
  const run = async (): Promise<void> => {
    const anchor = await readHead(db)
    if (file !== undefined) await keepAnchor(file, anchor)
    if (email === undefined) return
    await inTransaction(db, 'audit_log.mail_anchor', (tx) =>
      messages.queue(tx, {
        channel: 'email',
        to: email,
        subject: `Audit log: number ${anchor.seq}`,
        text: `Keep this line. "sesa audit verify --anchors FILE" compares the audit log with such lines.\n\n${anchorLine(anchor)}\n`,
      }),
    )
  }
  return [{ task: 'audit_anchor', pattern: '13 0 * * *', run }]
}
