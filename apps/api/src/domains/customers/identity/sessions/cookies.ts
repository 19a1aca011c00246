import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CountryCode } from '@sesa/contract'
import { signedInCookieName, signedInCookieValue } from '../../../../http/signed-in-cookie.ts'
import { DEVICE_DAYS } from './devices.ts'

export interface SessionCookies {
  /** Returns the request's refresh token, or undefined. */
  read(request: FastifyRequest): string | undefined
  /** Returns true when any of our cookies indicates a signed-in browser. */
  present(request: FastifyRequest): boolean
  /** Sets the cookies. `expires` keeps them on a trusted device; without it, they end with the browser session. */
  set(reply: FastifyReply, token: string, country: CountryCode | null, expires: Date | undefined): void
  clear(reply: FastifyReply): void
  /** Clears the cookies like `clear`, and also drops pages from the browser's cache after signing out. */
  clearAfterSignOut(reply: FastifyReply): void
}

/**
 * Returns the name and options of a cookie that only the server reads: `__Host-` and Secure under https; on plain-HTTP
 * localhost, where browsers share cookies between ports, its name includes the port.
 */
export function ownCookie(publicUrl: string, purpose?: string) {
  const { protocol, port } = new URL(publicUrl)
  const secure = protocol === 'https:'
  const base = purpose === undefined ? 'sesa' : `sesa-${purpose}`
  return {
    name: secure ? `__Host-${base}` : `${base}-${port || '80'}`,
    options: { path: '/', sameSite: 'lax', secure, httpOnly: true },
  } as const
}

/** Creates the cookies of the refresh session. */
export function sessionCookies(publicUrl: string): SessionCookies {
  const { name, options } = ownCookie(publicUrl)
  const shared = { ...options, httpOnly: false }
  const signedInName = signedInCookieName(publicUrl)
  return {
    read: (request) => request.cookies[name],
    present: (request) => request.cookies[name] !== undefined || request.cookies[signedInName] !== undefined,
    set(reply, token, country, expires) {
      const life = expires && { expires }
      reply.setCookie(name, token, { ...options, ...life })
      reply.setCookie(signedInName, signedInCookieValue(country), { ...shared, ...life })
    },
    clear(reply) {
      reply.clearCookie(name, options)
      reply.clearCookie(signedInName, shared)
    },
    clearAfterSignOut(reply) {
      this.clear(reply)
      // Not "cookies", which would also delete other cookies, nor "storage", which holds nothing personal.
      reply.header('clear-site-data', '"cache"')
    },
  }
}

export interface DeviceCookie {
  /** Returns this browser's token, or undefined. */
  read(request: FastifyRequest): string | undefined
  /** Sets the browser's token, or extends the one it has. */
  set(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/** Creates the cookie that identifies the browser. It signs no one in, and signing out keeps it. */
export function deviceCookie(publicUrl: string): DeviceCookie {
  const { name, options } = ownCookie(publicUrl, 'device')
  return {
    read(request) {
      const token = request.cookies[name]
      return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
    },
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: DEVICE_DAYS * 86_400 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
