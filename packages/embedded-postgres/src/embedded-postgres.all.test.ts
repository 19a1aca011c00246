import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RunningPostgres } from './index.ts'
import { PostgresStartError, startPostgres, startTestPostgres } from './index.ts'

const nobody = 65534
const hold = path.join(import.meta.dirname, 'testing/hold.ts')
// Only root can become another user, and only if that user can reach this checkout (not below /root).
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', hold], { uid: nobody, gid: nobody }).status === 0
// A busy machine is slow, so only an event that never happens is a failure.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 })
const patience = { timeout: 60_000, interval: 50 }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-pg-test-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

async function start(dataDir: string, more: { onExit?: () => void; onLog?: (line: string) => void } = {}) {
  const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' }, ...more })
  cleanups.push(() => postgres.stop('immediate'))
  return postgres
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(url)
  // These tests kill servers under the client.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const result = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return result.rows
  } finally {
    await client.end()
  }
}

async function keep(postgres: RunningPostgres, word: string): Promise<void> {
  await query(postgres.ownerUrl, `create table if not exists kept as select '${word}' as word`)
}

const kept = async (url: string): Promise<unknown> => (await query(url, 'select word from kept'))[0]?.[0]

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Runs hold.ts in its own process and returns what it printed. */
async function holdElsewhere(
  dataDir: string | undefined,
  options: { uid?: number; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(process.execPath, [hold, ...(dataDir === undefined ? [] : [dataDir])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  cleanups.push(() => end(child))
  for await (const line of createInterface({ input: child.stdout })) {
    const said: { url: string; pid: number; error?: string } = JSON.parse(line)
    return { ...said, child }
  }
  throw new Error('hold.ts said nothing')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.stdin?.end()
  await gone
}

describe('a new database', () => {
  it('is PostgreSQL 18 with UTF-8, checksums and a password, on 127.0.0.1 alone', async () => {
    const postgres = await startTestPostgres()
    cleanups.push(() => postgres.stop())
    const names = ['server_encoding', 'data_checksums', 'listen_addresses', 'unix_socket_directories']
    const shown = await query(
      postgres.ownerUrl,
      `select current_database(), current_user, current_setting('server_version_num')::int / 10000,
       ${names.map((name) => `current_setting('${name}')`).join(', ')}, lower('ÀÉ'), upper('ñ')`,
    )
    expect(shown).toEqual([['sesa', 'postgres', 18, 'UTF8', 'on', '127.0.0.1', '', 'àé', 'Ñ']])
    const wrong = postgres.ownerUrl.replace(/:[^:@]+@/, ':guess@')
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('keeps its data over a restart, and a password file that only we can read', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await keep(first, 'groundnut')
    await first.stop()
    expect(isRunning(first.pid)).toBe(false)
    const second = await start(dataDir)
    expect(await kept(second.ownerUrl)).toBe('groundnut')
    expect((await stat(path.join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
    expect(first.ownerUrl).toContain((await readFile(path.join(dataDir, 'password'), 'utf8')).trim())
  })

  it('gets a new password when the file is lost', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await keep(first, 'cassava')
    await first.stop()
    await rm(path.join(dataDir, 'password'))
    const second = await start(dataDir)
    expect(await kept(second.ownerUrl)).toBe('cassava')
  })

  it('leaves no folder of a test database behind', async () => {
    const postgres = await startTestPostgres()
    const file = (await query(postgres.ownerUrl, `select pg_relation_filepath('pg_class')`))[0]?.[0]
    expect(file).toMatch(/^base\//)
    const folder = `/proc/${postgres.pid}/cwd`
    const isLinux = existsSync(folder)
    await postgres.stop()
    if (isLinux) expect(existsSync(folder)).toBe(false)
    expect(isRunning(postgres.pid)).toBe(false)
  })
})

describe('after a crash', () => {
  it('ends with our process when that is killed, and starts again with the data', async () => {
    const dataDir = await temporaryFolder()
    const held = await holdElsewhere(dataDir)
    await query(held.url, `create table kept as select 'plantain' as word`)
    held.child.kill('SIGKILL')
    await vi.waitUntil(() => !isRunning(held.pid), patience)
    const again = await start(dataDir)
    expect(await kept(again.ownerUrl)).toBe('plantain')
  })

  it('reports that PostgreSQL was killed, and starts again with the data', async () => {
    const dataDir = await temporaryFolder()
    const onExit = vi.fn()
    const first = await start(dataDir, { onExit })
    await keep(first, 'okra')
    process.kill(first.pid, 'SIGKILL')
    await vi.waitUntil(() => onExit.mock.calls.length === 1, patience)
    const second = await start(dataDir)
    expect(await kept(second.ownerUrl)).toBe('okra')
  })

  it('stops a live server that an earlier start left behind', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await keep(first, 'yam')
    const second = await start(dataDir)
    expect(isRunning(first.pid)).toBe(false)
    expect(await kept(second.ownerUrl)).toBe('yam')
  })

  it('ignores a pid file that names a foreign process, and spares that process', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await first.stop()
    const foreign = spawn('sleep', ['60'], { stdio: 'ignore' })
    cleanups.push(() => {
      foreign.kill('SIGKILL')
      return Promise.resolve()
    })
    await writeFile(
      path.join(dataDir, 'cluster/postmaster.pid'),
      `${foreign.pid}\n${dataDir}\n0\n1\n\n\n  1 1\nready\n`,
    )
    const second = await start(dataDir)
    expect(second.pid).not.toBe(foreign.pid)
    expect([foreign.exitCode, foreign.signalCode]).toEqual([null, null])
  })

  it('waits for a worker of a killed server that still holds its memory', async () => {
    const dataDir = await temporaryFolder()
    const onExit = vi.fn()
    const first = await start(dataDir, { onExit })
    const client = new pg.Client(first.ownerUrl)
    client.on('error', () => undefined)
    await client.connect()
    const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const worker = found.rows[0]?.pid ?? 0
    process.kill(worker, 'SIGSTOP')
    process.kill(first.pid, 'SIGKILL')
    await vi.waitUntil(() => onExit.mock.calls.length === 1, patience)
    const log: string[] = []
    const starting = start(dataDir, { onLog: (line) => log.push(line) })
    await vi.waitUntil(() => log.some((line) => line.includes('shared memory block')), patience)
    process.kill(worker, 'SIGKILL')
    const second = await starting
    expect(await query(second.ownerUrl, 'select 1')).toEqual([[1]])
  })
})

describe('a failed start says why in one line', () => {
  const oneLine = /^[^\n]+$/

  it('a cluster of another major version', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await first.stop()
    await writeFile(path.join(dataDir, 'cluster/PG_VERSION'), '17\n')
    const error: unknown = await startPostgres({ dataDir }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PostgresStartError)
    expect(String(error)).toMatch(oneLine)
    expect(String(error)).toContain('PostgreSQL 17')
    expect(existsSync(path.join(dataDir, 'cluster/base'))).toBe(true)
  })

  it('a file where the folder should be', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'data'), '')
    const error: unknown = await startPostgres({ dataDir: path.join(folder, 'data') }).catch(
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(PostgresStartError)
    expect(String(error)).toMatch(oneLine)
  })

  it('a folder that holds something else', async () => {
    const dataDir = await temporaryFolder()
    await startPostgres({ dataDir, settings: { fsync: 'off' } }).then((postgres) => postgres.stop())
    await rm(path.join(dataDir, 'cluster/PG_VERSION'))
    await expect(startPostgres({ dataDir })).rejects.toThrow('unknown version')
  })

  it('a setting PostgreSQL refuses', async () => {
    const dataDir = await temporaryFolder()
    const settings = { fsync: 'off', no_such_setting: '1' }
    await expect(startPostgres({ dataDir, settings })).rejects.toThrow(/no_such_setting.*\. Mend/)
  })
})

describe.runIf(canBeNobody)('as an ordinary user', () => {
  it('runs as that user, from its own cache that two starts may fill at once', async () => {
    const cache = await temporaryFolder()
    await chown(cache, nobody, nobody)
    const options = { uid: nobody, env: { XDG_CACHE_HOME: cache } }
    const [one, two] = await Promise.all([
      holdElsewhere(undefined, options),
      holdElsewhere(undefined, options),
    ])
    expect([one.error, two.error]).toEqual([undefined, undefined])
    expect(await query(one.url, 'select 1')).toEqual(await query(two.url, 'select 1'))
    expect((await stat(`/proc/${one.pid}`)).uid).toBe(nobody)
    expect(await readFile(`/proc/${one.pid}/cmdline`, 'utf8')).toContain(cache)
  })

  it('cannot use another user’s folder, and says so', async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o755)
    const said = await holdElsewhere(path.join(folder, 'data'), { uid: nobody })
    expect(said.error).toMatch(/^Can’t use the database folder .*EACCES.*choose another data directory\.$/)
  })
})
