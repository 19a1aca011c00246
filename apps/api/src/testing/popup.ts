import { expect } from 'vitest'
import type { Browser } from './identity-app.ts'

/** A popup at the sandbox's stand-in for Google: follows redirects with its own cookies. */
export class Popup {
  private readonly cookies = new Map<string, string>()
  private readonly sandboxUrl: string
  private readonly publicUrl: string

  constructor(sandboxUrl: string, publicUrl = 'http://localhost:3000') {
    this.sandboxUrl = sandboxUrl
    this.publicUrl = publicUrl
  }

  private async request(url: URL, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url.href.replace(this.publicUrl, this.sandboxUrl), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    return response
  }

  /** Follows the redirects from our start to our callback, makes this choice on the way, and returns the callback. */
  async choose(start: string, choice: { email: string } | { cancel: '1' }): Promise<URL> {
    let url = new URL(start)
    for (let hop = 0; hop < 12; hop++) {
      if (url.pathname === '/auth/google/callback') return url
      const asked = url.pathname.includes('/interaction/')
      const response = await this.request(url, asked ? { ...choice } : undefined)
      url = new URL(response.headers.get('location') ?? '', new URL(url.href, this.publicUrl))
    }
    throw new Error('The popup did not come back')
  }
}

/** Starts a sign-in with Google in a browser; returns the popup's address. */
export async function startGoogle(browser: Browser, query = ''): Promise<string> {
  const { status, headers } = await browser.send('GET', `/auth/google${query}`)
  expect(status).toBe(302)
  return String(headers.location)
}

/** Ends the sign-in in the browser; returns the popup's report. */
export async function endGoogle(browser: Browser, callback: URL): Promise<string | undefined> {
  const { status, headers } = await browser.send('GET', `${callback.pathname}${callback.search}`)
  expect(status).toBe(302)
  return String(headers.location).split('#')[1]
}
