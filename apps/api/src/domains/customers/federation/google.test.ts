import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { endGoogle, Popup, startGoogle } from '../../../testing/popup.ts'
import { purge } from '../../office/retention/purge.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

/** Signs a browser in with Google; returns the popup's report. */
async function google(browser: Browser, email: string, query = '') {
  const callback = await new Popup(world.sandboxUrl).choose(await startGoogle(browser, query), { email })
  return endGoogle(browser, callback)
}

async function token(browser: Browser): Promise<{ uid: string; email: string | null }> {
  const { body } = await browser.send('POST', '/auth/token')
  browser.bearer = String(body['idToken'])
  return body['user'] as { uid: string; email: string | null }
}

describe('signing in with Google', () => {
  it('uses PKCE, state and nonce, none of them twice', async () => {
    const urls = [await startGoogle(world.browser()), await startGoogle(world.browser())].map(
      (each) => new URL(each),
    )
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, two] = urls.map((url) => url.searchParams.get(name) ?? '')
      expect(one?.length).toBeGreaterThanOrEqual(43)
      expect(one).not.toBe(two)
    }
    expect(urls[0]?.searchParams.get('code_challenge_method')).toBe('S256')
    expect(urls[0]?.searchParams.get('prompt')).toBe('select_account')
  })

  it('opens an account with the confirmed address, and finds it again', async () => {
    const [first, second] = [world.browser(), world.browser()]
    const email = newEmail()
    expect(await google(first, email)).toBe('ok')
    const user = await token(first)
    expect(user).toMatchObject({ email })
    expect((await first.send('GET', '/auth/methods')).body).toMatchObject({
      emailVerified: true,
      google: true,
      password: false,
    })
    expect(await google(second, email)).toBe('ok')
    expect((await token(second)).uid).toBe(user.uid)
  })

  it('opens one account when two windows of a new user return at once', async () => {
    const email = newEmail()
    const browsers = [world.browser(), world.browser()]
    const callbacks = await Promise.all(
      browsers.map(async (browser) =>
        new Popup(world.sandboxUrl).choose(await startGoogle(browser), { email }),
      ),
    )
    const reports = await Promise.all(
      browsers.map((browser, n) => endGoogle(browser, callbacks[n] ?? new URL('http://x'))),
    )
    expect(reports).toEqual(['ok', 'ok'])
    const uids = await Promise.all(browsers.map(async (browser) => (await token(browser)).uid))
    expect(uids[0]).toBe(uids[1])
  })

  it('keeps a trusted device signed in', async () => {
    const browser = world.browser()
    expect(await google(browser, newEmail(), '?trustDevice=true')).toBe('ok')
    await token(browser)
    expect((await browser.send('GET', '/auth/sessions')).body).toMatchObject({
      sessions: [{ trusted: true }],
    })
  })

  it('takes over no account with the same confirmed address', async () => {
    const email = newEmail()
    const owner = await world.signUp(email, GOOD_PASSWORD)
    expect(await google(world.browser(), email)).toBe('link_needed')
    const { uid } = await token(owner)
    expect(await google(owner, email, '?add=true')).toBe('ok')
    const again = world.browser()
    expect(await google(again, email)).toBe('ok')
    expect((await token(again)).uid).toBe(uid)
  })

  it('links Google only to the signed-in account, after step-up', async () => {
    const [mine, theirs] = [newEmail(), newEmail()]
    const browser = await world.signIn(newNumber())
    const { uid } = await token(browser)
    await world.ageProof(browser)
    expect(await google(browser, mine, '?add=true')).toBe('step_up_required')
    const other = world.browser()
    expect(await google(other, theirs)).toBe('ok')
    expect(await google(browser, theirs, '?add=true')).toBe('other_account')
    const fresh = await world.signIn(newNumber())
    expect(await google(fresh, mine, '?add=true')).toBe('ok')
    expect(await google(fresh, newEmail(), '?add=true')).toBe('other_account')
    expect((await token(browser)).uid).toBe(uid)
  })

  it('is linked to no account whose owner did not request it', async () => {
    const browser = await world.signIn(newNumber())
    expect(await google(browser, newEmail())).toBe('other_account')
    expect((await browser.send('GET', '/auth/methods')).body).toMatchObject({ google: false })
  })

  it.each([
    ['cross-site', '', 403],
    ['same-site', '', 403],
    ['none', '', 302],
    [undefined, '', 302],
    ['cross-site', '?add=true', 403],
    ['none', '?add=true', 403],
    [undefined, '?add=true', 403],
    ['same-origin', '?add=true', 302],
  ])('for a click from %s with "%s" returns %i', async (site, query, status) => {
    const answer = await world.app.inject({
      method: 'GET',
      url: `/auth/google${query}`,
      headers: { ...(site !== undefined && { 'sec-fetch-site': site }) },
    })
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.json()).toMatchObject({ error: { code: 'origin_refused' } })
    expect(answer.cookies).toHaveLength(status === 302 ? 1 : 0)
  })

  it('followed by a number makes one account', async () => {
    const browser = world.browser()
    const [email, phone] = [newEmail(), newNumber()]
    expect(await google(browser, email)).toBe('ok')
    const { uid } = await token(browser)
    await world.signIn(phone, browser)
    const byPhone = await world.signIn(phone)
    expect((await token(byPhone)).uid).toBe(uid)
  })

  it('can be removed when there is another sign-in method', async () => {
    const browser = world.browser()
    const email = newEmail()
    expect(await google(browser, email)).toBe('ok')
    await token(browser)
    expect((await browser.send('DELETE', '/auth/google')).status).toBe(204)
    expect((await browser.send('DELETE', '/auth/google')).code).toBe('not_found')
    expect(await google(world.browser(), email)).toBe('link_needed')
    const { owner } = world.database
    const lonely = world.browser()
    expect(await google(lonely, newEmail())).toBe('ok')
    const { uid } = await token(lonely)
    await owner.deleteFrom('profiles').where('user_id', '=', uid).execute()
    expect((await lonely.send('DELETE', '/auth/google')).code).toBe('only_way_in')
    await world.ageProof(lonely)
    expect((await lonely.send('DELETE', '/auth/google')).code).toBe('step_up_required')
  })
})

