import type { Cron } from '../../../jobs/index.ts'
import { checkTransfer, type CheckDeps } from './check.ts'
import { createRescreening, type RescreenDeps } from './rescreen.ts'
import type { ScreenedTransfer } from './subjects.ts'

export { addCustomer } from './subjects.ts'
export type { ScreeningList } from './ports.ts'

export interface ScreeningModule {
  /** Screens the people of a transfer before its pay-out. */
  check(transfer: ScreenedTransfer & { readonly usd_amount: bigint }): Promise<{
    readonly verdict: 'clear' | 'stopped' | 'refused' | 'wait'
    /** The people whom no case may stop when the pay-out begins (`screening_passes`). */
    readonly people: { readonly ids: readonly bigint[]; readonly mayBeUnscreened: boolean }
  }>
  readonly crons: readonly Cron[]
}

/** Creates the screening of customers and recipients against lists. */
export function createScreeningModule(deps: CheckDeps & RescreenDeps): ScreeningModule {
  return {
    async check(transfer) {
      const { verdict, subjects } = await checkTransfer(deps, transfer)
      const isWithoutList = verdict === 'clear_without_list'
      return {
        verdict: isWithoutList ? 'clear' : verdict,
        people: { ids: subjects, mayBeUnscreened: isWithoutList },
      }
    },
    crons: [{ task: 'screening', pattern: '* * * * *', run: createRescreening(deps) }],
  }
}
