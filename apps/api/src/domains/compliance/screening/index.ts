import type { RawBuilder } from 'kysely'
import type { Cron } from '../../../jobs/index.ts'
import { checkTransfer, type CheckDeps } from './check.ts'
import { createRescreening, type RescreenDeps } from './rescreen.ts'
import { type ScreenedTransfer, screeningPasses } from './subjects.ts'

export { addCustomer } from './subjects.ts'
export type { ScreeningList } from './ports.ts'

export interface ScreeningModule {
  /** Screens the people of a transfer before its pay-out. */
  check(transfer: ScreenedTransfer & { readonly usd_amount: bigint }): Promise<{
    readonly verdict: 'clear' | 'stopped' | 'refused' | 'wait'
    /** SQL condition for the update that begins a pay-out: true while nothing stops it. */
    readonly passes: RawBuilder<boolean>
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
        passes: screeningPasses(subjects, isWithoutList),
      }
    },
    crons: [{ task: 'screening', pattern: '* * * * *', run: createRescreening(deps) }],
  }
}
