import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@sesa/embedded-postgres'
import { createAuthority } from '../../../scripts/testing/certificates.ts'
import { freePort } from '../../../scripts/testing/free-port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const nobody = 65534
const launchScript = path.join(import.meta.dirname, 'testing/launch.ts')
// Only root can become another user, and only where that user can reach this checkout (not beneath /root).
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', launchScript], { uid: nobody, gid: nobody }).status === 0
// A busy machine is slow; only what never happens is wrong.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 })
const patience = { timeout: 60_000, interval: 50 }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An empty database, made once: copying it is faster than making one for each test. */
let emptyDatabase: string
beforeAll(async () => {
  emptyDatabase = await mkdtemp(path.join(tmpdir(), 'sesa-launcher-test-'))
  const postgres = await startPostgres({ dataDir: emptyDatabase, settings: { fsync: 'off' } })
  await postgres.stop()
})
afterAll(() => rm(emptyDatabase, { recursive: true, force: true }))

interface Place {
  folder: string
  dataDir: string
  port: number
}

async function createPlace(): Promise<Place> {
  const place = await createEmptyPlace()
  await cp(emptyDatabase, path.join(place.dataDir, 'postgres'), { recursive: true })
  return place
}

async function createEmptyPlace(owner?: number): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-launcher-test-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  await mkdir(path.join(folder, 'src'))
  await writeFile(path.join(folder, 'src/page.tsx'), 'one')
  if (owner !== undefined) await chown(folder, owner, owner)
  return { folder, dataDir: path.join(folder, 'data'), port: await freePort() }
}

interface Started {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
}

interface As {
  uid?: number
  /** Leaves a shell between us and the launcher. */
  through?: 'sh'
}

