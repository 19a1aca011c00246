import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorCode } from './errors.ts'
import type { RunningPostgres } from './start.ts'
import { startPostgres } from './start.ts'

const prefix = 'sesa-test-postgres-'

/** Fast but not durable: no test data has to survive a power failure. */
const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '32MB',
  // Compiling a query costs more than it saves on a few rows, and so does a slow check of each connection's password.
  jit: 'off',
  scram_iterations: '1',
}

/** Starts a PostgreSQL for tests in a temporary folder, which `stop` removes. Throws `PostgresStartError`. */
export async function startTestPostgres(): Promise<RunningPostgres> {
  await removeAbandoned()
  const dataDir = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`))
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const postgres = await startPostgres({ dataDir, settings: testSettings })
    return {
      ...postgres,
      stop: async (mode) => {
        await postgres.stop(mode)
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the folders of killed test runs. A folder's name contains its run's process id. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (isAlive(pid)) continue
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
