import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { startPostgres } from '@sesa/embedded-postgres'
import { createAuthority } from '@sesa/test-kit/certificates'
import { freePort } from '@sesa/test-kit/ports'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import {
  ask,
  cleanups,
  createEmptyPlace,
  createPlace,
  events,
  everyPid,
  isRunning,
  launch,
  launchReady,
  launchScript,
  patience,
  pidOf,
  postgresPid,
  serverEnv,
  type Place,
} from './testing/places.ts'

const nobody = 65534
// Only root can become another user, and only if that user can reach this checkout (not below /root).
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', launchScript], { uid: nobody, gid: nobody }).status === 0

describe('a start', () => {
  it('builds, migrates, serves under the restricted role, and prints two lines when ready', async () => {
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

  it('is ready once the server prices transfers, and not before', async () => {
    const place = await createPlace()
    const started = await launchReady(place, { FIXTURE_WITHOUT_RATES: '5' })
    expect((await events(place)).map((event) => event.split(' ').slice(0, -1).join(' '))).toContain(
      'server refused its last price',
    )
    expect(started.output()).not.toContain('No exchange rates')
  })

  it('says that there are no exchange rates when none arrive', async () => {
    const started = await launchReady(await createPlace(), { FIXTURE_WITHOUT_RATES: '100000' })
    expect(started.output()).toMatch(/No exchange rates yet: .*\nSesa is ready/)
  })

  it('keeps data and secrets across starts, and rebuilds only after a change', async () => {
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

  it('rebuilds the web app on a change in development, and restarts the server', async () => {
    const place = await createPlace()
    await launchReady(place, { FIXTURE_DEV: '1' })
    const server = await pidOf(place, 'server')
    await vi.waitUntil(
      async () => {
        // Repeated, because the launcher starts watching a moment after it is ready.
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
    // Starting a sandbox would create its log file first.
    expect(await readdir(path.join(place.dataDir, 'logs'))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('sandbox')]),
    )
    const env = await serverEnv(place)
    expect(env['SANDBOX_URL']).toBeUndefined()
  })

  it('recognises the server by its certificate when the server terminates TLS', async () => {
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

  it('leaves the company’s secret file to the product', async () => {
    const place = await createPlace()
    await launchReady(place, { SESA_SECRET_FILE: '/run/secrets/sesa' })
    const env = await serverEnv(place)
    expect(env['SESA_SECRET_FILE']).toBe('/run/secrets/sesa')
    expect(env['SESA_SECRET']).toBeUndefined()
  })

  it('keeps the sandbox off the network unless two settings allow it', async () => {
    const place = await createPlace()
    const started = await launchReady(place, { HOST: '0.0.0.0' })
    expect(started.output()).toContain('SESA_SANDBOX_PUBLIC=1')
    const env = await serverEnv(place)
    expect(env['HOST']).toBe('127.0.0.1')
  })
})

describe('a shutdown', () => {
  it('drains server and worker on Ctrl-C, then stops the sandbox, then the database', async () => {
    const place = await createPlace()
    // npm forwards the terminal's Ctrl-C, so the launcher receives it twice.
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

  it('leaves no process behind after a kill, not even a deaf or stopped one, and can start again at once', async () => {
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

  it('makes its children shut down when it is killed', async () => {
    const place = await createPlace()
    const started = await launchReady(place)
    const pids = await everyPid(place)
    started.child.kill('SIGKILL')
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    const said = (await events(place)).filter((event) => event.includes('orphaned'))
    expect(said).toHaveLength(3)
  })

  it('drains when npm is killed, although no signal arrives', async () => {
    const place = await createPlace()
    // The shell replaces npm.
    const started = await launchReady(place, { npm_lifecycle_event: 'start' }, { through: 'sh' })
    const pids = await everyPid(place)
    started.child.kill('SIGKILL')
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    expect((await events(place)).some((event) => event.startsWith('server drained'))).toBe(true)
    expect((await events(place)).some((event) => event.includes('orphaned'))).toBe(false)
  })

  it('kills a process that does not drain on the second Ctrl-C', async () => {
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
  it('restarts a killed server, worker or sandbox', async () => {
    const place = await createPlace()
    const started = await launchReady(place)
    for (const role of ['server', 'worker', 'sandbox']) {
      const old = await pidOf(place, role)
      process.kill(old, 'SIGKILL')
      await vi.waitUntil(async () => (await pidOf(place, role)) !== old, patience)
      await vi.waitUntil(async () => (await ask(place)) !== undefined, patience)
      expect(started.output()).toContain(`${role} ended (exit code 137) and is being restarted`)
    }
  })

  it('restarts a killed database on the same port with its data', async () => {
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

describe('a failed start says why in one line and exits with 1', () => {
  async function refused(place: Place, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const started = launch(place, env)
    expect(await started.exit).toBe(1)
    const lines = started.output().trim().split('\n')
    expect(
      lines.filter((line) => !line.startsWith('Building') && !line.includes('being restarted')),
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

  it('a PORT that is not a number', async () => {
    expect(await refused(await createEmptyPlace(), { PORT: 'http' })).toMatch(/^PORT=http/)
  })

  it('a file where the data directory should be', async () => {
    const place = await createEmptyPlace()
    await writeFile(place.dataDir, '')
    expect(await refused(place)).toMatch(/^Can’t use the data directory .*SESA_DATA_DIR=/)
  })

  it('damaged secrets, which it does not replace', async () => {
    const place = await createEmptyPlace()
    await mkdir(place.dataDir)
    await writeFile(path.join(place.dataDir, 'secrets.json'), '{')
    expect(await refused(place)).toMatch(/^Can’t read the secrets in .*Restore the file/)
    expect(await readFile(path.join(place.dataDir, 'secrets.json'), 'utf8')).toBe('{')
  })

  it('a database whose secrets are gone, which gets no new ones', async () => {
    const place = await createPlace()
    await rm(path.join(place.dataDir, 'secrets.json'))
    expect(await refused(place)).toMatch(/^The secret of the database is missing from .*secrets\.json\./)
    expect(await readdir(place.dataDir)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/secrets/)]),
    )
  })

  it('secrets whose database is gone, which is not replaced by an empty one', async () => {
    const place = await createPlace()
    await rm(path.join(place.dataDir, 'postgres'), { recursive: true })
    expect(await refused(place)).toMatch(/its database in .*postgres is gone.*restore a backup/)
    expect(await readdir(place.dataDir)).not.toContain('postgres')
  })

  it('data from before version 0.2.0, and what to do', async () => {
    const place = await createPlace()
    const postgres = await startPostgres({ dataDir: path.join(place.dataDir, 'postgres') })
    const client = new pg.Client(postgres.ownerUrl)
    await client.connect()
    await client.query(
      `create table schema_migrations (version int primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now());
       insert into schema_migrations values (0, '000_jobs.sql', ''), (1, '001_identity.sql', '')`,
    )
    await client.end()
    await postgres.stop()
    expect(await refused(place, { FIXTURE_PRODUCT: '1' })).toContain(
      'This data was made before version 0.2.0, the first baseline, and cannot be upgraded: start with an empty folder (SESA_DATA_DIR)',
    )
  })

  it('a database with a newer schema', async () => {
    expect(await refused(await createPlace(), { FIXTURE_NEWER: '1' })).toContain('Start the newer version.')
  })

  it('a server that keeps exiting', async () => {
    const message = await refused(await createPlace(), { FIXTURE_BROKEN: 'server' })
    expect(message).toMatch(/^The server isn’t starting: server is broken on purpose \(see .*server\.log\)$/)
  })

  it('a port that another program took during the start, whose answers do not count as ready', async () => {
    const place = await createEmptyPlace()
    const started = launch(place)
    // The launcher prints this after checking the port.
    await vi.waitUntil(() => started.output().includes('Building'), patience)
    const other = http.createServer((_, response) => response.end('{"status":"ready"}'))
    cleanups.push(() => new Promise((resolve) => other.close(resolve)))
    other.listen(place.port, '127.0.0.1')
    await once(other, 'listening')
    expect(await started.exit).toBe(1)
    expect(started.output()).toMatch(/^The server isn’t starting: .*EADDRINUSE/m)
    expect(started.output()).not.toContain('is ready')
  })

  it('settings that both server and worker refuse, with each problem printed once', async () => {
    const started = launch(await createPlace(), { FIXTURE_REFUSED: 'Setting A is x.\nSetting B is missing.' })
    expect(await started.exit).toBe(1)
    expect(started.output().trim().split('\n')).toEqual([
      'Building the web app ...',
      'Setting A is x.',
      'Setting B is missing.',
    ])
  })

  it('real providers without keys, with the server’s own messages', async () => {
    const place = await createPlace()
    const started = launch(place, { SESA_MODE: 'live', FIXTURE_PRODUCT: '1' })
    expect(await started.exit).toBe(1)
    const said = started.output().trim().split('\n').slice(1)
    expect(said).toContain('Cards: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.')
    expect(said).toContain('Email: set SMTP_URL, MAIL_FROM.')
    expect(new Set(said).size).toBe(said.length)
  })

  it('real providers without keys on the first start, before it makes a database or secrets', async () => {
    const place = await createEmptyPlace()
    const started = launch(place, { SESA_MODE: 'live', FIXTURE_PRODUCT: '1' })
    expect(await started.exit).toBe(1)
    const [first = ''] = started.output().trim().split('\n')
    expect(first).toMatch(/^Setting/)
    expect((await readdir(place.dataDir)).sort()).toEqual(['launcher.lock', 'logs'])
  })

  it('a malformed setting, with the server’s own message', async () => {
    const started = launch(await createPlace(), { SESA_LOG_LEVEL: 'loud', FIXTURE_PRODUCT: '1' })
    expect(await started.exit).toBe(1)
    expect(started.output().trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^Setting SESA_LOG_LEVEL has another form: it is either debug or .*\.$/),
    ])
  })

  it('a database that cannot be reached', async () => {
    const url = `postgres://person:secret@127.0.0.1:${await freePort()}/sesa`
    const message = await refused(await createEmptyPlace(), { DATABASE_URL: url })
    expect(message).toMatch(/ECONNREFUSED/)
    expect(message).not.toContain('secret')
  })
})

describe.runIf(canBeNobody)('an ordinary user', () => {
  it('can start the product', async () => {
    const place = await createEmptyPlace(nobody)
    await launchReady(place, { XDG_CACHE_HOME: path.join(place.folder, 'cache') }, { uid: nobody })
    expect(await ask(place)).toMatchObject({ starts: 1 })
    expect((await stat(`/proc/${await postgresPid(place)}`)).uid).toBe(nobody)
  })

  it('refuses a data directory that belongs to another user', async () => {
    const place = await createEmptyPlace()
    const started = launch(place, {}, { uid: nobody })
    expect(await started.exit).toBe(1)
    expect(started.output()).toMatch(/^Can’t use the data directory .*EACCES.*SESA_DATA_DIR=/)
  })
})