describe('an invalid answer', () => {
  const popup = () => new Popup(world.sandboxUrl)

  it('is refused in another browser, a second time, with another state and with no code', async () => {
    const browser = world.browser()
    const callback = await popup().choose(await startGoogle(browser), { email: newEmail() })
    // A thief who started their own sign-in has a cookie too, but a different one.
    const thief = world.browser()
    await startGoogle(thief)
    expect(await endGoogle(thief, callback)).toBe('token_refused')
    expect(await endGoogle(browser, callback)).toBe('token_refused')

    const other = world.browser()
    const right = await popup().choose(await startGoogle(other), { email: newEmail() })
    const wrong = new URL(right)
    wrong.searchParams.set('state', randomBytes(32).toString('base64url'))
    expect(await endGoogle(other, wrong)).toBe('token_refused')

    const third = world.browser()
    const bare = await popup().choose(await startGoogle(third), { email: newEmail() })
    bare.searchParams.delete('code')
    expect(await endGoogle(third, bare)).toBe('token_refused')
    for (const each of [browser, other, third])
      expect((await each.send('POST', '/auth/token')).code).toBe('unauthenticated')
  })

  it('is refused when the code belongs to another sign-in, or the issuer is another', async () => {
    const [victim, thief] = [world.browser(), world.browser()]
    const stolen = await popup().choose(await startGoogle(victim), { email: newEmail() })
    const own = await popup().choose(await startGoogle(thief), { email: newEmail() })
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await endGoogle(thief, own)).toBe('token_refused')
    const browser = world.browser()
    const mixed = await popup().choose(await startGoogle(browser), { email: newEmail() })
    mixed.searchParams.set('iss', 'https://evil.example')
    expect(await endGoogle(browser, mixed)).toBe('token_refused')
  })

  it('is refused after ten minutes, and deleted', async () => {
    const browser = world.browser()
    const callback = await popup().choose(await startGoogle(browser), { email: newEmail() })
    const { owner, db } = world.database
    await owner
      .updateTable('federated_flows')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute()
    expect(await endGoogle(browser, callback)).toBe('token_refused')
    await startGoogle(world.browser())
    await purge(db)
    expect(await db.selectFrom('federated_flows').select('nonce').execute()).toHaveLength(1)
  })

  it('reports that the user cancelled', async () => {
    const browser = world.browser()
    const callback = await popup().choose(await startGoogle(browser), { cancel: '1' })
    expect(await endGoogle(browser, callback)).toBe('sign_in_cancelled')
  })
})

describe('the popup’s last page', () => {
  it('runs only our own script', async () => {
    const page = await world.app.inject('/auth/popup')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(page.body).not.toMatch(/<script>|onload=/)
    const script = await world.app.inject('/auth/popup.js')
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.body).toContain('new BroadcastChannel("sesa-sign-in")')
  })
})
