import { calls, type ErrorCode, SIGN_IN_CHANNEL } from '@sesa/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeFromBudgets } from '../../../db/budgets.ts'
import { inTransaction } from '../../../db/index.ts'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { newToken, ownCookie, type Buckets } from '../identity/index.ts'
import { join, type JoinParts } from './join.ts'
import type { FederatedPerson, FlowSecrets, OpenIdService } from './ports.ts'
import { hasOtherWayIn, insertFlow, takeFlow, unlink } from './store.ts'

export interface GoogleParts extends JoinParts {
  readonly google: OpenIdService
  readonly publicUrl: string
  readonly buckets: Buckets
  readonly limits: { readonly triesPerAddress: number }
}

const TRY_SECONDS = 900
const FLOW_SECONDS = 600
const TRUSTED = 'trusted.'
const ADDING = 'adding.'

/** Returns the last page that the popup loads from us, with its result in the URL fragment. */
const popupPage = (result: 'ok' | ErrorCode): string => `/auth/popup#${result}`

function cookieOf(publicUrl: string) {
  const { name, options } = ownCookie(publicUrl, 'google')
  return { name, options, read: (request: FastifyRequest) => request.cookies[name] }
}

/** Counts the attempt and stores the secrets that verify its answer. */
async function begin(parts: GoogleParts, address: string, browserToken: string): Promise<FlowSecrets> {
  const { db, google, buckets, limits } = parts
  const secrets = google.newSecrets()
  const bucket = buckets.ofAddress('google', address)
  await inTransaction(db, 'google.begin', async (tx) => {
    const budget = { bucket, most: limits.triesPerAddress, seconds: TRY_SECONDS }
    const { wait } = await takeFromBudgets(tx, [budget])
    if (wait > 0) throw new Refused('rate_limited', { retryAfter: wait })
    await insertFlow(tx, secrets, browserToken)
  })
  return secrets
}

/**
 * Rejects a Google sign-in or link started by another site or an email link. Browsers report the source of a navigation; a
 * browser that does not may only sign in. Throws Refused `origin_refused`.
 */
function requireUserClick(request: FastifyRequest, isAdding: boolean): void {
  const site = request.headers['sec-fetch-site']
  const isOurs = site === 'same-origin'
  const isNobodys = site === 'none' || site === undefined
  if (!isOurs && (isAdding || !isNobodys)) throw new Refused('origin_refused')
}

/** Returns the person in the popup's answer. Throws Refused `sign_in_cancelled` or `token_refused`. */
async function personOf(
  { db, google, publicUrl }: GoogleParts,
  request: FastifyRequest,
  query: { state: string; error?: string | undefined },
  browserToken: string | undefined,
): Promise<FederatedPerson> {
  const secrets = await inTransaction(db, 'google.take_flow', (tx) => takeFlow(tx, query.state, browserToken))
  if (!secrets) throw new Refused('token_refused')
  if (query.error !== undefined) throw new Refused('sign_in_cancelled')
  const callback = new URL(request.url, publicUrl)
  const person = await callProvider('google.exchange', () => google.exchange(callback, secrets))
  if (!person) throw new Refused('token_refused')
  return person
}

/** Returns the code that the popup reports; logs an unexpected error as ours. */
function reportOf(error: unknown, request: FastifyRequest): ErrorCode {
  if (error instanceof Refused) return error.code
  request.log.error({ err: error }, 'signing in with Google failed')
  return 'internal'
}

/** Registers sign-in with Google in a popup: code flow with PKCE, bound by a cookie to the browser that started it. */
export function registerGoogle(app: FastifyInstance, parts: GoogleParts): void {
  const { db, gateway, google } = parts
  const cookie = cookieOf(parts.publicUrl)

  route(app, calls.startGoogle, async ({ query }, request, reply) => {
    const isAdding = query.add === 'true'
    requireUserClick(request, isAdding)
    const browserToken = `${isAdding ? ADDING : ''}${query.trustDevice === 'true' ? TRUSTED : ''}${newToken()}`
    try {
      const secrets = await begin(parts, request.ip, browserToken)
      const url = await callProvider('google.discover', () => google.authorizationUrl(secrets))
      reply.setCookie(cookie.name, browserToken, { ...cookie.options, maxAge: FLOW_SECONDS })
      void reply.redirect(url.href, 302)
    } catch (error) {
      const report = reportOf(error, request)
      void reply.redirect(popupPage(report === 'internal' ? 'sign_in_unavailable' : report), 302)
    }
    return undefined
  })

  route(app, calls.endGoogle, async ({ query }, request, reply) => {
    const browserToken = cookie.read(request)
    reply.clearCookie(cookie.name, cookie.options)
    try {
      const person = await personOf(parts, request, query, browserToken)
      const caller = await gateway.signedIn(request)
      const visitor = gateway.visitor(request, caller, browserToken?.includes(TRUSTED))
      const mayAdd = browserToken?.startsWith(ADDING) ?? false
      const arrival = { service: 'google', person, visitor, caller, mayAdd } as const
      const opened = await inTransaction(db, 'google.join', (tx) => join(tx, parts, arrival))
      if (opened) await gateway.startSession(reply, opened)
      void reply.redirect(popupPage('ok'), 302)
    } catch (error) {
      void reply.redirect(popupPage(reportOf(error, request)), 302)
    }
    return undefined
  })
}

/** Registers the call that unlinks Google from the account, whether Google or Firebase verified it. */
export function registerRemoval(app: FastifyInstance, { db, audit }: JoinParts): void {
  route(app, calls.removeGoogle, async ({ caller }, request) => {
    const { userId, sessionId } = caller
    await inTransaction(db, 'google.remove', async (tx) => {
      if (!(await unlink(tx, userId))) throw new Refused('not_found')
      if (!(await hasOtherWayIn(tx, userId))) throw new Refused('only_way_in')
      const origin = originOf(request)
      await audit.record(tx, { userId, sessionId, kind: 'google_removed', origin })
    })
    return undefined
  })
}

const POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signing in</title>
<script src="/auth/popup.js" defer></script></head>
<body><main><h1>You can close this window</h1><p>Go back to the window you came from.</p>
<p><a href="/sign-in">Or sign in here</a></p></main></body>
</html>
`

/** Reports to the opening window through our own origin's channel, and closes itself. */
const SCRIPT = `const result = location.hash.slice(1)
const channel = new BroadcastChannel(${JSON.stringify(SIGN_IN_CHANNEL)})
channel.postMessage(result === 'ok' ? { ok: true } : { ok: false, code: result })
channel.close()
history.replaceState(null, '', location.pathname)
window.close()
`

/** Serves the last page of a sign-in popup. */
export function registerPopup(app: FastifyInstance): void {
  app.get('/auth/popup', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      // Any other value cuts the popup from its opener on the way back from Google, and the opener believes it was
      // closed.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(PAGE),
  )
  app.get('/auth/popup.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
}
