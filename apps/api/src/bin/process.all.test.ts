import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createAuthority, type Certificate } from '@sesa/test-kit/certificates'
import { startDatabaseProxy } from '@sesa/test-kit/database-proxy'
import { freePort } from '@sesa/test-kit/ports'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LIVE_PROVIDERS } from '../config/testing/live-settings.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { settingsOf, startSandboxProviders } from '../security/testing/product.ts'

const SCRIPT = join(import.meta.dirname, 'testing/escaping-server.ts')
/** Longer than a request waits for a connection. */
const SLOW_MS = 2_500
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Running {
  readonly base: string
  readonly child: ChildProcess
  /** What it wrote to standard error, and to standard output. */
  readonly said: string[]
  readonly printed: string[]
  /** Whether the server is handling the slow request. */
  readonly isSlow: () => boolean
  readonly isDraining: () => boolean
}

async function startServer(): Promise<Running> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [out, said] = [[] as string[], [] as string[]]
  child.stdout.on('data', (data: Buffer) => out.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()))
  const base = await vi.waitFor(
    () => {
      const [url] = /http:\S+/.exec(out.join('')) ?? []
      if (url === undefined) throw new Error(`Not listening: ${said.join('')}`)
      return url
    },
    { timeout: 300_000, interval: 50 },
  )
  return {
    base,
    child,
    said,
    printed: out,
    isSlow: () => out.join('').includes('slow'),
    isDraining: () => out.join('').includes('draining'),
  }
}

const alertsOf = ({ printed }: Running) =>
  printed
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ level }) => level === 'alert')

async function slowRequest(running: Running): Promise<{ answer: Promise<Response> }> {
  const answer = fetch(`${running.base}/slow`)
  await vi.waitFor(() => expect(running.isSlow()).toBe(true), { timeout: 300_000 })
  return { answer }
}

describe('a server process', () => {
  it('reports and counts an unhandled rejection, and keeps serving', async () => {
    const running = await startServer()
    const { answer } = await slowRequest(running)
    expect((await fetch(`${running.base}/reject`)).status).toBe(200)
    expect((await answer).status).toBe(200)
    expect((await fetch(`${running.base}/healthz`)).status).toBe(200)
    expect(alertsOf(running)).toEqual([
      {
        level: 'alert',
        time: expect.any(Number),
        pid: running.child.pid,
        hostname: expect.any(String),
        process: 'server',
        msg: 'escaped error',
        event: 'unhandled_rejection',
        type: 'TypeError',
        stack: expect.stringContaining('escaping-server.ts'),
      },
    ])
    const metrics = await (await fetch(`${running.base}/metrics`)).text()
    expect(metrics).toContain('sesa_escaped_errors_total{event="unhandled_rejection"} 1')
    expect(metrics).toContain('sesa_escaped_errors_total{event="uncaught_exception"} 0')
    expect(running.child.exitCode).toBeNull()
  })

  it('says first that it is about to stop, and serves until balancers have noticed', async () => {
    const running = await startServer()
    const ended = once(running.child, 'exit')
    expect((await fetch(`${running.base}/readyz`)).status).toBe(200)
    running.child.kill('SIGTERM')
    await vi.waitFor(() => expect(running.isDraining()).toBe(true), { timeout: 300_000 })
    expect((await fetch(`${running.base}/readyz`)).status).toBe(503)
    expect((await fetch(`${running.base}/slow`)).status).toBe(200)
    expect((await ended)[0]).toBe(0)
  })

  it('finishes requests in flight after an uncaught exception, then exits with code 1', async () => {
    const running = await startServer()
    const ended = once(running.child, 'exit')
    const { answer } = await slowRequest(running)
    void fetch(`${running.base}/throw`).catch(() => undefined)
    expect((await answer).status).toBe(200)
    expect((await ended)[0]).toBe(1)
    expect(alertsOf(running)).toMatchObject([{ event: 'uncaught_exception', type: 'TypeError' }])
    expect([...running.said, ...running.printed].join('')).not.toContain('ama@example.com')
  })
})

/** Runs an entry point as the launcher does, until the test ends. */
function run(entry: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, entry), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  const started = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += String(data)
      if (said.includes('"started"')) started.resolve('started')
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { ended, started: started.promise, said: () => said }
}

