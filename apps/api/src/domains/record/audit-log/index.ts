import { inTransaction, type Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { Messages } from '../messages/index.ts'
import { anchorLine, keepAnchor, readAnchorFile } from './anchors.ts'
import { appendRead, CHAIN_CHECKED, readHead } from './store.ts'
import { verifyChain } from './verify.ts'

export { readAnchorFile } from './anchors.ts'
export { forgetStaffReads } from './personal-data.ts'
export { appendRead, readHead } from './store.ts'
export { verifyChain } from './verify.ts'

/** Destinations of the chain's end outside the database. */
export interface AnchorSettings {
  readonly file: string | undefined
  readonly email: string | undefined
}

/** Checks the whole chain once a day, and records the result as an entry of its own. */
export async function checkChain(db: Db, { file }: Pick<AnchorSettings, 'file'>): Promise<void> {
  const anchors = file === undefined ? [] : await readAnchorFile(file)
  const { entries, broken } = await verifyChain(db, anchors)
  const fault = broken && `number ${broken.seq}: ${broken.what} (${broken.means})`
  const after = { entries: String(entries), anchors: anchors.length, broken: fault }
  await appendRead(db, { member: null, action: CHAIN_CHECKED, change: { after } })
}

/** Checks the chain every morning, so that the office can say when it was last whole. */
export const chainCrons = (db: Db, settings: AnchorSettings): Cron[] => [
  { task: 'audit_check', pattern: '0 6 * * *', run: () => checkChain(db, settings) },
]

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
