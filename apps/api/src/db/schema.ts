import type { CommunicationTables } from './schema/communication.ts'
import type { FloatTables } from './schema/float.ts'
import type { FraudTables } from './schema/fraud.ts'
import type { IdentityTables } from './schema/identity.ts'
import type { MoneyTables } from './schema/money.ts'
import type { OfficeTables } from './schema/office.ts'
import type { OperationsTables } from './schema/operations.ts'
import type { PricingTables } from './schema/pricing.ts'
import type { RailTables } from './schema/rails.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { TreasuryTables } from './schema/treasury.ts'

/** Every table, for Kysely. The migrations are authoritative; these types repeat them. */
export interface Schema
  extends
    IdentityTables,
    SignInTables,
    PricingTables,
    MoneyTables,
    OperationsTables,
    OfficeTables,
    CommunicationTables,
    RailTables,
    FloatTables,
    FraudTables,
    TreasuryTables {}
