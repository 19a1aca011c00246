import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import type { SessionGateway } from '../identity/index.ts'
import type { Passkeys } from './service.ts'

interface RouteDeps {
  readonly passkeys: Passkeys
  readonly gateway: SessionGateway
  readonly profileOf: (userId: string) => Promise<{ email: string | null } | null>
}

export function registerPasskeys(app: FastifyInstance, { passkeys, gateway, profileOf }: RouteDeps): void {
  route(app, calls.listPasskeys, async ({ caller }) => ({
    passkeys: (await passkeys.of(caller.userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  }))

  route(app, calls.startPasskey, async ({ caller }) => {
    const profile = await profileOf(caller.userId)
    return { options: { ...(await passkeys.startRegistration(caller, profile?.email ?? null)) } }
  })

  route(app, calls.addPasskey, async ({ body, caller }, request) => {
    return { id: await passkeys.add(caller, body, originOf(request)) }
  })

  route(app, calls.removePasskey, async ({ params, caller }, request) => {
    await passkeys.remove(caller, params.id, originOf(request))
    return undefined
  })

  route(app, calls.declinePasskey, async ({ caller }) => {
    await passkeys.decline(caller)
    return undefined
  })

  route(app, calls.challengePasskey, async (_input, request) => ({
    options: { ...(await passkeys.challenge(originOf(request))) },
  }))

  route(app, calls.signInByPasskey, async ({ body, caller }, request, reply) => {
    const visitor = gateway.visitor(request, caller, body.trustDevice)
    return gateway.startSession(reply, await passkeys.signIn({ response: body.response, visitor }))
  })
}
