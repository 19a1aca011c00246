import { PROOF_HEADER, type Role } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { freePort } from '@sesa/test-kit/ports'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { composeOffice } from '../compose/office.ts'
import { compose, type Product } from '../compose/product.ts'
import { asOffice, readConfig } from '../config/config.ts'
import { createSealing } from '../lib/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { inviteReady, type OfficeLimits } from '../domains/office/index.ts'

/** Limits for tests, where all requests come from one address. */
const ROOMY: OfficeLimits = {
  perAddress15Minutes: 100_000,
  perCredential15Minutes: 100_000,
  perMemberMinute: 100_000,
  revealsPerHour: 100_000,
}

export interface OfficeAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly code: unknown
  readonly headers: Headers
}

/** Returns the options for a passkey from the refusal of a call that requires a proof. */
export function optionsIn({ body }: Pick<OfficeAnswer, 'body'>): { challenge: string } | undefined {
  const error = body['error'] as { details?: { options?: { challenge: string } } } | undefined
  return error?.details?.options
}

/** Encodes a passkey's answer for the proof header. */
export const proofOf = (answer: object): string => Buffer.from(JSON.stringify(answer)).toString('base64url')

/** The confirmation in progress on each device: a person confirms one thing after another, and its counter only grows. */
const PROVING = new WeakMap<Authenticator, Promise<unknown>>()

/** A staff member's browser, over real HTTP. */
export class OfficeBrowser {
  readonly base: string
  cookie = ''
  /** The device whose passkey answers where a call requires a proof; undefined: the refusal is returned. */
  device: Authenticator | undefined
  constructor(base: string) {
    this.base = base
  }

  /** Sends a call as the office's own pages do, with a proof if required. `headers` as for `sendOnce`. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OfficeAnswer> {
    const answer = await this.sendOnce(method, path, body, headers)
    const [options, device] = [optionsIn(answer), this.device]
    if (options === undefined || device === undefined) return answer
    const proving = (PROVING.get(device) ?? Promise.resolve()).then(() =>
      this.sendOnce(method, path, body, { ...headers, [PROOF_HEADER]: proofOf(device.get(options)) }),
    )
    PROVING.set(
      device,
      proving.catch(() => undefined),
    )
    return proving
  }

  /** Sends a call as the office's own pages do; `headers` replace theirs, and an empty one is omitted. */
  async sendOnce(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OfficeAnswer> {
    const given = Object.entries({
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { origin: this.base, 'sesa-office': '1' }),
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...headers,
    }).filter(([, value]) => value !== '')
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: Object.fromEntries(given),
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const set = answer.headers.getSetCookie()[0]?.split(';')[0]
    if (set !== undefined) this.cookie = set
    const text = await answer.text()
    const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    const error = parsed['error'] as { code?: unknown } | undefined
    return { status: answer.status, body: parsed, code: error?.code, headers: answer.headers }
  }

  get = (path: string): Promise<OfficeAnswer> => this.send('GET', path)
  post = (path: string, body?: object): Promise<OfficeAnswer> => this.send('POST', path, body)
}

/** A signed-in staff member with a passkey. */
export interface TestMember {
  readonly id: string
  readonly name: string
  readonly browser: OfficeBrowser
  readonly device: Authenticator
}

/** A call that requests an order of two people. */
export type OfficeRequest = readonly [method: string, path: string, body: object]
export interface Decided {
  /** The code of the first refusal, either of the request or of the approval. */
  readonly refused?: unknown
  readonly approval: Record<string, unknown>
}

