import type { Db } from '../db/index.ts'
import type { Config } from '../config/config.ts'
import { SANDBOX_SCREENING } from '../config/screening-settings.ts'
import { createCases, type CaseActions } from '../modules/cases/index.ts'
import {
  createDecider,
  createScreeningModule,
  type ScreeningList,
  type ScreeningModule,
} from '../modules/screening/index.ts'
import { wakeScreened } from '../modules/transfers/index.ts'

/** Composes screening and the cases that it opens. */
export function composeScreening(
  { providers }: Pick<Config, 'providers'>,
  parts: { readonly db: Db; readonly list: ScreeningList; alert(line: string): void },
): { readonly screening: ScreeningModule; readonly cases: CaseActions } {
  const { db } = parts
  const { withoutListUpTo } = providers.mode === 'sandbox' ? SANDBOX_SCREENING : providers.screening
  return {
    screening: createScreeningModule({
      ...parts,
      withoutListUpTo,
      wakeWaiting: () => wakeScreened(db, 'screening_unavailable'),
    }),
    cases: createCases({ db, deciders: { screening: createDecider((tx) => wakeScreened(tx, 'screening')) } }),
  }
}
