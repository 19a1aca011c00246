import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../world/child.ts'
import { steadyPort } from '../world/ports.ts'

const HOST = '127.0.0.1'
const BIN = '/usr/lib/postgresql/15/bin'
const PACKAGES = ['postgresql-15', 'patroni', 'etcd-server', 'etcd-client', 'haproxy']
const PROGRAMS = [
  `${BIN}/postgres`,
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/bin/etcdctl',
  '/usr/sbin/haproxy',
]
const NODES = [1, 2, 3] as const
const START_MS = 60_000

/** Returns why the cluster cannot be started here; undefined if it can. */
export function missingPackages(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, to start PostgreSQL under its own user'
  if (PROGRAMS.every((program) => existsSync(program))) return undefined
  return `needs Debian's packages: apt-get install --no-install-recommends ${PACKAGES.join(' ')}`
}

/** A part of the cluster, in a process group of its own, which can be killed and frozen with all its children. */
interface Part {
  readonly name: string
  signal(signal: NodeJS.Signals): void
  /** Starts it again after it was killed. */
  start(): void
  ended(): Promise<unknown>
}

/** Three PostgreSQL nodes under Patroni with etcd and HAProxy, from the files in `deploy/cluster`. */
export interface Cluster {
  /** The superuser's connection to the primary, through HAProxy. */
  readonly ownerUrl: string
  /** Patroni and PostgreSQL of each node. */
  readonly nodes: readonly Part[]
  readonly etcd: readonly Part[]
  /** Returns the index of the node that is the primary. Throws when none is. */
  primary(): Promise<number>
  /** Returns the index of the etcd member that leads. */
  etcdLeader(): number
  /** Kills PostgreSQL's first process on a node; Patroni lives on. */
  killPostmaster(at: number): void
  /** Hands the primary's role to another node, as for maintenance. */
  switchOver(): Promise<void>
  close(): Promise<void>
}

const filled = (file: string, values: Readonly<Record<string, string | number>>): string =>
  readFileSync(path.join(ROOT, 'deploy/cluster', file), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\$\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`deploy/cluster/${file} needs a value for ${name}`)
      return String(value)
    })

