import { officeCalls } from '@sesa/contract/office'
import type { Db } from '../../db/index.ts'
import type { Order } from '../../lib/order.ts'
import { plainAbout } from '../../lib/order-words.ts'
import { definePolicyOrder } from '../record/index.ts'
import { FRAUD_RULES, FRAUD_RULES_KEY, type RuleSet } from './fraud/rules.ts'

interface OrderDeps {
  readonly db: Db
  /** The fraud rules in force until staff set others. */
  readonly shippedFraudRules: RuleSet
}

/** Returns the order that changes the fraud rules. */
export const riskOrders = ({ db, shippedFraudRules }: OrderDeps): Order[] => [
  definePolicyOrder({
    ...{ db, policy: FRAUD_RULES, call: officeCalls.requestFraudRules },
    words: 'Change fraud rules',
    reads: 'fraud.manage',
    entityOf: () => FRAUD_RULES_KEY,
    shipped: () => ({ rules: shippedFraudRules.rules }),
    about: async (_asked, inForce) =>
      plainAbout({
        label: 'Fraud rules',
        effect: 'Replace the fraud rules for all new payments, at once.',
        link: { page: 'fraud_rules', id: null },
        state:
          inForce === undefined
            ? 'The built-in rules are in force'
            : `Version ${inForce.version} is in force`,
      }),
    done: (version) => `version ${version} is in force`,
  }),
]
