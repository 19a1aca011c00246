import { PATIENCE } from '@sesa/test-kit/patience'
import { startPostgres } from '@sesa/embedded-postgres'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { TEST_LOGINS, urlFor } from '../../db/testing.ts'
import { freePort } from '@sesa/test-kit/ports'
import { settingsOf, startSandboxProviders, type Served } from './product.ts'

const BIN = join(import.meta.dirname, '../../bin')

/** The processes that handle personal data, with everything they wrote. */
export interface Processes extends Served {
  /** Everything written so far, by process. */
  readonly written: Readonly<Record<'server' | 'worker' | 'postgres', string[]>>
  readonly ownerUrl: string
  readonly appUrl: string
  /** Kills the worker, like a power failure, and starts another. */
  replaceWorker(): Promise<void>
  stop(): Promise<void>
}

function run(script: string, env: Readonly<Record<string, string>>, lines: string[]) {
  const child = spawn(process.execPath, [join(BIN, script)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => lines.push(data.toString()))
  const ended = once(child, 'exit')
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts server, worker and their own PostgreSQL as the launcher does, at the most verbose log level. `more`: further settings. */
export async function startProcesses(more: Readonly<Record<string, string>> = {}): Promise<Processes> {
  const written = { server: [] as string[], worker: [] as string[], postgres: [] as string[] }
  const dataDir = await mkdtemp(join(tmpdir(), 'sesa-canaries-'))
  const postgres = await startPostgres({
    dataDir,
    settings: { fsync: 'off' },
    onLog: (line) => written.postgres.push(`${line}\n`),
  })
  await migrate(postgres.ownerUrl, TEST_LOGINS)
  const { pathname } = new URL(postgres.ownerUrl)
  const urlOf = (login: { name: string; password: string }) =>
    urlFor(postgres.ownerUrl, pathname.slice(1), login)
  const appUrl = urlOf(TEST_LOGINS.app)
  const port = await freePort()
  const sandbox = await startSandboxProviders(port)
  const env = {
    ...settingsOf({ url: appUrl, workerUrl: urlOf(TEST_LOGINS.worker) }, sandbox.url, port),
    SESA_LOG_LEVEL: 'debug',
    ...more,
  }
  let worker = run('work.ts', env, written.worker)
  const server = run('serve.ts', env, written.server)
  const base = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => {
    const { status } = await fetch(`${base}/readyz`)
    if (status !== 200) throw new Error(`Not ready: ${status}`)
  }, PATIENCE)
  return {
    base,
    publicUrl: `http://localhost:${port}`,
    sandboxUrl: sandbox.url,
    ownerUrl: postgres.ownerUrl,
    appUrl,
    written,
    async replaceWorker() {
      await worker.kill()
      worker = run('work.ts', env, written.worker)
    },
    async stop() {
      for (const child of [worker, server]) await child.stop()
      await sandbox.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
