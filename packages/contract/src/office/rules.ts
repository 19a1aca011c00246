import * as v from 'valibot'
import { calendarDate, dateTime } from '../schema.ts'
import { askCall } from './approvals.ts'
import { officeCall, reason, readCall } from './call.ts'

/** Rules as JSON: the server says what is wrong with them. */
const rules = v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(100))

const version = v.object({
  /** 0 is the set shipped with the product. */
  version: v.number(),
  mode: v.picklist(['in_force', 'shadow']),
  rules,
  author: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  since: v.nullable(dateTime),
})
export type RulesVersion = v.InferOutput<typeof version>

const listed = v.object({
  /** The version in force. */
  inForce: v.number(),
  /** A newer version in shadow mode, which records and opens no cases. */
  shadow: v.nullable(v.number()),
  /** The newest 50 versions, the newest first, and the shipped one. */
  versions: v.array(version),
})
export type RulesList = v.InferOutput<typeof listed>

const figure = v.nullable(v.number())
const monitoringTrial = v.object({
  version: v.number(),
  /** Accounts and wallets, each counted on every day with a payment. */
  subjects: v.number(),
  rules: v.array(
    v.object({
      ruleId: v.string(),
      before: figure,
      after: figure,
      insufficient: v.number(),
      examples: v.array(v.string()),
    }),
  ),
})
export type MonitoringTrial = v.InferOutput<typeof monitoringTrial>

const tally = v.object({ name: v.string(), before: v.number(), after: v.number() })
const fraudReplay = v.object({
  examined: v.number(),
  outcomes: v.array(tally),
  rules: v.array(tally),
  amounts: v.array(v.object({ outcome: v.string(), before: v.string(), after: v.string() })),
  /** How many payments would have been treated differently, and the first of them. */
  changedCount: v.number(),
  changed: v.array(
    v.object({
      reference: v.nullable(v.string()),
      amount: v.string(),
      before: v.string(),
      after: v.string(),
      ruleId: v.nullable(v.string()),
    }),
  ),
})
export type FraudReplay = v.InferOutput<typeof fraudReplay>

export const ruleCalls = {
  listMonitoringRules: readCall({
    path: '/office/api/monitoring-rules',
    summary: 'The monitoring rules: the version in force and earlier ones',
    permission: 'monitoring.change',
    success: { 200: listed },
  }),
  tryMonitoringRules: officeCall({
    method: 'POST',
    path: '/office/api/monitoring-rules/try',
    summary: 'Backtest monitoring rules against the version in force; at most 92 days',
    permission: 'monitoring.change',
    body: v.strictObject({ rules, from: calendarDate, to: calendarDate }),
    success: { 200: monitoringTrial },
    errors: ['action_refused'],
  }),
  requestMonitoringRules: askCall({
    path: '/office/api/monitoring-rules',
    summary: 'Request new monitoring rules, in force or in shadow mode',
    permission: 'monitoring.change',
    asks: 'set_monitoring_rules',
    body: v.strictObject({ rules, mode: v.picklist(['in_force', 'shadow']), reason }),
  }),
  listFraudRules: readCall({
    path: '/office/api/fraud-rules',
    summary: 'The fraud rules: the version in force and earlier ones',
    permission: 'fraud.manage',
    success: { 200: listed },
  }),
  replayFraudRules: officeCall({
    method: 'POST',
    path: '/office/api/fraud-rules/replay',
    summary: 'Backtest fraud rules on past payments; at most 92 days',
    permission: 'fraud.manage',
    body: v.strictObject({ rules, days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(92)) }),
    success: { 200: fraudReplay },
    errors: ['action_refused'],
  }),
  requestFraudRules: askCall({
    path: '/office/api/fraud-rules',
    summary: 'Request new fraud rules',
    permission: 'fraud.manage',
    asks: 'set_fraud_rules',
    body: v.strictObject({ rules, reason }),
  }),
}
