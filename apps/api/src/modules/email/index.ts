import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { createUsedUpBudgets } from '../../db/used-up-budgets.ts'
import { originOf } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { Refused } from '../../lib/refused.ts'
import { deriveKey } from '../../lib/secrets.ts'
import type { Audit } from '../audit/index.ts'
import { createBuckets, newToken, type SessionGateway, type EmailLimits } from '../identity/index.ts'
import type { Branding, Messages } from '../messages/index.ts'
import { lockAddressOf } from './addresses-store.ts'
import { mail, payForMail, type EmailParts } from './deps.ts'
import { forgetLinks, insertLink, purgeLinks, voidLinks } from './links-store.ts'
import { mails } from './mails.ts'
import { purgeTries } from './password-tries.ts'
import { forgotPassword, resetPassword, signInByEmail } from './sign-in.ts'
import { signUpCookie } from './sign-up-cookie.ts'
import { signUp } from './sign-up.ts'
import { undoChange, verifyEmail } from './verify.ts'

export { emailOwner, lockEmail, setConfirmedEmail } from './addresses-store.ts'

export interface EmailModule {
  routes(app: FastifyInstance): void
  /** Mails the link that confirms an address of an account; the links sent before for it stop working. */
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
  readonly letterhead: Branding
  readonly audit: Audit
  readonly door: SessionGateway
}

const ACCEPTED = { status: 'accepted' } as const

function registerSignUp(app: FastifyInstance, parts: EmailParts, publicUrl: string): void {
  const cookie = signUpCookie(publicUrl)

  route(app, calls.signUpByEmail, async ({ body }, request, reply) => {
    const browserToken = newToken()
    await signUp(parts, { ...body, origin: originOf(request), browserToken })
    cookie.set(reply, browserToken)
    return ACCEPTED
  })

  route(app, calls.verifyEmail, async ({ body, caller }, request, reply) => {
    const { token, password, trustDevice } = body
    const visitor = parts.door.visitor(request, caller, trustDevice)
    const browserToken = cookie.read(request)
    const { email, opened, resetFrom } = await verifyEmail(parts, {
      ...{ token, password, browserToken },
      ...{ visitor, caller },
    })
    if (!opened) return { email, signedIn: null, resetFrom: resetFrom?.toISOString() ?? null }
    cookie.clear(reply)
    return { email, signedIn: await parts.door.startSession(reply, opened), resetFrom: null }
  })
}

function registerPasswordSignIn(app: FastifyInstance, parts: EmailParts): void {
  const { door } = parts
  route(app, calls.signInByEmail, async ({ body, caller }, request, reply) => {
    const visitor = door.visitor(request, caller, body.trustDevice)
    return door.startSession(reply, await signInByEmail(parts, { ...body, visitor }))
  })

  route(app, calls.forgotPassword, async ({ body }, request) => {
    await forgotPassword(parts, { email: body.email, origin: originOf(request) })
    return ACCEPTED
  })

  route(app, calls.resetPassword, async ({ body, caller }, request, reply) => {
    const visitor = door.visitor(request, caller, body.trustDevice)
    return door.startSession(reply, await resetPassword(parts, { ...body, visitor }))
  })
}

function registerAddress(
  app: FastifyInstance,
  parts: EmailParts,
  send: EmailModule['sendConfirmation'],
): void {
  route(app, calls.resendEmail, async ({ caller }, request) => {
    const { userId } = caller
    await inTransaction(parts.db, 'email.resend', async (tx) => {
      const address = await lockAddressOf(tx, userId)
      const email = address?.pending ?? (address?.verified ? null : address?.email)
      // Confirmed meanwhile in another tab: nothing is left to send.
      if (address?.verified && email === null) return
      if (email === null || email === undefined) throw new Refused('email_invalid', { field: 'email' })
      await payForMail(tx, parts, { email, address: originOf(request).address })
      await send(tx, userId, email)
    })
    return ACCEPTED
  })

  route(app, calls.undoEmail, async ({ body }, request) => ({
    email: await undoChange(parts, body.token, originOf(request)),
  }))
}

/**
 * Email addresses: opening an account with one, signing in with address and password, choosing a forgotten password
 * anew, and confirming, changing and taking back an account's address.
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
    await mail(tx, parts, email, mails.confirm(token))
  }

  return {
    routes(app) {
      registerSignUp(app, parts, publicUrl)
      registerPasswordSignIn(app, parts)
      registerAddress(app, parts, sendConfirmation)
    },
    sendConfirmation,
    forget: forgetLinks,
    crons: [
      { task: 'email_links_purge', pattern: '57 3 * * *', run: () => purgeLinks(deps.db) },
      { task: 'password_tries_purge', pattern: '58 3 * * *', run: () => purgeTries(deps.db) },
    ],
  }
}
