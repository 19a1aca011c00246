import { officeCalls } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { plainAbout } from '../../lib/order-words.ts'
import { newestRules, rulesInForce, storeRules } from './fraud/rule-store.ts'
import { readRules, type RuleSet } from './fraud/rules.ts'
import { actionRefused } from '../../lib/refused.ts'

function rulesOf(rules: unknown) {
  const read = readRules({ rules })
  if (!read.ok) throw actionRefused(read.problems.join(' '))
  return read.rules
}

interface OrderDeps {
  readonly db: Db
  /** The rules of fraud in force until staff set others. */
  readonly shippedFraudRules: RuleSet
}

/** The order that changes the rules of fraud. */
export const riskOrders = ({ db, shippedFraudRules }: OrderDeps): Order[] => [
  defineOrder({
    call: officeCalls.requestFraudRules,
    words: 'Change the rules of fraud',
    reads: 'fraud.manage',
    entityOf: () => 'fraud rules',
    async about() {
      const newest = await newestRules(db)
      return plainAbout({
        label: 'Rules of fraud',
        link: { page: 'fraud_rules', id: null },
        state:
          newest === undefined ? 'The shipped rules are in force' : `Version ${newest.version} is in force`,
      })
    },
    check: ({ payload }) => void rulesOf(payload.rules),
    async versionOf(tx) {
      const { rows } = await sql<{ version: string }>`
        select coalesce(max(version), 0)::text as version from fraud_rules`.execute(tx)
      return rows[0]?.version ?? '0'
    },
    current: async () => ({ rules: (await rulesInForce(db, shippedFraudRules)).rules }),
    async carryOut({ payload }, action) {
      return `version ${await storeRules(db, rulesOf(payload.rules), action)} is in force`
    },
  }),
]
