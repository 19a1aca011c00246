import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDb } from '../../../apps/api/src/db/index.ts'
import { checkInvariants, type Finding } from '../../../apps/api/src/domains/books/index.ts'
import { Child, ROOT } from './child.ts'
import { environmentsOf, loginsOf, USER_NAMES, type Logins } from './environments.ts'
import { send } from './http.ts'
import { RunLog } from './log.ts'
import { migrate } from './migrate.ts'
import { createOffice, type Office } from './office.ts'
import { providersAt, type Providers } from './providers.ts'
import { Person, type Home } from './person.ts'
import { migratorBeside, patchedFiles } from './overlay.ts'
import { steadyPort } from './ports.ts'
import type { Alerts } from '../cluster/alerts.ts'
import { startCluster, type Cluster, type ClusterOptions } from '../cluster/cluster.ts'
import { openDatabase, openOnCluster, type Database } from './postgres.ts'
import { openWires, over, type Wires } from './wires.ts'

/** Our own processes; `staff` runs one command and exits, and the office runs only where a play opens it. */
export const PRODUCT_PROCESSES = ['server', 'worker', 'staff', 'office'] as const
export type ProductProcess = (typeof PRODUCT_PROCESSES)[number]

/** The product's processes, PostgreSQL and the sandbox, which can all be killed, with the clients' log. */
export interface World {
  readonly base: string
  /** The product's public address. */
  readonly publicUrl: string
  readonly database: Database
  /** The cluster below the database; undefined unless asked for. */
  readonly cluster: Cluster | undefined
  readonly server: Child
  readonly worker: Child
  /** All servers, or workers: one, or two behind HAProxy on a cluster. */
  readonly servers: readonly Child[]
  readonly workers: readonly Child[]
  /** Addresses of the metrics of a cluster's processes; none without one. */
  readonly operations: readonly { readonly job: string; readonly port: number }[]
  /** A cluster's Prometheus; undefined without one. */
  alerts: Alerts | undefined
  /** `npm run sesa`. */
  readonly staff: Child
  readonly office: Child
  /** The staff members who work in the office. */
  readonly members: Office
  readonly sandbox: Child
  readonly providers: Providers
  readonly sandboxFile: string
  readonly dataDir: string
  /** The wires from server and worker to the database and the sandbox; undefined unless asked for. */
  readonly wires: Wires | undefined
  readonly log: RunLog
  /** The URLs that server, worker and office sign in with. */
  readonly logins: Logins
  /** While set, called for each point that a process reaches. */
  listen: ((process: ProductProcess, point: string) => void) | undefined
  /** Returns another worker on the same database. */
  secondWorker(more?: Readonly<Record<string, string>>): Child
  /** Returns another server on the same database, with its own address. */
  secondServer(): Promise<{ readonly child: Child; readonly base: string }>
  /** Returns a new customer, signed in and with a complete profile. `ending`: the last four digits of their number. */
  person(home?: Home, ending?: string): Promise<Person>
  /** Returns a new visitor without any activity. */
  stranger(home?: Home, ending?: string): Person
  /** Runs the product's migrator on the migrations in another folder, while every process keeps running. */
  migrate(folder: string): Promise<void>
  /** Checks the product's invariants. A transfer that has neither ended nor is held violates one at once. */
  invariants(): Promise<readonly Finding[]>
  /** Restarts every dead process. */
  revive(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  /** Opens wires between our processes and their peers. */
  readonly wires?: boolean
  /** A patch of the sources that plants a bug. */
  readonly patch?: string
  readonly postgres?: Readonly<Record<string, string>>
  /** Runs on a cluster of three PostgreSQL nodes, with two servers behind HAProxy and two workers. */
  readonly cluster?: ClusterOptions
  /** Measures a cluster: with this many servers and these settings, and without Prometheus, which queries each second. */
  readonly measured?: { readonly servers: number; readonly settings: Readonly<Record<string, string>> }
  /** Port of the public address; default: a free port. */
  readonly port?: number
  /** Folder of PostgreSQL's files; default: a temporary one. */
  readonly postgresDir?: string
  /** Maximum wait for a provider. Short, since faults exhaust it. */
  readonly providerTimeoutMs?: number
}

/** Longer than HAProxy takes to detect that a server is not ready. */
const DRAIN_SECONDS = '4'

/** Starts a world in its own temporary folder. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  if (!existsSync(path.join(ROOT, 'apps/web/dist/manifest.json'))) {
    throw new Error('The web app has not been built, and the server serves it. Run npm run build first.')
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-chaos-'))
  const overlay = options.patch && (await patchedFiles(folder, options.patch))
  const port = options.port ?? (await steadyPort())
  const [sandboxPort, postgresPort] = [await steadyPort(), await steadyPort()]
  const cluster = options.cluster && (await startCluster(options.cluster))
  const database = cluster
    ? await openOnCluster(cluster)
    : await openDatabase({
        dataDir: options.postgresDir ?? path.join(folder, 'postgres'),
        port: postgresPort,
        settings: options.postgres ?? {},
      })
  const password = randomBytes(16).toString('hex')
  const urlOf = (username: string): string =>
    cluster?.urlFor({ username, password }) ??
    Object.assign(new URL(database.ownerUrl), { username, password }).href
  const readUrlOf = (username: string) =>
    cluster && { DATABASE_READ_URL: cluster.readUrlFor({ username, password }) }
  const logins = loginsOf(urlOf)
  const base = `http://127.0.0.1:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandboxFile = path.join(folder, 'sandbox.sqlite')
  const officePort = await steadyPort()
  const { env, sandboxEnv } = environmentsOf({
    folder,
    port,
    sandboxPort,
    sandboxFile,
    officePort,
    databaseUrl: logins.DATABASE_URL,
    providerTimeoutMs: options.providerTimeoutMs ?? 1_000,
  })
  const workerEnv = { ...env, ...logins, ...readUrlOf('sesa_worker') }
  const ownerEnv = { ...workerEnv, DATABASE_OWNER_URL: database.ownerUrl }
  const wires = options.wires
    ? {
        server: await openWires(postgresPort, sandboxPort),
        worker: await openWires(postgresPort, sandboxPort),
      }
    : undefined
  const answers = async (url: string): Promise<boolean> => (await send(url, { method: 'GET' })).status === 200
  const log = new RunLog()
  // The observer tolerates a busy machine.
  const owner = createDb(database.ownerUrl, { max: 2, patience: 30_000, applicationName: 'chaos' })
  const reportPoint = (name: ProductProcess) => (point: string) => world.listen?.(name, point)

  /** Restarts a process that exits, like the launcher, such as a worker that found no connection in time. */
  const onFailure = (child: Child): void => {
    log.note(`${child.name} ended by itself (${child.end}): ${child.lastWords.trim().slice(-600)}`)
    void child.start().catch((error: unknown) => log.note(String(error)))
  }
  const workerOptions = (name: string, operations: Readonly<Record<string, string>> = {}) => ({
    name,
    script: 'apps/api/src/bin/work.ts',
    env: { ...over(workerEnv, wires?.worker), ...operations },
    overlay,
    isReady: async (child: Child) => child.points.has('sweeps.find_due:after'),
    onPoint: reportPoint('worker'),
    onFailure,
  })
  const serverOptions = (name: string, at: string, operations: Readonly<Record<string, string>> = {}) => ({
    name,
    script: 'apps/api/src/bin/serve.ts',
    env: { ...over(env, wires?.server), ...readUrlOf('sesa_app'), PORT: new URL(at).port, ...operations },
    overlay,
    isReady: () => answers(`${at}/healthz`),
    onPoint: reportPoint('server'),
    onFailure,
  })
  const seconds: Child[] = []
  const newServer = async (name: string) => {
    const at = `http://127.0.0.1:${await steadyPort()}`
    const operationsPort = await steadyPort()
    const { settings = {} } = options.measured ?? {}
    const operations = { OPERATIONS_PORT: String(operationsPort), DRAIN_SECONDS, ...settings }
    return {
      child: new Child(serverOptions(name, at, operations)),
      port: Number(new URL(at).port),
      operationsPort,
    }
  }
  const names = Array.from({ length: options.measured?.servers ?? 2 }, (_none, at) => `server ${at + 1}`)
  const behindFront = cluster ? await Promise.all(names.map(newServer)) : []
  const servers = cluster ? behindFront.map(({ child }) => child) : [new Child(serverOptions('server', base))]
  const workerPorts = cluster ? [await steadyPort(), await steadyPort()] : []
  const named = workerPorts.map((port, at) =>
    workerOptions(`worker ${at + 1}`, { OPERATIONS_PORT: String(port) }),
  )
  const workers = (cluster ? named : [workerOptions('worker')]).map((one) => new Child(one))
  const [server, worker] = [servers[0], workers[0]]
  if (server === undefined || worker === undefined) throw new Error('No processes')
  const staff = new Child({
    name: 'staff',
    script: 'apps/api/src/bin/cli.ts',
    env: ownerEnv,
    overlay,
    isReady: async () => false,
    onPoint: reportPoint('staff'),
  })
  const members = createOffice({
    publicUrl: `http://localhost:${port}`,
    port: officePort,
    ...{ database, log, staff },
    process: { env: { ...env, ...logins }, overlay, onPoint: reportPoint('office'), onFailure },
  })
  let people = 0
  const world: World = {
    base,
    publicUrl: `http://localhost:${port}`,
    database,
    cluster,
    sandboxFile,
    dataDir: folder,
    wires,
    log,
    logins,
    providers: providersAt(sandboxUrl),
    listen: undefined,
    alerts: undefined,
    sandbox: new Child({
      name: 'sandbox',
      script: 'packages/sandbox/src/main.ts',
      env: sandboxEnv,
      isReady: () => answers(`${sandboxUrl}/sandbox/books`),
      onPoint: () => undefined,
    }),
    server,
    worker,
    servers,
    workers,
    operations: [
      ...behindFront.map(({ operationsPort: port }) => ({ job: 'sesa-server', port })),
      ...workerPorts.map((port) => ({ job: 'sesa-worker', port })),
    ],
    staff,
    office: members.process,
    members,
    secondWorker(more = {}) {
      const child = new Child({
        ...workerOptions('second worker'),
        env: { ...over(workerEnv, wires?.worker), ...more },
      })
      seconds.push(child)
      return child
    },
    async secondServer() {
      const address = `http://127.0.0.1:${await steadyPort()}`
      const child = new Child(serverOptions('second server', address))
      seconds.push(child)
      return { child, base: address }
    },
    stranger: (home, ending) => new Person(world, `person ${++people}`, home, ending),
    async person(home, ending) {
      const person = world.stranger(home, ending)
      await person.signIn()
      await person.fillProfile()
      return person
    },
    async migrate(from) {
      const migrator = await migratorBeside(folder, from)
      await migrate({ ...logins, DATABASE_OWNER_URL: database.ownerUrl }, migrator)
    },
    invariants: () => checkInvariants(owner, { allowedSeconds: 0 }),
    async revive() {
      for (const child of [world.sandbox, ...servers, ...workers, ...world.members.processes()]) {
        if (child.isAlive) continue
        log.note(`${child.name} starts again after ${child.end}`)
        await child.start()
      }
    },
    async close() {
      await Promise.all(
        [...seconds, world.staff, world.office, ...servers, ...workers, world.sandbox].map((child) =>
          child.stop(),
        ),
      )
      for (const ways of wires ? [wires.server, wires.worker] : [])
        await Promise.all([ways.database.close(), ways.providers.close()])
      await owner.destroy()
      await database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    await migrate({ ...logins, DATABASE_OWNER_URL: database.ownerUrl })
    if (options.cluster?.by === 'pgbouncer') {
      await cluster?.startPooler(USER_NAMES.map((username) => ({ username, password })))
    }
    await cluster?.startFront(port, behindFront)
    await Promise.all([world.sandbox, ...servers].map((child) => child.start()))
    await Promise.all(workers.map((child) => child.start()))
    if (options.measured === undefined) world.alerts = await cluster?.startAlerts(world.operations)
  } catch (error) {
    await world.close()
    throw error
  }
  return world
}
