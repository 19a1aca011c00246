import type { FastifyReply, FastifyRequest } from 'fastify'
import { hintName } from '../../http/hint.ts'

export interface SessionCookies {
  /** The refresh token of the request, or undefined. */
  read(request: FastifyRequest): string | undefined
  /** True when any cookie of ours says that somebody is signed in. */
  present(request: FastifyRequest): boolean
  /** `expires` keeps the cookie on a trusted device; without it, it ends with the browser's session. */
  set(reply: FastifyReply, token: string, expires: Date | undefined): void
  clear(reply: FastifyReply): void
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
  }
}
