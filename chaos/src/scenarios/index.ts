import { accounts } from './accounts.ts'
import { compliance } from './compliance.ts'
import { contact } from './contact.ts'
import { float } from './float.ts'
import { fraud } from './fraud.ts'
import { google } from './google.ts'
import { identityDocuments } from './identity-documents.ts'
import { officeScenarios } from './office.ts'
import { officeSupportScenarios } from './office-support.ts'
import { staffScenarios } from './staff.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { reachScenarios } from './reach.ts'
import { reminders } from './reminders.ts'
import { signIns } from './sign-in.ts'
import { screening } from './screening.ts'
import type { Scenario } from './stage.ts'
import { treasury } from './treasury.ts'
import { wallets } from './wallets.ts'

/** Every scenario that reaches crash points. Add a new one to the file of its group. */
export const SCENARIOS: readonly Scenario[] = [
  ...accounts,
  ...contact,
  ...payouts,
  ...payments,
  ...wallets,
  ...float,
  ...treasury,
  ...fraud,
  ...screening,
  ...compliance,
  ...signIns,
  ...reminders,
  ...staffScenarios,
  ...reachScenarios,
  ...officeScenarios,
  ...officeSupportScenarios,
  ...identityDocuments,
  ...google,
]
