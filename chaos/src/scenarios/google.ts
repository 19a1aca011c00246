import { calls } from '@sesa/contract'
import { randomBytes } from 'node:crypto'
import type { World } from '../world/world.ts'
import type { Scenario } from './stage.ts'

const MOST_HOPS = 20
/** The header that a browser adds to a call from one of our own pages. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** Follows the redirects between us and the sandbox's Google, as a popup does. Returns its cookies. */
async function throughGoogle(world: World, email: string, bearer: string | undefined): Promise<string[]> {
  const cookies = new Map<string, string>()
  let url = new URL('/auth/google', world.base)
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    // Some pages at our own address belong to the sandbox, which we proxy.
    const address = url.href.replace(world.publicUrl, world.base)
    const isAsked = url.pathname.includes('/interaction/')
    const response = await fetch(address, {
      method: isAsked ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...OWN_PAGE,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(bearer !== undefined && hop === 0 && { authorization: `Bearer ${bearer}` }),
      },
      ...(isAsked && { body: new URLSearchParams({ email }) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    url = new URL(response.headers.get('location') ?? '', url.href.replace(world.base, world.publicUrl))
    if (url.pathname === '/auth/popup') return [...cookies].map(([name, value]) => `${name}=${value}`)
  }
  throw new Error('The popup did not come back')
}

/** Signing in with Google; Firebase exists only in hosted mode. */
export const google: readonly Scenario[] = [
  {
    name: 'a customer signs in with Google, adds a number and takes Google away',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = world.stranger()
      const email = `${randomBytes(6).toString('hex')}@gmail.com`
      await armed()
      const cookies = await throughGoogle(world, email, undefined)
      const headers = { ...OWN_PAGE, cookie: cookies.join('; ') }
      person.enter(await person.ask(calls.refreshToken, { headers }))
      // The number is linked to the signed-in account.
      await person.signIn()
      await person.call(calls.removeGoogle)
    },
  },
]
