import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ask } from './http.ts'

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const DATABASE = 'sesa_bench'

export interface BareResult {
  /** Requests answered per second, each one insert and one commit. */
  readonly perSecond: number
  /** Resident memory of the process at the end, in bytes. */
  readonly rss: number
  /** Milliseconds from starting the process to its first answer. */
  readonly startMs: number
}

/** Runs the bare route on the product's PostgreSQL, in a separate database that it drops afterwards. */
export async function measureBare(ownerUrl: string, users: number, seconds: number): Promise<BareResult> {
  const admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  try {
    await admin.query(`drop database if exists ${DATABASE} with (force)`)
    await admin.query(`create database ${DATABASE}`)
    const url = new URL(ownerUrl)
    url.pathname = `/${DATABASE}`
    await createTable(url.href)
    return await load(url.href, users, seconds)
  } finally {
    await admin.query(`drop database if exists ${DATABASE} with (force)`)
    await admin.end()
  }
}

async function createTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table bare (id uuid primary key, amount bigint not null, note text not null)')
  await client.end()
}

async function load(url: string, users: number, seconds: number): Promise<BareResult> {
  const started = performance.now()
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, BARE_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const base = line.toString('utf8').trim()
    await ask('GET', base)
    const startMs = performance.now() - started
    const options = { url: `${base}/insert`, method: 'POST', connections: users } as const
    await autocannon({ ...options, duration: 1 })
    const { requests, non2xx, errors } = await autocannon({ ...options, duration: seconds })
    if (non2xx + errors > 0) throw new Error(`The bare route failed ${non2xx + errors} times`)
    const { rss } = await ask<{ rss: number }>('GET', `${base}/memory`)
    return { perSecond: requests.average, rss, startMs }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
