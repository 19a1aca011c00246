import { readFileSync } from 'node:fs'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Machine, Network } from './machines.ts'
import { filled, give, runTool, type Part } from './parts.ts'
import type { Authority } from './certificates.ts'

export const POSTGRES_PORT = 5432
export const PATRONI_PORT = 8008
/** Prefix that runs a command as Debian's PostgreSQL user. */
export const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] as const

/** One machine of the cluster. */
export interface ClusterNode extends Machine {
  /** Patroni and PostgreSQL. */
  readonly patroni: Part
  readonly etcd: Part
  /** The folder of its files. */
  readonly place: string
  /** Runs a program on this machine as PostgreSQL's user, to its end. Throws if it fails. */
  run(...command: readonly string[]): string
  /** Returns the postmaster's process id. */
  postmaster(): number
  /** Fills the disk of PostgreSQL's files, which needs `diskMib`. Returns a function that empties it again. */
  fillDisk(): Promise<() => Promise<void>>
}

interface Site {
  readonly folder: string
  readonly network: Network
  readonly authority: Authority
  readonly passwords: Readonly<Record<'superuser' | 'replication' | 'rewind' | 'backups', string>>
  readonly diskMib: number | undefined
  readonly walLevel: 'replica' | 'logical'
  /** True if pgBackRest archives WAL. */
  readonly archives: boolean
  /** Starts a program, with a name for its log. */
  begin(name: string, command: readonly [string, ...string[]]): Part
}

/** Starts etcd, then Patroni with PostgreSQL, on one machine. */
export async function startNode(
  { folder, begin, passwords, diskMib, walLevel, archives, network, authority }: Site,
  machine: Machine,
  at: number,
): Promise<ClusterNode> {
  const { host, enter } = machine
  const { machines } = network
  const place = path.join(folder, `node-${at + 1}`)
  const disk = path.join(place, 'disk')
  const data = path.join(disk, 'data')
  await mkdir(disk, { recursive: true })
  if (diskMib !== undefined) runTool('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m`, 'tmpfs', disk])
  await Promise.all([give(place), give(disk)])
  const tls = await authority.issue(`p${at + 1}`, [host])
  const settings = async (file: string, text: string): Promise<string> => {
    const full = path.join(place, file)
    await writeFile(full, text, { mode: 0o600 })
    await give(full)
    return full
  }
  const etcdFile = await settings(
    'etcd.conf.yml',
    filled('etcd.conf.yml', {
      ...tls,
      NAME: `e${at + 1}`,
      HOST: host,
      MEMBERS: machines.map((one, place) => `e${place + 1}=https://${one.host}:2380`).join(','),
      DATA_DIR: path.join(place, 'etcd'),
    }),
  )
  const backupFile = await settings(
    'pgbackrest.conf',
    filled('pgbackrest.conf', {
      ...{ LOG_DIR: place, SPOOL_DIR: place, SOCKET_DIR: place, DATA_DIR: data, PORT: POSTGRES_PORT },
      ...{ REPOSITORY: path.join(folder, 'repository'), PASSPHRASE: passwords.backups },
    }),
  )
  const patroniFile = await settings(
    'patroni.yml',
    filled('patroni.yml', {
      ...tls,
      NAME: `p${at + 1}`,
      WAL_LEVEL: walLevel,
      HOST: host,
      NETWORK: network.range,
      REST_PORT: PATRONI_PORT,
      PORT: POSTGRES_PORT,
      ETCD_HOSTS: machines.map((one) => `${one.host}:2379`).join(','),
      ARCHIVE_COMMAND: archives
        ? `pgbackrest --config=${backupFile} --stanza=sesa archive-push %p`
        : '/bin/true',
      DATA_DIR: data,
      PGPASS: path.join(place, 'pgpass'),
      SOCKET_DIR: place,
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.replication,
      REWIND_PASSWORD: passwords.rewind,
    }),
  )
  return {
    ...machine,
    etcd: begin(`etcd-${at + 1}`, [...enter, ...AS_POSTGRES, 'etcd', '--config-file', etcdFile]),
    patroni: begin(`patroni-${at + 1}`, [...enter, ...AS_POSTGRES, 'patroni', patroniFile]),
    place,
    run: (...command) => {
      const [program, ...args] = [...enter, ...AS_POSTGRES, ...command]
      return runTool(program, args)
    },
    postmaster() {
      const [pid = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      return Number.parseInt(pid, 10)
    },
    async fillDisk() {
      const ballast = path.join(disk, 'ballast')
      // It ends at the first write that does not fit.
      await appendFile(ballast, Buffer.alloc((diskMib ?? 0) * 2 ** 20)).catch(() => undefined)
      return () => rm(ballast)
    },
  }
}
