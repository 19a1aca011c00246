import type { CollectionTables } from './schema/collections.ts'
import type { CommunicationTables } from './schema/communication.ts'
import type { ComplianceTables } from './schema/compliance.ts'
import type { FloatTables } from './schema/float.ts'
import type { FraudTables } from './schema/fraud.ts'
import type { IdentityCheckTables } from './schema/identity-checks.ts'
import type { IdentityTables } from './schema/identity.ts'
import type { MoneyTables } from './schema/money.ts'
import type { MonitoringTables } from './schema/monitoring.ts'
import type { OfficeTables } from './schema/office.ts'
import type { OperationsTables } from './schema/operations.ts'
import type { PricingTables } from './schema/pricing.ts'
import type { RailTables } from './schema/rails.ts'
import type { ReportTables } from './schema/reports.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { TreasuryTables } from './schema/treasury.ts'

/** Every table, for Kysely. The migrations are authoritative; these types repeat them. */
export interface Schema
  extends
    IdentityTables,
    IdentityCheckTables,
    SignInTables,
    PricingTables,
    MoneyTables,
    CollectionTables,
    OperationsTables,
    OfficeTables,
    CommunicationTables,
    RailTables,
    FloatTables,
    FraudTables,
    MonitoringTables,
    ReportTables,
    ComplianceTables,
    TreasuryTables {}
