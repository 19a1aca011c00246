/** Starts launchers with test programs in place of the product's processes, each in its own folder. */
import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '@sesa/embedded-postgres'
import { PATIENCE, within } from '@sesa/test-kit/patience'
import { freePort } from '@sesa/test-kit/ports'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

export const launchScript = path.join(import.meta.dirname, 'launch.ts')
export const patience = PATIENCE

export const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An empty database, created once: copying it is faster than creating one for each test. */
let emptyDatabase: string
beforeAll(async () => {
  emptyDatabase = await mkdtemp(path.join(tmpdir(), 'sesa-launcher-test-'))
  const postgres = await startPostgres({ dataDir: emptyDatabase, settings: { fsync: 'off' } })
  await postgres.stop()
})
afterAll(() => rm(emptyDatabase, { recursive: true, force: true }))

export interface Place {
  folder: string
  dataDir: string
  port: number
}

export async function createPlace(): Promise<Place> {
  const place = await createEmptyPlace()
  await mkdir(place.dataDir)
  // Node's own copy takes a second of CPU time, or loses the permissions that PostgreSQL requires.
  await promisify(execFile)('cp', ['-Rp', emptyDatabase, path.join(place.dataDir, 'postgres')])
  const secret = randomBytes(32).toString('base64')
  await writeFile(path.join(place.dataDir, 'secrets.json'), JSON.stringify({ SESA_SECRET: secret }))
  return place
}

export async function createEmptyPlace(owner?: number): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-launcher-test-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  await mkdir(path.join(folder, 'src'))
  await writeFile(path.join(folder, 'src/page.tsx'), 'one')
  if (owner !== undefined) await chown(folder, owner, owner)
  return { folder, dataDir: path.join(folder, 'data'), port: await freePort() }
}

export interface Started {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

interface As {
  uid?: number
  /** Puts a shell between the test and the launcher. */
  through?: 'sh'
}

/** Returns the environment of a launcher under test, without the machine's own settings. */
export function environmentAt(place: Place): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, STRIPE_SECRET_KEY: _key, npm_lifecycle_event: _event, ...outer } = process.env
  return {
    ...outer,
    PORT: String(place.port),
    SESA_DATA_DIR: place.dataDir,
    FIXTURE_BUILT: place.folder,
  }
}

export function launch(place: Place, env: NodeJS.ProcessEnv = {}, { uid, through }: As = {}): Started {
  const command = [process.execPath, launchScript]
  const [program = '', ...args] = through === 'sh' ? ['/bin/sh', '-c', '"$0" "$1"; :', ...command] : command
  const child = spawn(program, args, {
    env: { ...environmentAt(place), ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  cleanups.push(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return exit
  })
  return { child, output: () => output, exit }
}

export async function launchReady(place: Place, env: NodeJS.ProcessEnv = {}, as: As = {}): Promise<Started> {
  const started = launch(place, env, as)
  const ended = started.exit.then(() => Promise.reject(new Error(`it ended: ${started.output()}`)))
  const ready = vi.waitUntil(() => started.output().includes('is ready'), patience)
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return started
}

export async function ask(place: Place): Promise<{ starts: number; role: string; pid: number } | undefined> {
  try {
    // The fixture waits for a database that dies while it connects, so callers ask again.
    const response = await fetch(`http://127.0.0.1:${place.port}/`, {
      signal: AbortSignal.timeout(within(5)),
    })
    const body: { starts: number; role: string; pid: number } = JSON.parse(await response.text())
    return body
  } catch {
    return undefined
  }
}

export async function serverEnv(place: Place): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${place.port}/env`)
  const body: { env: Record<string, string> } = JSON.parse(await response.text())
  return body.env
}

export async function events(place: Place): Promise<string[]> {
  const text = await readFile(path.join(place.folder, 'events.log'), 'utf8').catch(() => '')
  return text.trim().split('\n')
}

export async function pidOf(place: Place, role: string): Promise<number> {
  const last = (await events(place)).findLast((event) => event.startsWith(`${role} started`))
  return Number(last?.split(' ')[2])
}

export async function postgresPid(place: Place): Promise<number> {
  const text = await readFile(path.join(place.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(
    () => '',
  )
  return Number.parseInt(text, 10)
}

export function isRunning(pid: number): boolean {
  // A dead process that its parent has not reaped (state Z) still has a process id.
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Returns the ids of all four processes. Waits, since the product is ready before its worker has started. */
export async function everyPid(place: Place): Promise<number[]> {
  return vi.waitFor(async () => {
    const roles = await Promise.all(['sandbox', 'server', 'worker'].map((role) => pidOf(place, role)))
    const pids = [...roles, await postgresPid(place)]
    expect(pids.filter(isRunning)).toHaveLength(4)
    return pids
  }, patience)
}
