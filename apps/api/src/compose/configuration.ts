import { createConfiguration, type Configuration, type ConfigurationPart } from '../db/configuration.ts'
import type { Db } from '../db/index.ts'
import { TIER_LIMIT_SETS } from '../domains/compliance/index.ts'
import { ROUTES } from '../domains/payouts/index.ts'
import { PRICING_CONFIGURATION } from '../domains/pricing/index.ts'
import { FRAUD_RULE_SETS } from '../domains/risk/index.ts'

/** What each domain keeps in memory. */
export const CONFIGURATION_PARTS: readonly ConfigurationPart<unknown>[] = [
  ...PRICING_CONFIGURATION,
  ROUTES,
  FRAUD_RULE_SETS,
  TIER_LIMIT_SETS,
]

/** Creates the configuration of a process. */
export const composeConfiguration = (db: Db): Configuration => createConfiguration(db, CONFIGURATION_PARTS)
