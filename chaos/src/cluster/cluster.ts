import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyPort } from '../world/ports.ts'
import { createNetwork, type Machine } from './machines.ts'
import { AS_POSTGRES, PATRONI_PORT, POSTGRES_PORT, startNode, type ClusterNode } from './node.ts'
import { startAlerts, type Alerts } from './alerts.ts'
import { createAuthority, type Authority } from './certificates.ts'
import { createBackups, type Backups } from './backups.ts'
import { setLimits, usersFile, type Login } from './logins.ts'
import { filled, give, runTool, startPart, type Part } from './parts.ts'

const HERE = '127.0.0.1'
const PACKAGES = [
  'postgresql-15',
  'patroni',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
  'iproute2',
  'openssl',
  'prometheus',
  'prometheus-node-exporter',
  'python3-idna',
]
const PROGRAMS = [
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/bin/etcdctl',
  '/usr/sbin/haproxy',
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbackrest',
  '/usr/sbin/ip',
  '/usr/bin/openssl',
  '/usr/bin/prometheus',
  '/usr/bin/prometheus-node-exporter',
  '/usr/lib/python3/dist-packages/idna/__init__.py',
]
const NODES = 3
const START_MS = 60_000

/** Returns why the cluster cannot be started here; undefined if it can. */
export function missingPackages(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, for network namespaces and PostgreSQL’s own user'
  if (PROGRAMS.every((program) => existsSync(program))) return undefined
  return `needs Debian's packages: apt-get install --no-install-recommends ${PACKAGES.join(' ')}`
}

export interface ClusterOptions {
  /** Size of each node's disk for PostgreSQL's files, in MiB; by default as large as the machine's. */
  readonly diskMib?: number
  /** How the product reaches the primary; default: through HAProxy. */
  readonly by?: 'several hosts' | 'pgbouncer'
  /** `logical` lets another version follow; default: `replica`. */
  readonly walLevel?: 'replica' | 'logical'
  /** Archives WAL with pgBackRest, so that backups can be made. */
  readonly backups?: true
}

/** Three PostgreSQL nodes under Patroni with etcd, and HAProxy, from the files in `deploy/cluster`. */
export interface Cluster {
  /** The superuser's connection to the primary, through HAProxy. */
  readonly ownerUrl: string
  readonly nodes: readonly ClusterNode[]
  /** Returns the primary node. Throws if there is none. */
  primary(): Promise<ClusterNode>
  /** Returns the node for which each commit waits. Throws if there is none. */
  synchronousStandby(): Promise<ClusterNode>
  /** Returns the node whose etcd member leads. */
  etcdLeader(): ClusterNode
  /** Transfers the primary's role to another node, as for maintenance. */
  switchOver(): Promise<void>
  /** Returns the URL for the product's sign-in; `by` decides its hosts. */
  urlFor(login: Login): string
  /** Returns a standby's URL. */
  readUrlFor(login: Login): string
  /** Starts PgBouncer for these logins. */
  startPooler(logins: readonly Login[]): Promise<void>
  /** Starts HAProxy in front of these servers of the product, on this port. */
  startFront(port: number, servers: readonly FrontServer[]): Promise<void>
  /** Starts Prometheus over the cluster and these processes of the product. */
  startAlerts(operations: readonly { readonly job: string; readonly port: number }[]): Promise<Alerts>
  /** pgBackRest; undefined unless asked for. */
  readonly backups: Backups | undefined
  /** Returns one line for each node, with its role, address and state. */
  describe(): Promise<string[]>
  close(): Promise<void>
}

export interface FrontServer {
  readonly port: number
  readonly operationsPort: number
}