describe('on the database of a test', () => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'sesa-processes-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  })

  const secret = () => ({ SESA_SECRET: randomBytes(32).toString('base64') })
  /** The settings for real money. */
  const live = () => ({
    NODE_ENV: 'production',
    ...LIVE_PROVIDERS,
    ...secret(),
    SESA_PUBLIC_URL: 'https://sesa.example',
    DATABASE_URL: `${database.url.replace(':test@', ':x8Jk2mQ9@')}?sslmode=disable`,
  })
  const certificateFiles = async ({ cert, key }: Certificate) => {
    const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
    await writeFile(files.TLS_CERT_FILE, cert)
    await writeFile(files.TLS_KEY_FILE, key, { mode: 0o600 })
    return files
  }

  it.each(['serve', 'work', 'office'])('%s starts although connections take long', async (entry) => {
    const port = await freePort()
    const sandbox = await startSandboxProviders(port)
    const urls = [database.url, database.workerUrl, database.officeUrl]
    const [server, worker, office] = await Promise.all(urls.map((url) => startDatabaseProxy(url, SLOW_MS)))
    onTestFinished(async () => {
      for (const proxy of [server, worker, office]) proxy?.close()
      await sandbox.close()
    })
    const { ended, started, said } = run(`${entry}.ts`, {
      ...settingsOf({ url: server?.url ?? '', workerUrl: worker?.url ?? '' }, sandbox.url, port),
      OFFICE_PORT: String(await freePort()),
      DATABASE_OFFICE_URL: office?.url ?? '',
    })
    expect([await Promise.race([started, ended]), said()]).toEqual(['started', expect.any(String)])
  })

  it.each(['serve', 'work', 'office'])('%s refuses data from before the baseline', async (entry) => {
    const old = await createTestDatabase()
    onTestFinished(() => old.drop())
    await sql`update schema_migrations set name = '001_identity.sql' where version = 1`.execute(old.owner)
    const port = await freePort()
    const { ended, said } = run(`${entry}.ts`, {
      ...settingsOf(old, 'http://127.0.0.1:9', port),
      OFFICE_PORT: String(await freePort()),
      DATABASE_OFFICE_URL: old.officeUrl,
    })
    expect([await ended, said()]).toEqual([
      78,
      expect.stringContaining('This data was made before version 0.2.0'),
    ])
  })

  it.each([
    ['serve.ts', [], 78],
    ['work.ts', [], 78],
    ['cli.ts', ['doctor'], 1],
  ] as const)('%s refuses a secret’s file that cannot be read', async (entry, args, code) => {
    const none = { STRIPE_SECRET_KEY_FILE: join(folder, 'none') }
    const { ended, said } = run(entry, { DATABASE_URL: database.url, ...secret(), ...none }, args)
    // Exit code 78 keeps the launcher from restarting a process that would end the same way.
    expect([await ended, said()]).toEqual([
      code,
      expect.stringContaining('Setting STRIPE_SECRET_KEY_FILE: the file cannot be read'),
    ])
  })

  it('a live start without TLS, or with a certificate that browsers do not trust, fails and names the missing setting', async () => {
    const files = await certificateFiles(await (await createAuthority()).issue())
    const [none, distrusted] = [run('serve.ts', live()), run('serve.ts', { ...live(), ...files })]
    expect([await none.ended, none.said()]).toEqual([
      78,
      expect.stringContaining('Setting TLS_CERT_FILE: live mode wants TLS'),
    ])
    expect([await distrusted.ended, distrusted.said()]).toEqual([
      78,
      expect.stringContaining('browsers do not trust this certificate for sesa.example'),
    ])
  })

  it('a start with the providers’ test environments answers only over TLS with the certificate of its files', async () => {
    const authority = await createAuthority()
    const port = await freePort()
    const { ended, started, said } = run('serve.ts', {
      ...live(),
      ...(await certificateFiles(await authority.issue())),
      SESA_MODE: 'test',
      NODE_ENV: 'test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      DATABASE_URL: database.url,
      PORT: String(port),
    })
    expect([await Promise.race([started, ended]), said()]).toEqual(['started', expect.any(String)])
    const socket = connect({ host: '127.0.0.1', port, servername: 'sesa.example', ca: authority.cert })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'secureConnect')
    expect(socket.getProtocol()).toBe('TLSv1.3')
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })

  it('the command line lists its commands, refuses an unknown one and wrong settings', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const env = {
      DATABASE_URL: database.url,
      ...secret(),
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_process',
      SANDBOX_PAWAPAY_CALLBACK_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    }
    const lines: [string, Readonly<Record<string, string>>, number, string][] = [
      ['help', {}, 0, 'transfer show'],
      ['nonsense', {}, 2, "unknown command 'nonsense'"],
      ['migrate', {}, 1, 'DATABASE_OWNER_URL'],
      ['serve', { PORT: 'none' }, 78, 'PORT'],
      ['work', { PORT: 'none' }, 78, 'PORT'],
    ]
    for (const [word, more, code, words] of lines) {
      const { ended, said } = run('cli.ts', { ...env, ...more }, [word])
      expect([await ended, said()], word).toEqual([code, expect.stringContaining(words)])
    }
  })
})