export interface OfficeWorld {
  readonly database: TestDatabase
  /** The product with the application's role, as in the worker. */
  readonly product: Product
  /** The product with the office's role. */
  readonly office: Product
  readonly base: string
  browser(): OfficeBrowser
  /** Accepts an invitation with a new passkey and signs in. */
  accept(token: string, name: string): Promise<TestMember>
  /** The first of two administrators. */
  readonly administrator: TestMember
  /** Adds a member with these roles who joined long ago, so that no waiting period applies, and signs them in. */
  member(name: string, ...roles: Role[]): Promise<TestMember>
  /**
   * Asks as one member, approves as another, and carries out the order. Returns the request; with `refused`, the first
   * refusal.
   */
  decided(asker: TestMember, approver: TestMember, request: OfficeRequest): Promise<Decided>
  /** Returns the emails to an address, oldest first. */
  mailsTo(email: string): Promise<readonly { readonly subject: string; readonly text: string }[]>
  /** Accepts the newest invitation that was mailed to an address. */
  acceptMailed(name: string, email: string): Promise<TestMember>
  /** Signs a member in again, in another browser. */
  signInAgain(member: TestMember): Promise<OfficeBrowser>
  /** The environment for commands on this world. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

type Options = { readonly options: { challenge: string; user: { id: string } } }

/** Starts the office over the composed product and a real database, with its first administrator. */
export async function startOfficeWorld({
  limits = ROOMY,
  dist = '/nonexistent',
}: { readonly limits?: OfficeLimits; readonly dist?: string } = {}): Promise<OfficeWorld> {
  const database = await createTestDatabase()
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_OFFICE_URL: database.officeUrl,
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_office',
    SESA_SECRET: randomBytes(32).toString('base64'),
    SESA_LOG_LEVEL: 'silent',
    SESA_PUBLIC_URL: base,
    OFFICE_PORT: String(port),
  }
  const config = readConfig(env)
  if (config.office === null) throw new Error('The office has no port')
  const product = compose(config)
  const office = compose(readConfig(asOffice(env)))
  const readiness = { check: async () => undefined, leave: () => undefined }
  const app = await composeOffice(office, config, config.office, { readiness, limits, dist })
  await app.listen({ host: 'localhost', port })

  async function accept(token: string, name: string): Promise<TestMember> {
    const browser = new OfficeBrowser(base)
    const device = new Authenticator(base)
    const opened = await browser.post('/office/api/invitations/open', { token })
    expect(opened.status).toBe(200)
    const { options } = opened.body as unknown as Options
    const answer = await browser.post('/office/api/invitations/accept', {
      token,
      name: 'Laptop',
      response: device.create(options),
    })
    expect(answer.status).toBe(200)
    browser.device = device
    return { id: String(answer.body['id']), name, browser, device }
  }

  async function mailsTo(email: string) {
    const { unseal } = createSealing({ secret: config.secret }, 'messages')
    const rows = await database.owner
      .selectFrom('messages')
      .select(['id', 'body'])
      .where('channel', '=', 'email')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute()
    return rows.flatMap(({ id, body }) =>
      body === null ? [] : [JSON.parse(unseal(body, id)) as { subject: string; text: string }],
    )
  }

  let emails = 0
  async function member(name: string, ...roles: Role[]): Promise<TestMember> {
    const email = `member${(emails += 1)}@sesa.example`
    const { token } = await inviteReady({ db: database.owner, mode: 'sandbox' }, { name, email, roles })
    return accept(token, name)
  }

  const administrator = await member('Ama Boateng', 'administrator')
  // Orders of two people need two administrators; the second has no passkey yet.
  await inviteReady(
    { db: database.owner, mode: 'sandbox' },
    { name: 'Adwoa Boateng', email: 'adwoa@sesa.example', roles: ['administrator'] },
  )
  return {
    database,
    product,
    office,
    base,
    env,
    administrator,
    browser: () => new OfficeBrowser(base),
    accept,
    member,
    async decided(asker, approver, [method, path, body]) {
      const asked = await asker.browser.send(method, path, { reason: 'Agreed in a meeting', ...body })
      const approval = asked.body['approval'] as Record<string, unknown> | undefined
      if (approval === undefined) return { refused: asked.code, approval: {} }
      const id = String(approval['id'])
      const approved = await approver.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Checked' })
      if (approved.status !== 200) return { refused: approved.code, approval }
      await product.approvals.approvals.carryOut(id)
      return { approval: (await asker.browser.get(`/office/api/approvals/${id}`)).body }
    },
    mailsTo,
    async acceptMailed(name, email) {
      const links = (await mailsTo(email)).flatMap(({ text }) => /invitation#(\S+)/.exec(text)?.[1] ?? [])
      return accept(links.at(-1) ?? '', name)
    },
    async signInAgain({ device }) {
      const browser = new OfficeBrowser(base)
      const { options } = (await browser.post('/office/api/sign-in/challenge')).body as unknown as Options
      const answer = await browser.post('/office/api/sign-in', { response: device.get(options) })
      expect(answer.status).toBe(200)
      browser.device = device
      return browser
    },
    async close() {
      await app.close()
      await Promise.all([product.close(), office.close()])
      await database.drop()
    },
  }
}
