import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import { registerPasskeys } from './routes.ts'
import { createPasskeys, type PasskeyDeps } from './service.ts'
import { forgetPasskeys, passkeysOf } from './store.ts'

type Deps = PasskeyDeps & { readonly profileOf: (userId: string) => Promise<{ email: string | null } | null> }

export interface PasskeysModule {
  routes(app: FastifyInstance): void
  exportFor(db: Db, userId: string): Promise<unknown>
  forget(tx: Tx, userId: string): Promise<void>
}

/** Creates sign-in and step-up with the device's own lock. */
export function createPasskeysModule({ profileOf, ...deps }: Deps): PasskeysModule {
  const passkeys = createPasskeys(deps)
  return {
    routes: (app) => registerPasskeys(app, { passkeys, gateway: deps.gateway, profileOf }),
    exportFor: async (db, userId) =>
      (await passkeysOf(db, userId)).map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt,
      })),
    forget: forgetPasskeys,
  }
}
