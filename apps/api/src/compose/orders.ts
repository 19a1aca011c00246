import type { Db } from '../db/index.ts'
import { booksOrders, type TreasuryModule } from '../domains/books/index.ts'
import { complianceOrders, type IdentityStaff, type ReportsModule } from '../domains/compliance/index.ts'
import { customerOrders, readCustomer, type NameCorrections } from '../domains/customers/index.ts'
import { staffOrders, type StaffMail } from '../domains/office/index.ts'
import { payoutOrders } from '../domains/payouts/index.ts'
import { pricingOrders } from '../domains/pricing/index.ts'
import { riskOrders, type RuleSet } from '../domains/risk/index.ts'
import { transferOrders, type StaffActions } from '../domains/transfers/index.ts'
import type { Order } from '../lib/order.ts'
import type { StaffAction } from '../lib/staff-action.ts'

interface Parts {
  readonly db: Db
  readonly transfers: StaffActions
  readonly names: NameCorrections
  closeAccount(userId: string, action: StaffAction): Promise<void>
  readonly identity: IdentityStaff
  readonly reports: ReportsModule
  readonly treasury: TreasuryModule
  readonly railNames: readonly string[]
  /** True in the sandbox. */
  readonly allOpen: boolean
  readonly shippedFraudRules: RuleSet
  readonly mail: StaffMail
}

/** Every order of two people. Each domain declares its own in `orders.ts`. */
export const composeOrders = (parts: Parts): readonly Order[] => [
  ...transferOrders({
    ...parts,
    nameCustomer: async (userId, reader) => (await readCustomer(parts.db, userId, reader))?.label,
  }),
  ...customerOrders(parts),
  ...complianceOrders(parts),
  ...riskOrders(parts),
  ...pricingOrders(parts),
  ...payoutOrders(parts),
  ...booksOrders(parts),
  ...staffOrders(parts),
]
