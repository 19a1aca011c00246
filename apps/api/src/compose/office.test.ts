import { isPermitted, officeCalls, ROLES, type OfficeCall, type Role } from '@sesa/contract/office'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import {
  startOfficeWorld,
  type OfficeBrowser,
  type OfficeWorld,
  type TestMember,
} from '../testing/office-world.ts'
import { compose } from './product.ts'

let world: OfficeWorld
let dist: string
let tried = 0
const members = new Map<Role, TestMember>()
beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'sesa-office-'))
  await mkdir(path.join(dist, 'assets'))
  await writeFile(path.join(dist, 'index.html'), '<!doctype html><title>Office</title>')
  await writeFile(path.join(dist, 'assets/app-1.js'), 'export {}')
  world = await startOfficeWorld({ dist })
  members.set('administrator', world.administrator)
  for (const role of ROLES)
    if (role !== 'administrator') members.set(role, await world.member(`The ${role} member`, role))
})
afterAll(async () => {
  await world.close()
  await rm(dist, { recursive: true })
})

const CALLS: readonly (readonly [string, OfficeCall])[] = Object.entries(officeCalls)
/** Nothing has this id, reference or corridor, so a permitted call changes nothing. */
const addressOf = ({ path: pattern }: OfficeCall): string =>
  pattern
    .replace('{id}', '00000000-0000-4000-8000-000000000000')
    .replace('{reference}', 'S-00000000')
    .replace('{number}', 'K-999999')
    .replace('{day}', '2099-12-31')
    .replace('{sender}', 'US')
    .replace('{recipient}', 'GH')

const tryCall = (browser: OfficeBrowser, call: OfficeCall) =>
  // An empty body is refused, but only after session and permission.
  browser.send(call.method, addressOf(call), call.body && {})

describe('the office', () => {
  it('serves every call of its contract', () => {
    expect(new Set(CALLS.map(([, call]) => `${call.method} ${call.path}`)).size).toBe(CALLS.length)
  })

  it.each(CALLS)('lets exactly the permitted roles use %s', async (name, call) => {
    const { permission } = call
    const stranger = await tryCall(world.browser(), call)
    tried += 1
    if (permission === 'none') expect([401, 403]).not.toContain(stranger.status)
    else expect([stranger.status, stranger.code]).toEqual([401, 'unauthenticated'])
    for (const role of ROLES) {
      const member = members.get(role)
      if (member === undefined) throw new Error(`Nobody has the role ${role}`)
      // Signing out ends the session, which the other calls need.
      const browser = name === 'signOutStaff' ? await world.signInAgain(member) : member.browser
      const { status, code } = await tryCall(browser, call)
      tried += 1
      const isFree = permission === 'none' || permission === 'staff'
      const isAllowed = isFree || isPermitted([role], permission)
      if (isAllowed) {
        expect([role, code]).not.toEqual([role, 'not_permitted'])
        expect(status).not.toBe(401)
        expect(status).toBeLessThan(500)
      } else expect([role, status, code]).toEqual([role, 403, 'not_permitted'])
    }
  })

  it('tried every call for every role and for nobody', () => {
    expect(CALLS).toHaveLength(163)
    expect(tried).toBe(CALLS.length * (ROLES.length + 1))
  })

  it('records a call that a member may not make', async () => {
    await members.get('finance')?.browser.get('/office/api/staff')
    const { body } = await world.administrator.browser.get(
      '/office/api/audit?action=staff.not_permitted&subject=listStaff',
    )
    const [newest] = body['entries'] as unknown[]
    expect(newest).toMatchObject({ actor: 'The finance member', subject: 'listStaff' })
  })

  it.each([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: '' }],
    ['a form, which cannot set the header', { 'sesa-office': '' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }],
  ])('refuses %s', async (_name, headers) => {
    const { browser } = world.administrator
    const refused = await browser.send('POST', '/office/api/search', { text: 'Ama' }, headers)
    expect([refused.status, refused.code]).toEqual([403, 'origin_refused'])
  })

  it('sends a cookie that no other site and no script gets', async () => {
    const again = world.browser()
    const { options } = (await again.post('/office/api/sign-in/challenge')).body as {
      options: { challenge: string }
    }
    const answer = await again.post('/office/api/sign-in', {
      response: world.administrator.device.get(options),
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^sesa-office-\d+=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('serves the app at its own paths, under its own policy', async () => {
    const browser = world.browser()
    for (const page of ['/office/', '/office', '/office/customers/1?tab=2']) {
      const answer = await browser.send('GET', page, undefined, { accept: 'text/html' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const asset = await browser.get('/office/assets/app-1.js')
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    for (const missing of ['/office/assets/none.js', '/office/api/none', '/else'])
      expect((await browser.send('GET', missing, undefined, { accept: '*/*' })).status).toBe(404)
    expect((await browser.get('/readyz')).body).toEqual({ status: 'ready' })
  })

  it('is reached through the customers’ server in the sandbox, with its own guards', async () => {
    const product = compose(readConfig(world.env))
    const customers = await product.createHttp({ pages: false })
    try {
      const { cookie } = world.administrator.browser
      const seen = await customers.inject({
        url: '/office/api/me',
        headers: { cookie, host: new URL(world.base).host },
      })
      expect([seen.statusCode, seen.json()]).toMatchObject([200, { name: 'Ama Boateng' }])
      const forged = await customers.inject({
        method: 'POST',
        url: '/office/api/sign-out',
        headers: { cookie, origin: world.base },
      })
      expect([forged.statusCode, forged.json()]).toMatchObject([403, { error: { code: 'origin_refused' } }])
    } finally {
      await customers.close()
      await product.close()
    }
  })
})