/** Starts the cluster in its own temporary folder, and waits until its primary has a synchronous standby. */
export async function startCluster({
  diskMib,
  by,
  backups,
  walLevel = 'replica',
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-cluster-'))
  await give(folder)
  const authority = await createAuthority(folder)
  const network = createNetwork(NODES)
  const { machines } = network
  const passwords = {
    superuser: newPassword(),
    replication: newPassword(),
    rewind: newPassword(),
    backups: newPassword(),
  }
  const parts: Part[] = []
  const begin = (name: string, command: readonly [string, ...string[]]): Part => {
    const part = startPart({ folder, name, command })
    parts.push(part)
    return part
  }
  const site = { folder, authority, begin, passwords, diskMib, walLevel, archives: backups === true, network }
  const nodes = await Promise.all(machines.map((machine, at) => startNode(site, machine, at)))
  const [rw, ro, pooler] = [await steadyPort(), await steadyPort(), await steadyPort()]
  const startProxy = async (name: string, text: string): Promise<void> => {
    const file = path.join(folder, `${name}.cfg`)
    await writeFile(file, text)
    begin(name, ['haproxy', '-db', '-f', file])
  }
  const ownerUrl = `postgres://postgres:${passwords.superuser}@${HERE}:${rw}/postgres?${authority.settings}`
  const database = nodes.map(
    ({ host }, at) =>
      `  server p${at + 1} ${host}:${POSTGRES_PORT} check port ${PATRONI_PORT} verifyhost p${at + 1}`,
  )
  await startProxy(
    'haproxy',
    filled('haproxy.cfg', {
      CA: authority.ca,
      HOST: HERE,
      RW_PORT: rw,
      RO_PORT: ro,
      SERVERS: database.join('\n'),
    }),
  )
  const withRole = async (role: 'primary' | 'synchronous'): Promise<ClusterNode | undefined> => {
    for (const node of nodes) if (await answers(authority, node, role)) return node
    return undefined
  }
  const needed = async (role: 'primary' | 'synchronous'): Promise<ClusterNode> => {
    const node = await withRole(role)
    if (node === undefined) throw new Error(`No node is ${role}; see the logs in ${folder}`)
    return node
  }
  const primary = (): Promise<ClusterNode> => needed('primary')
  const close = async (): Promise<void> => {
    for (const one of parts) {
      one.signal('SIGCONT')
      one.signal('SIGKILL')
    }
    await Promise.all(parts.map((one) => one.ended()))
    network.close()
    if (diskMib !== undefined)
      for (const [at] of nodes.entries()) runTool('umount', ['-l', path.join(folder, `node-${at + 1}/disk`)])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const until = performance.now() + START_MS
  while ((await withRole('synchronous')) === undefined) {
    if (performance.now() > until) {
      const why = readFileSync(path.join(folder, 'patroni-1.log'), 'utf8').slice(-800)
      await close()
      throw new Error(`The cluster did not start within a minute: ${why}`)
    }
    await sleep(200)
  }
  await primary()
  return {
    ownerUrl,
    nodes,
    primary,
    synchronousStandby: () => needed('synchronous'),
    etcdLeader() {
      const endpoints = nodes.map(({ host }) => `https://${host}:2379`)
      const { CERT, KEY, CA } = authority.own
      const certificates = ['--cacert', CA, '--cert', CERT, '--key', KEY]
      const query = ['endpoint', 'status', '--write-out', 'simple']
      const args = [...certificates, '--endpoints', endpoints.join(','), ...query]
      const output = runTool('etcdctl', args, { ...process.env, ETCDCTL_API: '3' })
      const leader = output.split('\n').find((line) => line.split(', ')[4] === 'true')
      const node = nodes.find(({ host }) => leader?.startsWith(`https://${host}:`))
      if (node === undefined) throw new Error(`etcd names no leader: ${output}`)
      return node
    },
    async switchOver() {
      const from = await primary()
      const { status, text } = await authority.ask(`https://${from.host}:${PATRONI_PORT}/switchover`, {
        method: 'POST',
        ms: START_MS,
        body: JSON.stringify({ leader: `p${nodes.indexOf(from) + 1}` }),
      })
      if (status !== 200) throw new Error(`No switchover: ${text}`)
    },
    urlFor({ username, password }) {
      const direct = nodes.map(({ host }) => `${host}:${POSTGRES_PORT}`).join(',')
      const hosts = by === 'several hosts' ? direct : `${HERE}:${by === 'pgbouncer' ? pooler : rw}`
      const more = by === 'pgbouncer' ? '&pgbouncer=true' : ''
      return `postgres://${username}:${password}@${hosts}/sesa?${authority.settings}${more}`
    },
    readUrlFor({ username, password }) {
      const direct = nodes.map(({ host }) => `${host}:${POSTGRES_PORT}`).join(',')
      const hosts = by === 'several hosts' ? direct : `${HERE}:${ro}`
      return `postgres://${username}:${password}@${hosts}/sesa?${authority.settings}`
    },
    async startPooler(logins) {
      const users = path.join(folder, 'pgbouncer-users')
      const file = path.join(folder, 'pgbouncer.ini')
      await writeFile(users, usersFile(logins))
      await writeFile(
        file,
        filled('pgbouncer.ini', {
          ...(await authority.issue('pgbouncer', [])),
          HOST: HERE,
          RW_PORT: rw,
          PORT: pooler,
          AUTH_FILE: users,
        }),
      )
      await Promise.all([give(file), give(users)])
      await setLimits(ownerUrl, logins)
      begin('pgbouncer', [...AS_POSTGRES, 'pgbouncer', file])
    },
    async startAlerts(operations) {
      const exporter = await steadyPort()
      const listen = `--web.listen-address=${HERE}:${exporter}`
      begin('node-exporter', [
        'prometheus-node-exporter',
        ...['--collector.disable-defaults', '--collector.filesystem', listen],
      ])
      const { CERT, KEY, CA } = authority.own
      const at = (port: number): string[] => nodes.map(({ host }) => `${host}:${port}`)
      const of = (wanted: string): string[] =>
        operations.flatMap(({ job, port }) => (job === wanted ? [`${HERE}:${port}`] : []))
      return startAlerts({
        ...{ folder, begin, port: await steadyPort() },
        targets: {
          'sesa-server': of('sesa-server'),
          'sesa-worker': of('sesa-worker'),
          'sesa-office': [],
          patroni: at(PATRONI_PORT),
          etcd: at(2379),
          node: [`${HERE}:${exporter}`],
        },
        files: {
          '/etc/prometheus/ca.crt': CA,
          '/etc/prometheus/own.crt': CERT,
          '/etc/prometheus/own.key': KEY,
        },
      })
    },
    backups: backups && createBackups(primary),
    startFront: (port, servers) =>
      startProxy(
        'haproxy-front',
        filled('haproxy-front.cfg', {
          HOST: HERE,
          PORT: port,
          SERVERS: servers
            .map((one, at) => `  server s${at + 1} ${HERE}:${one.port} check port ${one.operationsPort}`)
            .join('\n'),
        }),
      ),
    async describe() {
      const lines = nodes.map(async (node, at) => {
        const role = (await answers(authority, node, 'primary'))
          ? 'primary'
          : (await answers(authority, node, 'synchronous'))
            ? 'synchronous standby'
            : 'standby'
        return `p${at + 1} ${node.host}:${POSTGRES_PORT} ${role}, Patroni https://${node.host}:${PATRONI_PORT}/cluster`
      })
      return [
        ...(await Promise.all(lines)),
        `primary through HAProxy ${HERE}:${rw}, standbys ${HERE}:${ro}; logs in ${folder}`,
      ]
    },
    close,
  }
}

const newPassword = (): string => randomBytes(12).toString('hex')

/** Returns true if Patroni reports this role for the node. */
async function answers({ ask }: Authority, { host }: Machine, role: string): Promise<boolean> {
  const answer = ask(`https://${host}:${PATRONI_PORT}/${role}`, { method: 'OPTIONS' })
  return (await answer.catch(() => undefined))?.status === 200
}
