import type { CountryCode } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import type { Audit } from '../../customers/index.ts'
import type { Notices } from '../../record/index.ts'
import type { CheckPlan, IdentityProvider } from './ports.ts'

export interface IdentityChecksDeps extends Secrets {
  readonly db: Db
  readonly audit: Pick<Audit, 'record'>
  readonly notices: Notices
  /** Public URL of the product, without a trailing slash. */
  readonly publicUrl: string
  /** Every configured provider, including any that new checks no longer use. */
  readonly providers: readonly IdentityProvider[]
  /** Provider and documents of each country; a country without a plan offers no check. */
  readonly plans: Readonly<Partial<Record<CountryCode, CheckPlan>>>
  /** Closes open payments when the name changes; returns true if the user has ever opened one. */
  closeForIdentity(tx: Tx, userId: string): Promise<boolean>
}

/** The page where customers see their check. */
export const CHECK_PATH = '/me/limits'

/** The same page, for customers who return from the provider: it begins with the result. */
export const RETURN_PATH = `${CHECK_PATH}?checked`
