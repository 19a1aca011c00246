import { execFile, spawn } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { World } from '../world/world.ts'
import { startLoad, type Load } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const run = promisify(execFile)
const MOUNT = '256m'
/** Space left on the full disk. */
const LEFT_BYTES = 200_000

async function needsRoot(): Promise<string | undefined> {
  return process.getuid?.() === 0 ? undefined : 'it mounts and traces, which only root can do'
}

/** A small file system created for the trial, with PostgreSQL's folder on it. */
const small = path.join(tmpdir(), `sesa-chaos-small-${process.pid}`)

/** A disk that is full, or that fails. */
export const storage: readonly Trial[] = [
  {
    name: 'disk-full',
    what: 'the disk of PostgreSQL fills up under load, then has room again (F9)',
    async missing() {
      const reason = await needsRoot()
      if (reason !== undefined) return reason
      await run('mkdir', ['-p', small])
      return run('mount', ['-t', 'tmpfs', '-o', `size=${MOUNT}`, 'tmpfs', small]).then(
        () => undefined,
        () => 'a tmpfs cannot be mounted here',
      )
    },
    world: {
      postgresDir: path.join(small, 'postgres'),
      postgres: { max_wal_size: '64MB', min_wal_size: '32MB' },
    },
    async run(world) {
      const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
      const load = startLoad(people)
      await sleep(500)
      const { bavail, bsize } = await statfs(small)
      const file = path.join(small, 'ballast')
      await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)))
      const before = load.refused
      for (let look = 0; look < 300 && load.refused === before; look++) {
        // A new WAL file has no room: PostgreSQL shuts down, and cannot start until there is room.
        await world.database.sql('select pg_switch_wal()').catch(() => undefined)
        await sleep(50)
      }
      const wasFull = load.refused > before
      await sleep(1_000)
      await rm(file)
      const resumed = await writesAgain(world, load)
      await load.stop()
      const sender = await world.person()
      await sender.open()
      await sender.pay()
      const found = [
        ...(wasFull ? [] : ['F9 broken: the disk was never full']),
        ...(resumed ? [] : ['F9 broken: no write succeeded afterwards']),
        ...load.strange.slice(0, 5).map((strange) => `F9 broken: a client got ${strange}`),
      ]
      const outcome = await quiesceAndVerify(
        world,
        [
          `F9 ${load.refused} requests refused while the disk was full, ${load.acknowledged} writes acknowledged`,
        ],
        found,
      )
      return outcome
    },
    async clear() {
      await run('umount', ['-l', small]).catch(() => undefined)
      await rm(small, { recursive: true, force: true })
    },
  },
  {
    name: 'disk-error',
    what: 'a disk sync of PostgreSQL fails, and PostgreSQL recovers automatically (F8)',
    async missing() {
      const traced = await access('/usr/bin/strace').then(
        () => true,
        () => false,
      )
      return traced ? needsRoot() : 'strace is not installed'
    },
    async run(world) {
      const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
      const load = startLoad(people)
      await sleep(500)
      const pids = await familyOf(world.database.pid())
      const folder = await mkdtemp(path.join(tmpdir(), 'sesa-chaos-strace-'))
      const inject = 'inject=fsync,fdatasync:error=EIO:when=1'
      const attach = pids.flatMap((pid) => ['-p', String(pid)])
      const tracer = spawn('strace', [
        '-o',
        path.join(folder, 'out'),
        '-e',
        'trace=fsync,fdatasync',
        '-e',
        inject,
        ...attach,
      ])
      const before = load.refused
      for (let look = 0; look < 150 && load.refused === before; look++) await sleep(100)
      tracer.kill('SIGINT')
      const panicked = load.refused > before
      const resumed = await writesAgain(world, load)
      await load.stop()
      const injected = ((await readFile(path.join(folder, 'out'), 'utf8')).match(/INJECTED/g) ?? []).length
      await rm(folder, { recursive: true, force: true })
      const found = [
        ...(injected > 0 && panicked ? [] : [`F8 broken: ${injected} errors reached PostgreSQL`]),
        ...(resumed ? [] : ['F8 broken: no write succeeded afterwards']),
        ...load.strange.slice(0, 5).map((strange) => `F8 broken: a client got ${strange}`),
      ]
      return quiesceAndVerify(
        world,
        [
          `F8 ${injected} injected errors, ${load.refused} requests refused, ${load.acknowledged} writes acknowledged`,
        ],
        found,
      )
    },
  },
]

/** Restarts PostgreSQL whenever it ends, as a supervisor does, until a write is acknowledged again. */
async function writesAgain(world: World, load: Load): Promise<boolean> {
  const back = performance.now()
  while (load.newest < back) {
    if (performance.now() - back > 120_000) return false
    if (!(await world.database.isAlive())) await world.database.start()
    await sleep(50)
  }
  return true
}

/** Returns the ids of a process and its children. */
async function familyOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const children: number[] = []
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = Number.parseInt(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '', 10)
    if (parent === root) children.push(Number.parseInt(pid, 10))
  }
  return [root, ...children]
}
