import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../db/index.ts'
import { originOf } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { requireStepUp } from '../identity/index.ts'
import { createPasskeys, type PasskeyDeps } from './service.ts'
import { forgetPasskeys, passkeysOf, purgeChallenges } from './store.ts'

export { isPasskeyOffered } from './store.ts'

type Deps = PasskeyDeps & { readonly profileOf: (userId: string) => Promise<{ email: string | null } | null> }

export interface PasskeysModule {
  routes(app: FastifyInstance): void
  exportFor(db: Db, userId: string): Promise<unknown>
  forget(tx: Tx, userId: string): Promise<void>
  readonly crons: Cron[]
}

/** Signing in, and proving again who is there, with the lock of one's own device. */
export function createPasskeysModule({ profileOf, ...deps }: Deps): PasskeysModule {
  const passkeys = createPasskeys(deps)
  const { door } = deps
  return {
    routes(app) {
      route(app, calls.listPasskeys, async ({ caller }) => ({
        passkeys: (await passkeys.of(caller.userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      }))

      route(app, calls.startPasskey, async ({ caller }) => {
        requireStepUp(caller)
        const profile = await profileOf(caller.userId)
        return { options: { ...(await passkeys.startRegistration(caller, profile?.email ?? null)) } }
      })

      route(app, calls.addPasskey, async ({ body, caller }, request) => {
        requireStepUp(caller)
        return { id: await passkeys.add(caller, body, originOf(request)) }
      })

      route(app, calls.removePasskey, async ({ params, caller }, request) => {
        requireStepUp(caller)
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
        const visitor = door.visitor(request, caller, body.trustDevice)
        return door.admit(reply, await passkeys.signIn({ response: body.response, visitor }))
      })
    },
    exportFor: async (db, userId) =>
      (await passkeysOf(db, userId)).map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt,
      })),
    forget: forgetPasskeys,
    crons: [{ task: 'passkeys_purge', pattern: '27 * * * *', run: () => purgeChallenges(deps.db) }],
  }
}
