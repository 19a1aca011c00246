import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ownerUrlOf } from '@sesa/e2e/filled-history'
import { freePort } from '@sesa/test-kit/ports'
import { ask, call } from './http/http.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TREE = path.join(ROOT, '.cache/bench/tree')
/** Folders that the copy omits; `node_modules` is linked instead. */
const MADE_LATER = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage', 'test-results'])
const LONGEST_START_MS = 180_000

export interface Product {
  readonly base: string
  /** The sandbox's own address, without the server that forwards to it. */
  readonly sandboxUrl: string
  /** The root of the product's process tree. */
  readonly pid: number
  /** The product's data directory. */
  readonly dataDir: string
  /** Milliseconds from `npm start` to the first page served. */
  readonly startMs: number
  /** Returns the owner's connection to the embedded PostgreSQL. */
  ownerUrl(): Promise<string>
  /** Returns the server process's resident memory in bytes, from `/metrics`. */
  serverMemory(): Promise<number>
  /** Stops the product like Ctrl-C. */
  stop(): Promise<void>
}

/** Copies the repository in its state after `npm ci`: dependencies installed, nothing built, no data. */
export async function makeFreshTree(): Promise<void> {
  await rm(TREE, { recursive: true, force: true })
  await mkdir(TREE, { recursive: true })
  const isThere = (file: string): boolean => !MADE_LATER.has(path.basename(file))
  for (const name of (await readdir(ROOT)).filter(isThere)) {
    await cp(path.join(ROOT, name), path.join(TREE, name), { recursive: true, filter: isThere })
  }
  // Hard links, so that 700 MB take only a few seconds.
  await promisify(execFile)('cp', ['-al', path.join(ROOT, 'node_modules'), TREE])
}

export async function removeTree(): Promise<void> {
  await rm(TREE, { recursive: true, force: true })
}

/** Returns the environment without npm's variables for this run and without another product's settings. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_|SESA_|SANDBOX_|DATABASE_|STRIPE_|NODE_OPTIONS$|HOST$|PORT$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

/** Returns the sandbox's own address from the settings that a running product leaves in its data directory. */
export async function sandboxUrlOf(dataDir: string): Promise<string> {
  const settings = JSON.parse(await readFile(path.join(dataDir, 'connection.json'), 'utf8')) as object
  if (!('SANDBOX_URL' in settings)) throw new Error(`The product in ${dataDir} has no sandbox`)
  return String(settings.SANDBOX_URL)
}

/** Runs `npm start` in the fresh tree until it serves a page. `profiles`: folder for CPU profiles. */
export async function startProduct(profiles?: string): Promise<Product> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const profiling = profiles === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }
  const started = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: TREE,
    detached: true,
    env: { ...cleanEnvironment(), ...profiling, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  npm.stdout.on('data', (part: Buffer) => said.push(part.toString('utf8')))
  const endWithUs = (): void => signal(npm, 'SIGTERM')
  process.on('exit', endWithUs)
  await untilServed(npm, base, said)
  const startMs = performance.now() - started
  return {
    base,
    sandboxUrl: await sandboxUrlOf(path.join(TREE, '.data')),
    pid: npm.pid ?? 0,
    startMs,
    dataDir: path.join(TREE, '.data'),
    ownerUrl: () => ownerUrlOf(path.join(TREE, '.data')),
    serverMemory: async () => {
      const metrics = await ask<string>('GET', `${base}/metrics`)
      const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
      return Number.parseInt(bytes ?? '', 10)
    },
    stop: async () => {
      signal(npm, 'SIGINT')
      if (npm.exitCode === null) await once(npm, 'exit')
      process.off('exit', endWithUs)
    },
  }
}

async function untilServed(npm: ChildProcess, base: string, said: readonly string[]): Promise<void> {
  const end = performance.now() + LONGEST_START_MS
  while (performance.now() < end && npm.exitCode === null) {
    const answer = await call('GET', `${base}/`).catch(() => undefined)
    if (answer?.status === 200 && String(answer.body).includes('<html')) return
    await sleep(25)
  }
  signal(npm, 'SIGTERM')
  throw new Error(`npm start served no page. Its output:\n${said.join('')}`)
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // The group has already ended.
  }
}
