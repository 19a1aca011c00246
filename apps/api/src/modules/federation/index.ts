import { calls } from '@sesa/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { route } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { callProvider } from '../../lib/crash-points.ts'
import { Refused } from '../../lib/refused.ts'
import { spendProofOfWork } from '../identity/index.ts'
import { registerGoogle, registerRemoval, type GoogleParts } from './google.ts'
import { join, joinByPhone, type JoinParts } from './join.ts'
import { registerPopup } from './popup.ts'
import type { FirebaseService, OpenIdService } from './ports.ts'
import { exportFederated, forgetFederated, purgeFlows } from './store.ts'

export interface FederationModule {
  routes(app: FastifyInstance): void
  exportFor(db: Db, userId: string): Promise<unknown>
  forget(tx: Tx, userId: string): Promise<void>
  readonly crons: Cron[]
}

type Deps = Omit<GoogleParts, 'google'> & {
  /** Undefined where a service is not used; its calls do not exist then. */
  readonly google: OpenIdService | undefined
  readonly firebase: FirebaseService | undefined
}

const TOKEN_MINUTES = 10

function registerFirebase(app: FastifyInstance, parts: JoinParts, firebase: FirebaseService): void {
  const { db, door } = parts
  route(app, calls.signInByFirebase, async ({ body, caller }, request, reply) => {
    const person = await callProvider('firebase.verify', () => firebase.verify(body.idToken)).catch(() => {
      throw new Refused('sign_in_unavailable')
    })
    if (!person) throw new Refused('token_refused')
    const visitor = door.visitor(request, caller, body.trustDevice)
    const opened = await inTransaction(db, 'firebase.join', async (tx) => {
      const expiresAt = sql<Date>`now() + make_interval(mins => ${TOKEN_MINUTES}::int)`
      const digest = createHash('sha256').update(body.idToken).digest()
      if (!(await spendProofOfWork(tx, digest, expiresAt))) throw new Refused('token_refused')
      return person.phoneNumber === null
        ? join(tx, parts, { service: 'firebase', person, visitor, caller, mayAdd: true })
        : joinByPhone(tx, parts, { phoneNumber: person.phoneNumber, visitor })
    })
    // Tied to the caller's account: its session goes on, and a fresh ID token with it.
    const answer = opened ? await door.admit(reply, opened) : caller && (await door.renew(caller))
    if (!answer) throw new Refused('token_refused')
    return answer
  })
}

/** People whom other services know: Google in a popup, and Firebase in hosted mode. */
export function createFederationModule({ google, firebase, ...parts }: Deps): FederationModule {
  return {
    routes(app) {
      if (google) registerGoogle(app, { ...parts, google })
      if (google) registerPopup(app)
      if (google || firebase) registerRemoval(app, parts)
      if (firebase) registerFirebase(app, parts, firebase)
    },
    exportFor: exportFederated,
    forget: forgetFederated,
    crons: [{ task: 'federation_purge', pattern: '32 * * * *', run: () => purgeFlows(parts.db) }],
  }
}
