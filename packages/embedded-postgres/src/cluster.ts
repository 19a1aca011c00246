import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './account.ts'
import { runAs, serverEnvironment } from './account.ts'
import { errorCode, PostgresStartError } from './errors.ts'

const majorVersion = '18'

/** Returns the paths below a data directory: PostgreSQL's own folder and, next to it, its superuser's password. */
export function layout(dataDir: string): { clusterDir: string; passwordFile: string } {
  return { clusterDir: path.join(dataDir, 'cluster'), passwordFile: path.join(dataDir, 'password') }
}

/**
 * Returns the `-D` argument for a program whose working directory is the cluster. Under root on Linux, the
 * database user may be unable to follow the path to it (a clone below /root), but it can use its working
 * directory.
 */
export function dataArgument(clusterDir: string, account: Account | undefined): string {
  return account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir
}

/** Creates the data directory if it is missing. Throws `PostgresStartError` if it cannot be used. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { clusterDir } = layout(dataDir)
    await access(clusterDir, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PostgresStartError(
      `Can’t use the database folder ${dataDir} (${reason}). Make it readable and writable for this user, or choose another data directory.`,
    )
  }
}

/** Returns whether a cluster exists; throws `PostgresStartError` if its major version differs. */
export async function clusterExists(clusterDir: string): Promise<boolean> {
  const entries = await readdir(clusterDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return false
  const found = (
    await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => 'an unknown version')
  ).trim()
  if (found === majorVersion) return true
  throw new PostgresStartError(
    `${clusterDir} holds a database of PostgreSQL ${found}, this program needs ${majorVersion}. Move that folder away, or dump it with PostgreSQL ${found} and load it into a new one.`,
  )
}

/** Creates the cluster and its database `sesa` in a draft folder and moves it into place when it is complete. */
export async function createCluster(
  dataDir: string,
  binaries: string,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const { clusterDir } = layout(dataDir)
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('new-'))
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const draft = await mkdtemp(path.join(dataDir, 'new-'))
  await chmod(draft, 0o700)
  await give(draft, account)
  const sync = durable ? [] : ['--no-sync']
  await runProgram(path.join(binaries, 'bin/initdb'), draft, account, [
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth=reject',
    ...sync,
  ])
  const access = path.join(draft, 'pg_hba.conf')
  await writeFile(access, 'host all all 127.0.0.1/32 scram-sha-256\n')
  await give(access, account)
  await runStandalone(draft, binaries, account, 'CREATE DATABASE sesa')
  await rename(draft, clusterDir)
  const folder = await open(dataDir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Returns the superuser's password from a file that only we can read. Replaces a lost one while the server is down. */
export async function ensurePassword(
  dataDir: string,
  binaries: string,
  account: Account | undefined,
): Promise<string> {
  const { clusterDir, passwordFile } = layout(dataDir)
  const kept = (await readFile(passwordFile, 'utf8').catch(() => '')).trim()
  if (/^[\w-]{32,}$/.test(kept)) return kept
  const password = randomBytes(32).toString('base64url')
  await runStandalone(clusterDir, binaries, account, `ALTER ROLE postgres PASSWORD '${password}'`)
  const draft = `${passwordFile}.${process.pid}`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await rename(draft, passwordFile)
  return password
}

/** Runs one statement in PostgreSQL's single-user mode, before other users can connect. */
async function runStandalone(
  clusterDir: string,
  binaries: string,
  account: Account | undefined,
  statement: string,
): Promise<void> {
  const program = path.join(binaries, 'bin/postgres')
  const options = ['-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres']
  await runProgram(program, clusterDir, account, options, `${statement}\n`, ['--single'])
}

async function runProgram(
  program: string,
  clusterDir: string,
  account: Account | undefined,
  options: string[],
  input = '',
  first: string[] = [],
): Promise<void> {
  const child = spawn(program, [...first, '-D', dataArgument(clusterDir, account), ...options], {
    cwd: clusterDir,
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...runAs(account),
  })
  const exit = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  // A program that ends before reading its input reports the reason on stderr; the broken pipe adds nothing.
  child.stdin.on('error', () => undefined).end(input)
  const [status, output] = await Promise.all([exit, text(child.stderr)])
  if (status === 0) return
  const reason = output.trim().split('\n').at(-1) ?? ''
  throw new PostgresStartError(
    `${path.basename(program)} could not prepare the database in ${clusterDir} (${reason}). Check free disk space and permissions, or choose another data directory.`,
  )
}

/** Changes the owner of a file or folder to the database user. */
async function give(file: string, account: Account | undefined): Promise<void> {
  if (account === undefined) return
  await chown(file, account.uid, account.gid).catch((error: unknown) => {
    throw new PostgresStartError(
      `The database can’t run as user ${account.uid} (${errorCode(error) ?? 'chown failed'}). Start as an ordinary user, or set DATABASE_URL.`,
    )
  })
}
