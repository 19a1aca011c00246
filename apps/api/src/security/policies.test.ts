import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '../http/server/server.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { COMPANY_DETAILS } from '../testing/legal-details.ts'

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const support = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia', socials: [] }

let sandbox: ProductWorld
/** Server with Stripe's card fields, under https; the other one also with Firebase and wallets. */
let live: FastifyInstance
let hosted: FastifyInstance
let pages: string[]

function liveServer(
  firebase?: { authDomain: string; emulatorUrl: string | null },
  wallets = false,
): Promise<FastifyInstance> {
  return createServer({
    db: sandbox.database.db,
    publicUrl: 'https://sesa.example',
    logLevel: 'silent',
    modules: [],
    authenticate: () => Promise.resolve(null),
    web: {
      dist: WEB_DIST,
      support,
      stores: { apple: undefined, google: undefined },
      legal: COMPANY_DETAILS,
      wallets,
      firebase,
    },
  })
}

beforeAll(async () => {
  sandbox = await startProduct({ pages: true })
  live = await liveServer()
  hosted = await liveServer({ authDomain: 'sesa-demo.firebaseapp.com', emulatorUrl: null }, true)
  const manifest = JSON.parse(await readFile(`${WEB_DIST}/manifest.json`, 'utf8')) as {
    pages: Record<string, unknown>
    app: string[]
  }
  pages = [...Object.keys(manifest.pages), ...manifest.app]
})
afterAll(async () => {
  await Promise.all([live.close(), hosted.close()])
  await sandbox.close()
})

const OTHERS = [
  '/config',
  '/nowhere',
  '/user/auth',
  '/docs',
  '/openapi.json',
  '/auth/popup',
  '/sw.js',
  '/robots.txt',
  '/track/AAAAAAAAAAAAAAAAAAAAAA',
]

async function policiesOf(app: FastifyInstance): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const path of [...pages, ...OTHERS]) {
    const { headers } = await app.inject({ url: path, headers: { accept: 'text/html' } })
    const policy = String(headers['content-security-policy'])
    found.set(policy, [...(found.get(policy) ?? []), path])
  }
  return found
}

/** Returns findings worse than 50: a lower number is worse. Missing reports and Trusted Types are 60 and 50. */
function findings(policy: string): string[] {
  const parsed = new CspParser(policy).csp
  return new CspEvaluator(parsed)
    .evaluate()
    .filter(({ severity }) => severity < 50)
    .map(
      ({ severity, description, directive, value }) =>
        `${severity} ${directive} ${value ?? ''}: ${description}`,
    )
}

describe('the content security policy', () => {
  it('of everything served has no finding worse than 50, in the sandbox, live and hosted', async () => {
    const looked: string[] = []
    for (const [mode, app] of Object.entries({ sandbox: sandbox.app, live, hosted })) {
      const policies = await policiesOf(app)
      looked.push(`${mode} ${policies.size} policies of ${pages.length + OTHERS.length} addresses`)
      for (const [policy, paths] of policies) {
        const found = findings(policy)
        expect(found, `${mode} ${paths.join(' ')}: ${policy}`).toEqual([])
        expect(policy, paths.join()).toContain("frame-ancestors 'none'")
        expect(policy, paths.join()).not.toContain('unsafe-eval')
      }
    }
    console.log(looked.join('; '))
  })

  it('starts from nothing and allows no inline styles, even on pages built elsewhere', async () => {
    for (const path of ['/docs', '/', '/send-money', '/config', '/auth/popup']) {
      const policy = String((await sandbox.app.inject({ url: path })).headers['content-security-policy'])
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toContain('unsafe-inline')
    }
  })

  it('fails this check when it allows inline scripts', () => {
    expect(findings("script-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'")).not.toEqual([])
  })

  it('names other hosts only when their service is used', async () => {
    const policy = async (app: FastifyInstance, path = '/send-money') =>
      String((await app.inject({ url: path })).headers['content-security-policy'])
    const hosts = (text: string, directive: string): string[] =>
      (new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(text)?.[1] ?? '')
        .split(' ')
        .filter((source) => !source.startsWith("'"))
    // Stripe's security guide: its script starts frames and scripts on changing names below js.stripe.com.
    const atStripe = await policy(live)
    expect(hosts(atStripe, 'script-src')).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com'])
    expect(hosts(atStripe, 'frame-src')).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ])
    expect(hosts(atStripe, 'connect-src')).toEqual(['https://api.stripe.com'])
    // Public pages are separate documents, without card fields.
    expect(await policy(live, '/')).not.toContain('stripe')
    const permissions = async (path: string) =>
      String((await live.inject({ url: path })).headers['permissions-policy'])
    // Each of the app's documents can reach the card form without loading a new document.
    for (const path of ['/send-money', '/me/dashboard', '/sign-in'])
      expect(await permissions(path), path).toContain(
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
      )
    for (const path of ['/', '/config']) expect(await permissions(path), path).toContain('payment=()')
    const atSandbox = await policy(sandbox.app)
    const standIn = new URL(sandbox.base).host
    for (const directive of ['script-src', 'frame-src', 'connect-src'])
      expect(hosts(atSandbox, directive), directive).toEqual([standIn])
    expect(atSandbox).not.toMatch(/https?:/)
    // With wallets, Chrome fetches Google Pay's manifest on behalf of the document.
    expect(hosts(await policy(hosted), 'connect-src')).toEqual(
      expect.arrayContaining(['https://google.com/pay', 'https://pay.google.com']),
    )
    expect(await policy(hosted)).toContain('https://sesa-demo.firebaseapp.com')
    for (const app of [sandbox.app, live, hosted])
      expect(await policy(app)).toMatch(/script-src 'self'(?!.*unsafe)/)
  })
})

describe('every answer', () => {
  it('carries the headers that keep browsers from guessing, framing, leaking and falling back to http', async () => {
    for (const path of [...pages, ...OTHERS]) {
      const { headers } = await live.inject({ url: path, headers: { accept: 'text/html' } })
      expect(headers, path).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-resource-policy': 'same-origin',
      })
    }
    const plain = await sandbox.app.inject({ url: '/config' })
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
  })

  it('isolates its window from other sites, except where a popup must pass', async () => {
    for (const path of [...pages, ...OTHERS]) {
      const { headers } = await sandbox.app.inject({ url: path, headers: { accept: 'text/html' } })
      const wanted = path === '/auth/popup' ? 'unsafe-none' : /^same-origin(-allow-popups)?$/
      expect(headers['cross-origin-opener-policy'], path).toMatch(wanted)
    }
    const away = await sandbox.app.inject({ url: '/auth/google?trustDevice=true' })
    expect(away.statusCode).toBe(302)
    expect(away.headers).not.toHaveProperty('cross-origin-opener-policy')
  })

  it('with personal data is not cached on its way', async () => {
    for (const path of ['/user/auth', '/auth/boot', '/user/transactions', '/user/export', '/auth/sessions'])
      expect((await sandbox.app.inject({ url: path })).headers['cache-control'], path).toBe('no-store')
  })
})
