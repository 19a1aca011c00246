import { PATIENCE } from '@sesa/test-kit/patience'
import { EMAIL_LINK_PAGES } from '@sesa/contract'
import { createSandbox } from '@sesa/sandbox'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { randomBytes, randomInt } from 'node:crypto'
import { expect, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createMetrics } from '../http/server/metrics.ts'
import { createServer } from '../http/server/server.ts'
import { MONEY_DATA } from '../compose/personal-data.ts'
import {
  composeAccounts,
  type Accounts,
  STRICT_LIMITS,
  type AccountActions,
  type FirebaseService,
} from '../domains/customers/index.ts'
import { createMessagesModule, type Messages } from '../domains/record/index.ts'
import type { NoticesModule } from '../domains/record/notices/index.ts'
import type { PushSender } from '../domains/record/notices/ports.ts'
import { registerNotifications } from '../domains/support/notifications/routes.ts'
import {
  closeForIdentity,
  hasMoneyInFlight,
  isWalletAsked,
  paidSince,
  readHomeAtBoot,
  rememberNumber,
} from '../domains/transfers/index.ts'
import { addCustomer, endChangedCheck, queueRedaction } from '../domains/compliance/index.ts'
import { createIdentityChecksModule } from '../domains/compliance/identity-checks/index.ts'
import { createGoogle } from '../providers/google/index.ts'
import { createSandboxMail, createSandboxSms } from '../providers/sandbox-messages/index.ts'
import { NO_VAULT } from './saved-cards.ts'
import { appNotices } from './app-notices.ts'
import { createSweeper } from '../jobs/index.ts'
import { startJobs } from './job-runner.ts'
import { sessionOf, setFault } from './sandbox-faults.ts'

export type Limits = typeof STRICT_LIMITS

/** Limits for tests, where all requests come from one address. */
export const ROOMY: Limits = {
  ...STRICT_LIMITS,
  resendAfter: 0,
  perNumberAndAddressDay: 10_000,
  wrongPerNumberAndAddressDay: 10_000,
  longPerNumberAndAddressDay: 10_000,
  perAddressHour: 10_000,
  withoutProofHour: 10_000,
  withoutProofDay: 10_000,
  mailsPerAddress: 10_000,
  triesPerAddress: 10_000,
}

export interface Answer {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly body: Record<string, unknown>
  readonly code: unknown
}

/** A browser that keeps cookies and, once signed in, sends the ID token. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly app: FastifyInstance
  bearer: string | undefined
  address = '198.51.100.7'
  userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'

  constructor(app: FastifyInstance) {
    this.app = app
  }

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: this.address,
      cookies: Object.fromEntries(this.cookies),
      headers: {
        'user-agent': this.userAgent,
        'sec-fetch-site': 'same-origin',
        ...(this.bearer !== undefined && { authorization: `Bearer ${this.bearer}` }),
      },
      ...(body && { payload: body }),
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const ended = maxAge === 0 || (expires !== undefined && expires.getTime() === 0)
      if (ended) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const parsed = isJson ? response.json<Record<string, unknown>>() : {}
    const error = parsed['error'] as { code?: unknown } | undefined
    return { status: response.statusCode, headers: response.headers, body: parsed, code: error?.code }
  }
}

export interface IdentityApp {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  readonly messages: Messages
  readonly notices: NoticesModule
  readonly sandboxUrl: string
  readonly operations: AccountActions
  readonly accounts: Accounts
  browser(): Browser
  /** Returns the texts that reached a phone or mailbox, newest first. */
  received(to: string): Promise<{ text: string; subject?: string }[]>
  /** Waits for the n-th code that reaches a phone. */
  codeFor(phone: string, nth?: number): Promise<string>
  /** Waits for the n-th email to an address, or the newest with a link to that page; returns the link's token. */
  linkFor(email: string, which?: number | keyof typeof EMAIL_LINK_PAGES): Promise<string>
  /** Waits for the n-th email to an address and returns its subject. */
  subjectOf(email: string, nth: number): Promise<string>
  /** Opens an account with email and password, and signs in. */
  signUp(email: string, password: string, browser?: Browser): Promise<Browser>
  /** Backdates the sign-in of a browser's session by 11 minutes, so that its proof has expired. */
  ageProof(browser: Browser): Promise<void>
  signIn(phone: string, browser?: Browser, options?: { trustDevice?: boolean }): Promise<Browser>
  fault(target: 'sms' | 'email' | 'push', mode: string, count: number): Promise<void>
  close(): Promise<void>
}

