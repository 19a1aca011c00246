export { riskGauges } from './gauges.ts'
export {
  type AccountHold,
  type FraudReport,
  isAccountHeld,
  isHeld,
  isStoppedByHold,
  liftHoldOfReport,
  liftHoldsByStaff,
  listAccountHolds,
  openHoldByStaff,
  openHoldForReport,
} from './fraud/account-holds.ts'
export {
  type AppliedRule,
  decide,
  type Decision,
  delayMinutes,
  type Facts,
  requested3ds,
} from './fraud/decide.ts'
export { readFacts, storingDecision } from './fraud/decision-store.ts'
export { type Earlier, earlierPayments, factsOf, isKnownRecipient, savingDevice } from './fraud/facts.ts'
export { exportFraud, forgetDevices } from './fraud/personal-data.ts'
export { replay } from './fraud/replay.ts'
export {
  FRAUD_RULE_SETS,
  FRAUD_RULES,
  readRules,
  type RuleSet,
  rulesInForce,
  SANDBOX_RULES,
  SHIPPED_RULES,
} from './fraud/rules.ts'
export { riskOrders } from './orders.ts'
