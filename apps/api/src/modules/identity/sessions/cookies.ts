import type { FastifyReply, FastifyRequest } from 'fastify'
import { hintName } from '../../../http/hint.ts'
import { DEVICE_DAYS } from './devices.ts'

export interface SessionCookies {
  /** The refresh token of the request, or undefined. */
  read(request: FastifyRequest): string | undefined
  /** True when any cookie of ours says that somebody is signed in. */
  present(request: FastifyRequest): boolean
  /** `expires` keeps the cookie on a trusted device; without it, it ends with the browser's session. */
  set(reply: FastifyReply, token: string, expires: Date | undefined): void
  clear(reply: FastifyReply): void
  /** As `clear`, where the person signed out: pages that the browser still holds are forgotten as well. */
  clearAfterSignOut(reply: FastifyReply): void
}

/**
 * Name and options of a cookie that only we read: `__Host-` and Secure under https; on plain-HTTP localhost, where
 * browsers share cookies between ports, its name carries the port.
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

/** The cookies of the refresh session. */
export function sessionCookies(publicUrl: string): SessionCookies {
  const { name, options } = ownCookie(publicUrl)
  const shared = { ...options, httpOnly: false }
  const hint = hintName(publicUrl)
  return {
    read: (request) => request.cookies[name],
    present: (request) => request.cookies[name] !== undefined || request.cookies[hint] !== undefined,
    set(reply, token, expires) {
      const life = expires && { expires }
      reply.setCookie(name, token, { ...options, ...life })
      reply.setCookie(hint, '1', { ...shared, ...life })
    },
    clear(reply) {
      reply.clearCookie(name, options)
      reply.clearCookie(hint, shared)
    },
    clearAfterSignOut(reply) {
      this.clear(reply)
      // Not "cookies", which would take the browser's other cookies along, nor "storage": it holds nothing personal.
      reply.header('clear-site-data', '"cache"')
    },
  }
}

export interface DeviceCookie {
  /** The token that we gave this browser, or undefined. */
  read(request: FastifyRequest): string | undefined
  /** Gives the browser its token, or keeps the one it has for longer. */
  set(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/** Identifies the browser. It does not sign anybody in, and signing out keeps it. */
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
