import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import { registerFirebase } from './firebase-routes.ts'
import { registerGoogle, registerPopup, registerRemoval, type GoogleParts } from './google-routes.ts'
import type { FirebaseService, OpenIdService } from './ports.ts'
import { exportFederated, forgetFederated } from './store.ts'

export interface FederationModule {
  routes(app: FastifyInstance): void
  exportFor(db: Db, userId: string): Promise<unknown>
  forget(tx: Tx, userId: string): Promise<void>
}

type Deps = Omit<GoogleParts, 'google'> & {
  /** Undefined when the service is not configured; its calls are then not registered. */
  readonly google: OpenIdService | undefined
  readonly firebase: FirebaseService | undefined
}

/** Creates sign-in through other services: Google in a popup, and Firebase in hosted mode. */
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
  }
}
