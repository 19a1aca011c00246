import { chown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { accountFor } from './account.ts'
import { installBinaries } from './binaries.ts'
import { clusterExists, createCluster, ensurePassword, layout, prepareDataDir } from './cluster.ts'
import { PostgresStartError } from './errors.ts'
import { freePort } from './free-port.ts'
import { clearLeftovers } from './postmaster-file.ts'
import { exists, unfinishedRestore } from './restore-plan.ts'
import type { Postmaster, PostmasterOptions } from './postmaster.ts'
import { EarlyExit, launchPostmaster } from './postmaster.ts'

export interface StartOptions {
  /** The database's own folder, for `cluster/` (PostgreSQL's files) and `password` (0600). */
  dataDir: string
  /** PostgreSQL settings, as on its command line. */
  settings?: Record<string, string>
  /** The port to listen on; by default a free one is chosen at each start. */
  port?: number
  /** Receives each line of PostgreSQL's log. */
  onLog?: (line: string) => void
  /** Called once when PostgreSQL ends without a call to `stop`, with its last log lines. */
  onExit?: (log: string[]) => void
}

export interface RunningPostgres {
  /** Connection URL of the superuser `postgres` to the database `sesa`. */
  ownerUrl: string
  port: number
  /** Process id of the postmaster. */
  pid: number
  /**
   * Stops PostgreSQL. `fast` (default) rolls back open transactions and shuts down cleanly; `immediate` is like a power
   * failure.
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

/**
 * Starts the bundled PostgreSQL 18 on `dataDir`, on 127.0.0.1 only, creating the database on first use. Stops a server
 * that an earlier process of ours left on the folder, so the caller must ensure, with a lock, that no live process of
 * ours uses it. PostgreSQL ends with our process, however that ends. Throws `PostgresStartError`, whose message is one
 * line with the remedy.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const { clusterDir, passwordFile } = layout(dataDir)
  const unfinished = await unfinishedRestore(path.dirname(dataDir))
  if (unfinished !== undefined) throw new PostgresStartError(unfinished)
  await prepareDataDir(dataDir)
  const account = await accountFor(clusterDir)
  const binaries = await installBinaries(account)
  const durable = options.settings?.['fsync'] !== 'off'
  if (await clusterExists(clusterDir)) {
    await takeOver(clusterDir, account)
    await clearLeftovers(clusterDir)
  } else {
    // The password is created after the first cluster: for an existing cluster, a new one would replace a lost one.
    if (await exists(passwordFile))
      throw new PostgresStartError(
        `The database in ${clusterDir} is gone. Put its files back or restore a backup (docs/runbooks/restore.md); to begin with an empty one, move ${path.dirname(dataDir)} away.`,
      )
    await createCluster(dataDir, binaries, account, durable)
  }
  const password = await ensurePassword(dataDir, binaries, account)
  const { postmaster, port } = await launchPatiently(options, { clusterDir, binaries, account })

  let isStopping = false
  void postmaster.exited.then((log) => {
    if (!isStopping) options.onExit?.(log)
  })
  return {
    ownerUrl: `postgres://postgres:${password}@127.0.0.1:${port}/sesa`,
    port,
    pid: postmaster.pid,
    stop: (mode = 'fast') => {
      isStopping = true
      return postmaster.stop(mode)
    },
  }
}

/** Retries while a killed server's processes still hold its memory, or if another process took the free port. */
async function launchPatiently(
  options: StartOptions,
  place: Pick<PostmasterOptions, 'clusterDir' | 'binaries' | 'account'>,
): Promise<{ postmaster: Postmaster; port: number }> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const port = options.port ?? (await freePort())
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_checkpoints: 'off',
      // The client gets the error of a failed statement. In a log, it would reveal row values.
      log_min_messages: 'log',
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
      ...options.settings,
    }
    try {
      const onLog = options.onLog ?? (() => undefined)
      return { postmaster: await launchPostmaster({ ...place, settings, onLog }), port }
    } catch (error) {
      if (!(error instanceof EarlyExit)) throw error
      const log = error.log.join('\n')
      const isPassing = /shared memory block/.test(log) || /Address already in use/.test(log)
      if (!isPassing || Date.now() > deadline) throw explained(error, place.clusterDir)
      await sleep(500)
    }
  }
}

function explained(error: EarlyExit, clusterDir: string): PostgresStartError {
  const fatal = error.log.findLast((line) => /FATAL|PANIC/.test(line)) ?? error.message
  const reason = fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
  return new PostgresStartError(
    `PostgreSQL did not start on ${clusterDir}: ${reason}. Mend that, or choose another data directory.`,
  )
}

/** Changes the owner of a cluster that root copied into place to the database user. */
async function takeOver(folder: string, account: Account | undefined): Promise<void> {
  if (account === undefined || (await stat(folder)).uid === account.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink())
      await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  await chown(folder, account.uid, account.gid)
}
