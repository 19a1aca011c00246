import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { changePassword, type PasswordsDeps } from './service.ts'

export function registerPasswords(app: FastifyInstance, deps: PasswordsDeps): void {
  route(app, calls.putPassword, async ({ body, caller }, request) => {
    await changePassword(deps, caller, body, originOf(request))
    return undefined
  })
}
