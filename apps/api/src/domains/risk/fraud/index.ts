export {
  countAccountHolds,
  isAccountHeld,
  isStoppedByHold,
  liftHoldOfReport,
  liftHoldsByStaff,
  listAccountHolds,
  openHoldByStaff,
  openHoldForReport,
  type AccountHold,
  type FraudReport,
} from './account-holds.ts'
export { decide, delayMinutes, requested3ds, type AppliedRule, type Decision, type Facts } from './decide.ts'
export { readFacts, storeDecision } from './decision-store.ts'
export { gatherFacts, isKnownRecipient, saveDevice } from './facts.ts'
export { replay } from './replay.ts'
export { listRules, newestRules, rulesInForce, storeRules, type StoredRules } from './rule-store.ts'
export { readRules, SANDBOX_RULES, SHIPPED_RULES, type Rule, type RuleSet } from './rules.ts'
export { exportFraud, forgetDevices } from './personal-data.ts'
