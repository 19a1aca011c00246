import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import { createUsedUpBudgets } from '../../../db/used-up-budgets.ts'
import type { Cron } from '../../../jobs/index.ts'
import { deriveKey } from '../../../lib/secrets.ts'
import type { Audit } from '../account-record/index.ts'
import { createBuckets, type EmailLimits, type SessionGateway } from '../identity/index.ts'
import type { Branding, Messages } from '../../record/index.ts'
import { queueEmail } from './deps.ts'
import { forgetLinks, insertLink, voidLinks } from './links-store.ts'
import { emails } from './emails.ts'
import { registerEmail } from './routes.ts'

export { emailOwner, lockEmail, setConfirmedEmail } from './addresses-store.ts'

export interface EmailModule {
  routes(app: FastifyInstance): void
  /**
   * Emails the link that confirms an account's address; the account's earlier confirmation links stop
   * working.
   */
  sendConfirmation(tx: Tx, userId: string, email: string): Promise<void>
  forget(tx: Tx, userId: string): Promise<void>
  readonly crons: Cron[]
}

interface Deps {
  readonly db: Db
  readonly secret: Buffer
  readonly publicUrl: string
  readonly limits: EmailLimits
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly audit: Audit
  readonly gateway: SessionGateway
}

/**
 * Creates the email module: opening an account, signing in with a password, resetting a forgotten password, and confirming,
 * changing and restoring an account's address.
 */
export function createEmailModule({ secret, publicUrl, ...deps }: Deps): EmailModule {
  const parts = {
    ...deps,
    buckets: createBuckets(secret),
    usedUp: createUsedUpBudgets(),
    triesKey: deriveKey(secret, 'tries'),
  }

  const sendConfirmation: EmailModule['sendConfirmation'] = async (tx, userId, email) => {
    await voidLinks(tx, userId, ['verify'])
    const token = await insertLink(tx, { kind: 'verify', email, userId })
    await queueEmail(tx, parts, email, emails.confirm(token))
  }

  return {
    routes(app) {
      registerEmail(app, parts, { publicUrl, sendConfirmation })
    },
    sendConfirmation,
    forget: forgetLinks,
    crons: [],
  }
}
