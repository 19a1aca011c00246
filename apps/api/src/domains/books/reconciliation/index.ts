import type { Cron } from '../../../jobs/index.ts'
import { reconcile, type ReconciliationDeps } from './run.ts'

export { countOpenBreaks, keepBreak, resolveBreak } from './breaks.ts'
export type { CardBooks, CardEntry, CardEntryKind } from './ports.ts'
export { readFinished, recordInvariants } from './finished.ts'
export { checkInvariants } from './invariants.ts'
export { explainBreak, reconcile, type Report } from './run.ts'
export { watchCrons } from './watch.ts'

/** Returns the scheduled reconciliation, which logs the number of open breaks in one line. */
export function reconciliationCrons(
  deps: ReconciliationDeps,
  alert: (line: string) => void,
): readonly Cron[] {
  const run = async (): Promise<void> => {
    const { breaks } = await reconcile(deps)
    const open = breaks.filter(({ state }) => state === 'open').length
    if (open > 0) alert(`${open} open breaks with the providers’ books: npm run sesa -- reconcile`)
  }
  return [{ task: 'reconcile', pattern: '7 * * * *', run }]
}
