import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../db/index.ts'
import { registerPasswords } from './routes.ts'
import type { PasswordsDeps } from './service.ts'
import { forgetPassword } from './store.ts'

export { hashGate, hashPassword, passwordMatches } from './hash.ts'
export { countNewHash } from './count.ts'
export { checkNewPassword } from './policy.ts'
export { lockPasswordHash, passwordOwner, storePassword } from './store.ts'

export interface PasswordsModule {
  routes(app: FastifyInstance): void
  forget(tx: Tx, userId: string): Promise<void>
}

/** Creates the passwords module: hashing, the policy, and changing one's own password. */
export function createPasswordsModule(deps: PasswordsDeps): PasswordsModule {
  return { routes: (app) => registerPasswords(app, deps), forget: forgetPassword }
}
