import type { Role } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { freePort } from '@sesa/test-kit/ports'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { composeOffice } from '../compose/office.ts'
import { compose, type Product } from '../compose/product.ts'
import { readConfig } from '../config/config.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { inviteFirst, type OfficeLimits } from '../modules/staff/index.ts'

/** Limits for tests, where all requests come from one address. */
const ROOMY: OfficeLimits = {
  perAddress15Minutes: 100_000,
  perMemberMinute: 100_000,
  revealsPerHour: 100_000,
}

export interface OfficeAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly code: unknown
  readonly headers: Headers
}

/** A browser of a member of staff, over real HTTP. */
export class OfficeBrowser {
  readonly base: string
  cookie = ''
  constructor(base: string) {
    this.base = base
  }

  /** Sends a call as the office's own pages do; `headers` replace theirs, and an empty one is left out. */
  async send(
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

/** A member of staff with a passkey, signed in. */
export interface TestMember {
  readonly id: string
  readonly name: string
  readonly browser: OfficeBrowser
  readonly device: Authenticator
}

export interface OfficeWorld {
  readonly database: TestDatabase
  readonly product: Product
  readonly base: string
  browser(): OfficeBrowser
  /** Opens an invitation with a new passkey and signs in. */
  accept(token: string, name: string): Promise<TestMember>
  /** The first administrator. */
  readonly administrator: TestMember
  /** Invites a member with these roles, who accepts. */
  member(name: string, ...roles: Role[]): Promise<TestMember>
  /** Signs a member in again, in another browser. */
  signInAgain(member: TestMember): Promise<OfficeBrowser>
  /** The environment of a command on this world. */
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
  const readiness = { check: async () => undefined, leave: () => undefined }
  const app = await composeOffice(product, config, config.office, { readiness, limits, dist })
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
    return { id: String(answer.body['id']), name, browser, device }
  }

  const first = await inviteFirst(database.db, { name: 'Ama Boateng', email: 'ama@sesa.example' })
  const administrator = await accept(first.token, 'Ama Boateng')
  let emails = 0
  return {
    database,
    product,
    base,
    env,
    administrator,
    browser: () => new OfficeBrowser(base),
    accept,
    async member(name, ...roles) {
      const email = `member${(emails += 1)}@sesa.example`
      const invited = await administrator.browser.post('/office/api/staff', {
        name,
        email,
        roles,
        reason: 'Joined today',
      })
      expect(invited.status).toBe(201)
      return accept(String(invited.body['link']).split('#')[1] ?? '', name)
    },
    async signInAgain({ device }) {
      const browser = new OfficeBrowser(base)
      const { options } = (await browser.post('/office/api/sign-in/challenge')).body as unknown as Options
      const answer = await browser.post('/office/api/sign-in', { response: device.get(options) })
      expect(answer.status).toBe(200)
      return browser
    },
    async close() {
      await app.close()
      await product.close()
      await database.drop()
    },
  }
}
