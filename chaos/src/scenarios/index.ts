import { accounts } from './accounts.ts'
import { google } from './google.ts'
import { staffScenarios } from './staff.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { signIns } from './sign-in.ts'
import type { Scenario } from './stage.ts'

/** Every way through the product that crash points are met on. A new one goes into the file of its group. */
export const SCENARIOS: readonly Scenario[] = [
  ...accounts,
  ...payouts,
  ...payments,
  ...signIns,
  ...staffScenarios,
  ...google,
]
