import { steadyPort } from './ports.ts'
import { openWire, type Wire } from './wire.ts'

/** One process's outgoing wires. */
export interface OutgoingWires {
  readonly database: Wire
  readonly providers: Wire
}

export interface Wires {
  readonly server: OutgoingWires
  readonly worker: OutgoingWires
}

/** Opens the wires of one process to PostgreSQL and to the sandbox. */
export async function openWires(postgresPort: number, sandboxPort: number): Promise<OutgoingWires> {
  return {
    database: await openWire({ port: await steadyPort(), to: postgresPort }),
    providers: await openWire({ port: await steadyPort(), to: sandboxPort }),
  }
}

/** Returns the environment with its addresses replaced by those of the wires. */
export function over<E extends Readonly<Record<string, string>>>(env: E, ways: OutgoingWires | undefined): E {
  if (ways === undefined) return env
  const ports = {
    DATABASE_URL: ways.database,
    DATABASE_OWNER_URL: ways.database,
    DATABASE_WORKER_URL: ways.database,
    DATABASE_OFFICE_URL: ways.database,
    SANDBOX_URL: ways.providers,
  }
  const changed = Object.entries(ports).flatMap(([name, { port }]) => {
    const address = env[name]
    if (address === undefined) return []
    const url = new URL(address)
    url.port = String(port)
    return [[name, name === 'SANDBOX_URL' ? url.origin : url.href]]
  })
  return { ...env, ...Object.fromEntries(changed) } as E
}
