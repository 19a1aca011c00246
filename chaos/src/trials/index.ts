import { backlog } from './backlog.ts'
import { cluster } from './cluster.ts'
import { database } from './database.ts'
import { guards } from './guards.ts'
import { leases } from './leases.ts'
import { network } from './network.ts'
import { races } from './races.ts'
import { recovery } from './recovery.ts'
import { restore } from './restore.ts'
import { rollout } from './rollout.ts'
import { sessions } from './sessions.ts'
import { sides } from './sides.ts'
import { silence } from './silence.ts'
import { storage } from './storage.ts'
import { upgrade } from './upgrade.ts'
import type { Trial } from './trial.ts'

/** Every trial that `npm run chaos -- --scenario` can run. */
export const TRIALS: readonly Trial[] = [
  ...guards,
  ...races,
  ...leases,
  ...backlog,
  ...sides,
  ...database,
  ...network,
  ...silence,
  ...storage,
  ...restore,
  ...rollout,
  ...sessions,
  ...cluster,
  ...recovery,
  ...upgrade,
]
