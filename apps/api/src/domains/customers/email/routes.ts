import { calls } from '@sesa/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { newToken, ownCookie } from '../identity/index.ts'
import { lockAddressOf } from './addresses-store.ts'
import { chargeEmailBudgets, type EmailParts } from './deps.ts'
import { LINK_MINUTES } from './links-store.ts'
import { forgotPassword, resetPassword, signInByEmail } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { undoChange, verifyEmail } from './verify.ts'

type SendConfirmation = (tx: Tx, userId: string, email: string) => Promise<void>

/** Returns a cookie that marks the browser that signed up until it opens the link. */
function signUpCookie(publicUrl: string) {
  const { name, options } = ownCookie(publicUrl, 'sign-up')
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string): void => {
      reply.setCookie(name, token, { ...options, maxAge: LINK_MINUTES.sign_up * 60 })
    },
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(name, options)
    },
  }
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
    const visitor = parts.gateway.visitor(request, caller, trustDevice)
    const browserToken = cookie.read(request)
    const { email, opened, resetFrom } = await verifyEmail(parts, {
      ...{ token, password, browserToken },
      ...{ visitor, caller },
    })
    if (!opened) return { email, signedIn: null, resetFrom: resetFrom?.toISOString() ?? null }
    cookie.clear(reply)
    return { email, signedIn: await parts.gateway.startSession(reply, opened), resetFrom: null }
  })
}

function registerPasswordSignIn(app: FastifyInstance, parts: EmailParts): void {
  const { gateway } = parts
  route(app, calls.signInByEmail, async ({ body, caller }, request, reply) => {
    const visitor = gateway.visitor(request, caller, body.trustDevice)
    return gateway.startSession(reply, await signInByEmail(parts, { ...body, visitor }))
  })

  route(app, calls.forgotPassword, async ({ body }, request) => {
    await forgotPassword(parts, { email: body.email, origin: originOf(request) })
    return ACCEPTED
  })

  route(app, calls.resetPassword, async ({ body, caller }, request, reply) => {
    const visitor = gateway.visitor(request, caller, body.trustDevice)
    return gateway.startSession(reply, await resetPassword(parts, { ...body, visitor }))
  })
}

function registerAddress(app: FastifyInstance, parts: EmailParts, sendConfirmation: SendConfirmation): void {
  route(app, calls.resendEmail, async ({ caller }, request) => {
    const { userId } = caller
    await inTransaction(parts.db, 'email.resend', async (tx) => {
      const address = await lockAddressOf(tx, userId)
      const email = address?.pending ?? (address?.verified ? null : address?.email)
      // Confirmed meanwhile in another tab: there is nothing left to send.
      if (address?.verified && email === null) return
      if (email === null || email === undefined) throw new Refused('email_invalid', { field: 'email' })
      await chargeEmailBudgets(tx, parts, { email, address: originOf(request).address })
      await sendConfirmation(tx, userId, email)
    })
    return ACCEPTED
  })

  route(app, calls.undoEmail, async ({ body }, request) => ({
    email: await undoChange(parts, body.token, originOf(request)),
  }))
}

/** Registers the calls of sign-up, sign-in by password and a changed address. */
export function registerEmail(
  app: FastifyInstance,
  parts: EmailParts,
  { publicUrl, sendConfirmation }: { publicUrl: string; sendConfirmation: SendConfirmation },
): void {
  registerSignUp(app, parts, publicUrl)
  registerPasswordSignIn(app, parts)
  registerAddress(app, parts, sendConfirmation)
}
