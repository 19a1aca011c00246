import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { checkpoint } from './checkpoints.ts'

export type { Account, Entry } from './accounts.ts'
export { balance, bookedUnder } from './balance.ts'
export { checkpoint, rebuildCheckpointsAfterRestore } from './checkpoints.ts'
export { post } from './post.ts'

/** Returns the ledger's scheduled jobs. */
export function ledgerCrons(db: Db): readonly Cron[] {
  return [{ task: 'ledger_checkpoint', pattern: '*/5 * * * *', run: () => checkpoint(db) }]
}