/** The user and group that PostgreSQL and etcd run as: Debian's `postgres`. */
function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string): number =>
    Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10)
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts the cluster in its own temporary folder, and waits until its primary has a synchronous standby. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-cluster-'))
  const user = postgresUser()
  const ports = await reservePorts()
  const secret = (): string => randomBytes(12).toString('hex')
  const passwords = { superuser: secret(), replication: secret(), rewind: secret() }
  await chown(folder, user.uid, user.gid)
  const part = (name: string, command: string, args: readonly string[]): Part => {
    let child: ChildProcess
    let ended: Promise<unknown>
    const start = (): void => {
      const log = openSync(path.join(folder, `${name}.log`), 'a')
      child = spawn(command, args, {
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: `${BIN}:/usr/bin:/bin`, HOME: folder, LC_ALL: 'C.UTF-8' },
        ...(name === 'haproxy' ? {} : user),
      })
      ended = once(child, 'exit')
    }
    start()
    return {
      name,
      start,
      signal: (signal) => signalAll(child.pid ?? 0, signal),
      ended: () => (child.exitCode === null && child.signalCode === null ? ended : Promise.resolve()),
    }
  }
  const members = ports.etcd.map((_port, at) => `e${at + 1}=http://${HOST}:${ports.etcdPeers[at]}`).join(',')
  const etcd = ports.etcd.map((port, at) => {
    const [url, peer] = [`http://${HOST}:${port}`, `http://${HOST}:${ports.etcdPeers[at]}`]
    const args = [
      ...['--name', `e${at + 1}`, '--data-dir', path.join(folder, `etcd-${at + 1}`), '--enable-v2=true'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', members, '--initial-cluster-token', 'sesa', '--initial-cluster-state', 'new'],
      ...[
        '--heartbeat-interval',
        '100',
        '--election-timeout',
        '1000',
        '--logger',
        'zap',
        '--log-level',
        'warn',
      ],
    ]
    return part(`etcd-${at + 1}`, '/usr/bin/etcd', args)
  })
  const configs = await Promise.all(
    NODES.map(async (node, at) => {
      const file = path.join(folder, `patroni-${node}.yml`)
      const text = filled('patroni.yml', {
        NAME: `p${node}`,
        HOST,
        NETWORK: `${HOST}/32`,
        REST_PORT: ports.rest[at] ?? 0,
        PORT: ports.postgres[at] ?? 0,
        ETCD_HOSTS: ports.etcd.map((port) => `${HOST}:${port}`).join(','),
        DATA_DIR: path.join(folder, `data-${node}`),
        PGPASS: path.join(folder, `pgpass-${node}`),
        SOCKET_DIR: folder,
        SUPERUSER_PASSWORD: passwords.superuser,
        REPLICATION_PASSWORD: passwords.replication,
        REWIND_PASSWORD: passwords.rewind,
      })
      await writeFile(file, text, { mode: 0o600 })
      await chown(file, user.uid, user.gid)
      return file
    }),
  )
  const nodes = configs.map((file, at) => part(`patroni-${at + 1}`, '/usr/bin/patroni', [file]))
  const servers = NODES.map(
    (node, at) => `  server p${node} ${HOST}:${ports.postgres[at]} check port ${ports.rest[at]}`,
  )
  const proxyFile = path.join(folder, 'haproxy.cfg')
  const sites = { HOST, RW_PORT: ports.rw, RO_PORT: ports.ro, SERVERS: servers.join('\n') }
  await writeFile(proxyFile, filled('haproxy.cfg', sites))
  const proxy = part('haproxy', '/usr/sbin/haproxy', ['-db', '-f', proxyFile])

  const answers = async (at: number, where: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(1_000)
    const url = `http://${HOST}:${ports.rest[at]}${where}`
    return (await fetch(url, { method: 'OPTIONS', signal }).catch(() => undefined))?.status === 200
  }
  const primary = async (): Promise<number> => {
    for (const [at] of nodes.entries()) if (await answers(at, '/primary')) return at
    throw new Error(`No node is the primary; see the logs in ${folder}`)
  }
  const hasSynchronousStandby = async (): Promise<boolean> => {
    for (const [at] of nodes.entries()) if (await answers(at, '/synchronous')) return true
    return false
  }
  const everything = [...nodes, proxy, ...etcd]
  const close = async (): Promise<void> => {
    for (const one of everything) {
      one.signal('SIGCONT')
      one.signal('SIGKILL')
    }
    await Promise.all(everything.map((one) => one.ended()))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const until = performance.now() + START_MS
  while (!(await hasSynchronousStandby())) {
    if (performance.now() > until) {
      const why = readFileSync(path.join(folder, 'patroni-1.log'), 'utf8').slice(-800)
      await close()
      throw new Error(`The cluster did not start within a minute: ${why}`)
    }
    await sleep(200)
  }
  await primary()
  return {
    ownerUrl: `postgres://postgres:${passwords.superuser}@${HOST}:${ports.rw}/postgres`,
    nodes,
    etcd,
    primary,
    etcdLeader() {
      const endpoints = ports.etcd.map((port) => `http://${HOST}:${port}`)
      const args = ['--endpoints', endpoints.join(','), 'endpoint', 'status', '--write-out', 'simple']
      const env = { ...process.env, ETCDCTL_API: '3' }
      const { stdout } = spawnSync('/usr/bin/etcdctl', args, { encoding: 'utf8', env })
      const leader = stdout.split('\n').find((line) => line.split(', ')[4] === 'true')
      const at = endpoints.findIndex((endpoint) => leader?.startsWith(endpoint))
      if (at < 0) throw new Error(`etcd names no leader: ${stdout}`)
      return at
    },
    killPostmaster(at) {
      const [pid = ''] = readFileSync(path.join(folder, `data-${at + 1}`, 'postmaster.pid'), 'utf8').split(
        '\n',
      )
      process.kill(Number.parseInt(pid, 10), 'SIGKILL')
    },
    async switchOver() {
      const from = await primary()
      const leader = `p${from + 1}`
      const response = await fetch(`http://${HOST}:${ports.rest[from]}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader }),
      })
      if (response.status !== 200) throw new Error(`No switchover: ${await response.text()}`)
    },
    close,
  }
}

async function reservePorts() {
  const three = (): Promise<number[]> => Promise.all(NODES.map(() => steadyPort()))
  return {
    etcd: await three(),
    etcdPeers: await three(),
    rest: await three(),
    postgres: await three(),
    rw: await steadyPort(),
    ro: await steadyPort(),
  }
}

/**
 * Signals a process and all its descendants. PostgreSQL puts each of its processes into a session of its own, so the
 * process group is not enough.
 */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  for (let before = 0; before < family.size;) {
    before = family.size
    for (const [own = 0, parent = 0] of parents) if (family.has(parent)) family.add(own)
  }
  for (const one of family) {
    try {
      process.kill(one, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