function launch(place: Place, env: NodeJS.ProcessEnv = {}, { uid, through }: As = {}): Started {
  const { DATABASE_URL: _url, STRIPE_SECRET_KEY: _key, npm_lifecycle_event: _event, ...outer } = process.env
  const command = [process.execPath, launchScript]
  const [program = '', ...args] = through === 'sh' ? ['/bin/sh', '-c', '"$0" "$1"; :', ...command] : command
  const child = spawn(program, args, {
    env: {
      ...outer,
      PORT: String(place.port),
      SESA_DATA_DIR: place.dataDir,
      FIXTURE_BUILT: place.folder,
      ...env,
    },
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

async function launchReady(place: Place, env: NodeJS.ProcessEnv = {}, as: As = {}): Promise<Started> {
  const started = launch(place, env, as)
  const ended = started.exit.then(() => Promise.reject(new Error(`it ended: ${started.output()}`)))
  const ready = vi.waitUntil(() => started.output().includes('is ready'), patience)
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return started
}

async function ask(place: Place): Promise<{ starts: number; role: string; pid: number } | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${place.port}/`)
    const body: { starts: number; role: string; pid: number } = JSON.parse(await response.text())
    return body
  } catch {
    return undefined
  }
}

async function serverEnv(place: Place): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${place.port}/env`)
  const body: { env: Record<string, string> } = JSON.parse(await response.text())
  return body.env
}

async function events(place: Place): Promise<string[]> {
  const text = await readFile(path.join(place.folder, 'events.log'), 'utf8').catch(() => '')
  return text.trim().split('\n')
}

async function pidOf(place: Place, role: string): Promise<number> {
  const last = (await events(place)).findLast((event) => event.startsWith(`${role} started`))
  return Number(last?.split(' ')[2])
}

async function postgresPid(place: Place): Promise<number> {
  const text = await readFile(path.join(place.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(
    () => '',
  )
  return Number.parseInt(text, 10)
}

function isRunning(pid: number): boolean {
  // A dead process that nobody has waited for (state Z) still has a number.
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** All four processes, once they run: the product is ready to serve before its worker has begun. */
async function everyPid(place: Place): Promise<number[]> {
  return vi.waitFor(async () => {
    const roles = await Promise.all(['sandbox', 'server', 'worker'].map((role) => pidOf(place, role)))
    const pids = [...roles, await postgresPid(place)]
    expect(pids.filter(isRunning)).toHaveLength(4)
    return pids
  }, patience)
}

describe('a start', () => {
  it('builds, migrates, serves under the restricted role, and says so in two lines', async () => {
    const place = await createEmptyPlace()
    const started = await launchReady(place)
    await expect
      .poll(() => started.output().split('\n'))
      .toEqual([
        'Building the web app ...',
        `Sesa is ready: http://localhost:${place.port}`,
        `Sandbox: no real money moves. Messages and test wallets: http://localhost:${place.port}/sandbox`,
        '',
      ])
    expect(await ask(place)).toMatchObject({ starts: 1, role: 'sesa_app' })
    const env = await serverEnv(place)
    expect(Buffer.from(env['SESA_SECRET'] ?? '', 'base64')).toHaveLength(32)
    expect(env).toMatchObject({ HOST: '127.0.0.1', SESA_EXIT_WITH_PARENT: '1' })
    expect(env['SANDBOX_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(env['DATABASE_OWNER_URL']).toBeUndefined()
    expect((await stat(path.join(place.dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('finds data and secrets again, and builds only what changed', async () => {
    const place = await createPlace()
    const first = await launchReady(place)
    const secrets = await readFile(path.join(place.dataDir, 'secrets.json'), 'utf8')
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    const second = await launchReady(place)
    expect(second.output()).not.toContain('Building')
    expect(await ask(place)).toMatchObject({ starts: 2 })
    expect(await readFile(path.join(place.dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
    second.child.kill('SIGTERM')
    await second.exit
    await writeFile(path.join(place.folder, 'src/page.tsx'), 'two')
    const third = await launchReady(place)
    expect(third.output()).toContain('Building')
  })

  it('builds again while it runs in development, and the server picks it up', async () => {
    const place = await createPlace()
    await launchReady(place, { FIXTURE_DEV: '1' })
    const server = await pidOf(place, 'server')
    await vi.waitUntil(
      async () => {
        // Again and again: watching begins a moment after the start.
        await writeFile(path.join(place.folder, 'src/page.tsx'), `change ${Math.random()}`)
        return (await events(place)).filter((event) => event.startsWith('build')).length > 1
      },
      { ...patience, interval: 1000 },
    )
    await vi.waitUntil(async () => (await pidOf(place, 'server')) !== server, patience)
    await vi.waitUntil(async () => (await ask(place)) !== undefined, patience)
  })

  it('starts no sandbox beside real providers', async () => {
    const place = await createPlace()
    const started = await launchReady(place, { SESA_MODE: 'live' })
    expect(started.output()).not.toContain('Sandbox')
    expect((await events(place)).filter((event) => event.startsWith('sandbox'))).toEqual([])
    const env = await serverEnv(place)
    expect(env['SANDBOX_URL']).toBeUndefined()
  })

  it('knows the server by its certificate where it ends TLS itself', async () => {
    const place = await createPlace()
    const authority = await createAuthority()
    const files = {
      TLS_CERT_FILE: path.join(place.folder, 'cert.pem'),
      TLS_KEY_FILE: path.join(place.folder, 'key.pem'),
    }
    const { cert, key } = await authority.issue({ names: ['sesa.example'] })
    await writeFile(files.TLS_CERT_FILE, cert)
    await writeFile(files.TLS_KEY_FILE, key)
    const env = { ...files, SESA_MODE: 'live', SESA_PUBLIC_URL: 'https://sesa.example' }
    const started = await launchReady(place, env)
    expect(started.output()).toContain('Sesa is ready: https://sesa.example')
  })

  it('leaves a secret of the operator’s in its file to the product', async () => {
    const place = await createPlace()
    await launchReady(place, { SESA_SECRET_FILE: '/run/secrets/sesa' })
    const env = await serverEnv(place)
    expect(env['SESA_SECRET_FILE']).toBe('/run/secrets/sesa')
    expect(env['SESA_SECRET']).toBeUndefined()
  })

  it('keeps the sandbox off the network unless told twice', async () => {
    const place = await createPlace()
    const started = await launchReady(place, { HOST: '0.0.0.0' })
    expect(started.output()).toContain('SESA_SANDBOX_PUBLIC=1')
    const env = await serverEnv(place)
    expect(env['HOST']).toBe('127.0.0.1')
  })
})

describe('an end', () => {
  it('drains server and worker, then ends the sandbox, then the database, at Ctrl-C', async () => {
    const place = await createPlace()
    // npm hands the terminal's Ctrl-C on, so that it comes twice.
    const started = await launchReady(place)
    const pids = await everyPid(place)
    started.child.kill('SIGINT')
    started.child.kill('SIGINT')
    expect(await started.exit).toBe(0)
    const order = (await events(place)).map((event) => event.split(' ').slice(0, -1).join(' '))
    expect(order).toContain('server drained')
    expect(order.indexOf('sandbox terminated')).toBeGreaterThan(order.indexOf('server drained'))
    expect(order.indexOf('sandbox terminated')).toBeGreaterThan(order.indexOf('worker drained'))
    expect(pids.filter(isRunning)).toEqual([])
  })

  it('leaves no process behind when it is killed, not even deaf or stopped ones, and starts at once again', async () => {
    const place = await createPlace()
    const started = await launchReady(place, { FIXTURE_DEAF: '1' })
    const pids = await everyPid(place)
    process.kill(await pidOf(place, 'worker'), 'SIGSTOP')
    started.child.kill('SIGKILL')
    await started.exit
    await launchReady(place)
    expect(await ask(place)).toMatchObject({ starts: 2 })
    await vi.waitUntil(() => !pids.some(isRunning), patience)
  })

  it('tells its children when it is killed', async () => {
    const place = await createPlace()
    const started = await launchReady(place)
    const pids = await everyPid(place)
    started.child.kill('SIGKILL')
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    const said = (await events(place)).filter((event) => event.includes('orphaned'))
    expect(said).toHaveLength(3)
  })

  it('drains when npm is killed, which tells nobody', async () => {
    const place = await createPlace()
    // The shell stands for npm.
    const started = await launchReady(place, { npm_lifecycle_event: 'start' }, { through: 'sh' })
    const pids = await everyPid(place)
    started.child.kill('SIGKILL')
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    expect((await events(place)).some((event) => event.startsWith('server drained'))).toBe(true)
    expect((await events(place)).some((event) => event.includes('orphaned'))).toBe(false)
  })

  it('forces a process that does not drain at the second Ctrl-C', async () => {
    const place = await createPlace()
    const started = await launchReady(place)
    const pids = await everyPid(place)
    process.kill(await pidOf(place, 'server'), 'SIGSTOP')
    const pressing = setInterval(() => started.child.kill('SIGINT'), 1500)
    started.child.kill('SIGINT')
    expect(await started.exit).toBe(1)
    clearInterval(pressing)
    await vi.waitUntil(() => !pids.some(isRunning), patience)
  })
})

describe('supervision', () => {
  it('starts a killed server, worker or sandbox again', async () => {
    const place = await createPlace()
    const started = await launchReady(place)
    for (const role of ['server', 'worker', 'sandbox']) {
      const old = await pidOf(place, role)
      process.kill(old, 'SIGKILL')
      await vi.waitUntil(async () => (await pidOf(place, role)) !== old, patience)
      await vi.waitUntil(async () => (await ask(place)) !== undefined, patience)
      expect(started.output()).toContain(`${role} ended (exit code 137) and is started again`)
    }
  })

  it('starts a killed database again, on the same port with its data', async () => {
    const place = await createPlace()
    await launchReady(place)
    const server = (await ask(place))?.pid
    const old = await postgresPid(place)
    process.kill(old, 'SIGKILL')
    await vi.waitUntil(async () => ![old, Number.NaN].includes(await postgresPid(place)), patience)
    await vi.waitUntil(async () => (await ask(place)) !== undefined, patience)
    expect(await ask(place)).toMatchObject({ starts: 1, pid: server })
  })
})

describe('what cannot start says why in one line and exits with 1', () => {
  async function refused(place: Place, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const started = launch(place, env)
    expect(await started.exit).toBe(1)
    const lines = started.output().trim().split('\n')
    expect(
      lines.filter((line) => !line.startsWith('Building') && !line.includes('started again')),
    ).toHaveLength(1)
    return lines.at(-1) ?? ''
  }

  it('a second start on the same data directory', async () => {
    const place = await createPlace()
    const first = await launchReady(place)
    const message = await refused({ ...place, port: await freePort() })
    expect(message).toContain('already running on this data directory')
    expect(message).toContain(`kill ${first.child.pid}`)
    expect(await ask(place)).toMatchObject({ starts: 1 })
  })

  it('a port in use', async () => {
    const place = await createPlace()
    const other = createServer().listen(place.port, '127.0.0.1')
    cleanups.push(() => new Promise((resolve) => other.close(resolve)))
    await once(other, 'listening')
    expect(await refused(place)).toMatch(new RegExp(`^Port ${place.port} is in use .*PORT=`))
  })

  it('a PORT that is none', async () => {
    expect(await refused(await createEmptyPlace(), { PORT: 'http' })).toMatch(/^PORT is http/)
  })

  it('a file where the data directory should be', async () => {
    const place = await createEmptyPlace()
    await writeFile(place.dataDir, '')
    expect(await refused(place)).toMatch(/^The data directory .* cannot be used .*SESA_DATA_DIR=/)
  })

  it('damaged secrets, which it does not replace', async () => {
    const place = await createEmptyPlace()
    await mkdir(place.dataDir)
    await writeFile(path.join(place.dataDir, 'secrets.json'), '{')
    expect(await refused(place)).toMatch(/^The secrets in .*Restore that file/)
    expect(await readFile(path.join(place.dataDir, 'secrets.json'), 'utf8')).toBe('{')
  })

  it('a database of a newer schema', async () => {
    expect(await refused(await createPlace(), { FIXTURE_NEWER: '1' })).toContain('Start the newer version.')
  })

  it('a server that keeps ending', async () => {
    const message = await refused(await createPlace(), { FIXTURE_BROKEN: 'server' })
    expect(message).toMatch(/^The server does not start: server is broken on purpose \(see .*server\.log\)$/)
  })

  it('a port that another product has come to meanwhile, whose answers it does not take for its own', async () => {
    const place = await createEmptyPlace()
    const started = launch(place)
    // Said once the port has been looked at.
    await vi.waitUntil(() => started.output().includes('Building'), patience)
    const other = http.createServer((_, response) => response.end('{"status":"ready"}'))
    cleanups.push(() => new Promise((resolve) => other.close(resolve)))
    other.listen(place.port, '127.0.0.1')
    await once(other, 'listening')
    expect(await started.exit).toBe(1)
    expect(started.output()).toMatch(/^The server does not start: .*EADDRINUSE/m)
    expect(started.output()).not.toContain('is ready')
  })

  it('a database that cannot be reached', async () => {
    const url = `postgres://somebody:secret@127.0.0.1:${await freePort()}/sesa`
    const message = await refused(await createEmptyPlace(), { DATABASE_URL: url })
    expect(message).toMatch(/ECONNREFUSED/)
    expect(message).not.toContain('secret')
  })
})

describe.runIf(canBeNobody)('an ordinary user', () => {
  it('can start it', async () => {
    const place = await createEmptyPlace(nobody)
    await launchReady(place, { XDG_CACHE_HOME: path.join(place.folder, 'cache') }, { uid: nobody })
    expect(await ask(place)).toMatchObject({ starts: 1 })
    expect((await stat(`/proc/${await postgresPid(place)}`)).uid).toBe(nobody)
  })

  it('is told about a data directory of somebody else', async () => {
    const place = await createEmptyPlace()
    const started = launch(place, {}, { uid: nobody })
    expect(await started.exit).toBe(1)
    expect(started.output()).toMatch(/^The data directory .* cannot be used .*EACCES.*SESA_DATA_DIR=/)
  })
})