/** Returns a Liberian mobile number that no other test uses. */
export function newNumber(): string {
  return `+23177${randomInt(0, 10_000_000).toString().padStart(7, '0')}`
}

/** Returns an email address that no other test uses. */
export function newEmail(): string {
  return `kollie.${randomBytes(5).toString('hex')}@example.com`
}

/** A password that the policy accepts. */
export const GOOD_PASSWORD = 'plantain harbour 58'

export interface IdentityAppOptions {
  readonly publicUrl?: string
  readonly firebase?: FirebaseService
  /** Sends push notifications; default: none. */
  readonly push?: PushSender
  /** Receives every log line of every level. */
  readonly logTo?: { write(line: string): void }
}

/** Starts identity, profile and messages on a real database, with a real worker and the sandbox's phones. */
export async function startIdentityApp(
  limits: Limits = ROOMY,
  { publicUrl = 'http://localhost:3000', firebase, push, logTo }: IdentityAppOptions = {},
) {
  const database = await createTestDatabase()
  const sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: `${publicUrl}/sandbox`,
    webhookBase: 'http://127.0.0.1:1',
    stripeWebhookSecret: 'whsec_test',
  })
  const sandboxUrl = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { db } = database
  const secret = randomBytes(32)
  const provider = { baseUrl: sandboxUrl, fetch }
  const messages = createMessagesModule({
    db,
    secret,
    sms: createSandboxSms(provider),
    mail: createSandboxMail(provider),
    smsPerDay: 1_000,
    smsNoticesPerDay: 1_000,
  })
  const { branding, notices } = appNotices({ db, messages, publicUrl, sandboxUrl, push })
  const accounts = composeAccounts({
    db,
    secret,
    publicUrl,
    limits,
    ...{ messages, branding, notices },
    publicConfig: async () => ({ sandbox: true }),
    homeOf: (userId) => readHomeAtBoot({ db, remindersDue: () => Promise.resolve([]) }, userId),
    moneyInFlight: hasMoneyInFlight,
    ...{ paidSince, rememberNumber, isWalletAsked, closeForIdentity, identityChanged: addCustomer },
    ...{ endChangedCheck, redactCheck: queueRedaction, cardVault: NO_VAULT },
    personalData: MONEY_DATA,
    fillText: (text) => text,
    google: createGoogle({
      issuer: `${publicUrl}/sandbox/google`,
      reachedAt: `${sandboxUrl}/sandbox/google`,
      clientId: 'sesa-sandbox',
      clientSecret: 'sesa-sandbox-google-secret',
      redirectUri: `${publicUrl}/auth/google/callback`,
      timeoutSeconds: 10,
      fetch,
    }),
    firebase,
  })
  const identityChecks = createIdentityChecksModule({
    ...{ db, secret, notices, publicUrl, closeForIdentity, providers: [], plans: {} },
    audit: accounts.audit,
  })
  const settings = { routes: (instance: FastifyInstance) => registerNotifications(instance, db) }
  const app = await createServer({
    db,
    authenticate: accounts.authenticate,
    metrics: createMetrics({ counters: accounts.counters }),
    traces: accounts.traces,
    modules: [...accounts.modules, identityChecks, notices, settings],
    publicUrl,
    logLevel: logTo ? 'debug' : 'silent',
    logTo,
  })
  const crons = [...messages.crons, ...accounts.crons, ...identityChecks.crons, ...notices.crons]
  const stopJobs = await startJobs(database, notices.jobs, crons)
  const sweeper = createSweeper({ db, sweeps: [messages.createSweep()], onError: () => undefined })
  sweeper.start()

  const received: IdentityApp['received'] = async (to) => {
    const response = await fetch(`${sandboxUrl}/sandbox/messages?to=${encodeURIComponent(to)}`)
    const { messages: list } = (await response.json()) as {
      messages: { text: string; subject?: string }[]
    }
    return list
  }
  /** Returns the codes that reached a phone, newest first, without other texts. */
  const codesTo = async (phone: string): Promise<string[]> =>
    (await received(phone)).flatMap(({ text }) => /Your Sesa code is (\d{6})/.exec(text)?.[1] ?? [])
  const codeFor: IdentityApp['codeFor'] = (phone, nth = 1) =>
    vi.waitFor(async () => {
      const code = (await codesTo(phone)).at(-nth)
      if (code === undefined) throw new Error(`No code number ${nth} for ${phone}`)
      return code
    }, PATIENCE)
  const tokenIn = (text: string, page = ''): string | undefined =>
    new RegExp(`${page}(?:[?][^#\\s]*)?#([\\w-]{43})`).exec(text)?.[1]
  const linkFor: IdentityApp['linkFor'] = (email, which = 1) =>
    vi.waitFor(async () => {
      const texts = (await received(email)).map(({ text }) => text)
      const token =
        typeof which === 'number'
          ? tokenIn((texts.length >= which && texts.at(-which)) || '')
          : texts.flatMap((text) => tokenIn(text, EMAIL_LINK_PAGES[which]) ?? [])[0]
      if (token === undefined) throw new Error(`No link ${which} to ${email}`)
      return token
    }, PATIENCE)
  const world: IdentityApp = {
    app,
    database,
    messages,
    notices,
    sandboxUrl,
    operations: accounts.actions,
    accounts,
    browser: () => new Browser(app),
    received,
    codeFor,
    async signIn(phone, browser = new Browser(app), options = {}) {
      const nth = (await codesTo(phone)).length + 1
      const started = await browser.send('POST', '/auth/phone/start', { phoneNumber: phone })
      expect(started.status).toBe(202)
      const { verificationId } = started.body
      const code = await codeFor(phone, nth)
      const verified = await browser.send('POST', '/auth/phone/verify', { verificationId, code, ...options })
      expect(verified.body).toMatchObject({ user: { phoneNumber: phone } })
      browser.bearer = String(verified.body['idToken'])
      return browser
    },
    linkFor,
    subjectOf: (email, nth) =>
      vi.waitFor(async () => {
        const subject = (await received(email)).at(-nth)?.subject
        if (subject === undefined) throw new Error(`No mail ${nth} to ${email}`)
        return subject
      }, PATIENCE),
    async signUp(email, password, browser = new Browser(app)) {
      const asked = await browser.send('POST', '/auth/email/sign-up', { email, password })
      expect(asked.status).toBe(202)
      const token = await linkFor(email)
      const verified = await browser.send('POST', '/auth/email/verify', { token })
      expect(verified.body).toMatchObject({ email, signedIn: { user: { email } } })
      browser.bearer = String((verified.body['signedIn'] as { idToken: string }).idToken)
      return browser
    },
    async ageProof(browser) {
      const sid = sessionOf(browser.bearer)
      const past = new Date(Date.now() - 11 * 60_000)
      await database.owner.updateTable('sessions').set({ auth_time: past }).where('id', '=', sid).execute()
    },
    fault: (target, mode, count) => setFault(sandboxUrl, { target, mode, count }),
    async close() {
      await sweeper.stop()
      await stopJobs()
      await app.close()
      await sandbox.close()
      await database.drop()
    },
  }
  return world
}
