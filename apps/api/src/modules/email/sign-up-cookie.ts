import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownCookie } from '../identity/index.ts'
import { LINK_MINUTES } from './links-store.ts'

/** A cookie that marks the browser that signed up until it opens the link. */
export function signUpCookie(publicUrl: string) {
  const { name, options } = ownCookie(publicUrl, 'sign-up')
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string): void => {
      reply.setCookie(name, token, { ...options, maxAge: LINK_MINUTES.sign_up * 60 })
    },
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(name, options)
    },
  }
}
