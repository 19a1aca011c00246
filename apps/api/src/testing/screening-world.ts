import { within } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import type { Db } from '../db/index.ts'
import { type ScreeningList } from '../domains/compliance/index.ts'
import { createCases, type CaseActions } from '../domains/compliance/cases/service.ts'
import { createDecider } from '../domains/compliance/screening/decider.ts'
import { createScreeningModule, type ScreeningModule } from '../domains/compliance/screening/index.ts'
import { wakeScreened } from '../domains/transfers/index.ts'
import { createYente } from '../providers/yente/index.ts'

/** Pay-outs up to USD 100.00 do not need the list. */
const WITHOUT_LIST = money(10_000n, 'USD')

/** Returns the sandbox's list through the product's adapter. */
export const sandboxList = (sandboxUrl: string): ScreeningList =>
  createYente(
    {
      url: `${sandboxUrl}/sandbox/yente`,
      dataset: 'default',
      algorithm: 'logic-v2',
      threshold: 0.7,
      timeout: within(2),
    },
    fetch,
  )

/** Creates screening and cases over a list, as composed in the product. */
export function screeningOver(
  db: Db,
  list: ScreeningList,
): { screening: ScreeningModule; cases: CaseActions; alerts: string[] } {
  const alerts: string[] = []
  return {
    alerts,
    screening: createScreeningModule({
      db,
      list,
      withoutListUpTo: WITHOUT_LIST,
      now: () => performance.now(),
      alert: (line) => alerts.push(line),
      wakeWaiting: () => wakeScreened(db, 'screening_unavailable'),
    }),
    cases: createCases({ db, deciders: { screening: createDecider((tx) => wakeScreened(tx, 'screening')) } }),
  }
}

/** Gives a test's customer the name and date of birth that a transfer records. */
export async function nameCustomer(owner: Db, userId: string, name: string, dob: string): Promise<void> {
  await owner.insertInto('profiles').values({ user_id: userId, name, dob, gender: null }).execute()
}
