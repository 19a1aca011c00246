import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** How long a slice's processes run before they are stopped: short, so that they appear slow rather than frozen. */
const QUOTA_US = 2_000
/** Folders of the two versions of Linux's control groups, and the file that limits CPU time. */
const VERSION_1 = '/sys/fs/cgroup/cpu'
const VERSION_2 = '/sys/fs/cgroup'
/** The file of a control group that lists its processes. */
const MEMBERS = 'cgroup.procs'

/** A limited share of one processor for some processes. */
export interface Slice {
  /** Limits a process and all its threads. */
  add(pid: number): void
  /** Lifts the limit from the remaining processes. */
  close(): void
}

/** Creates a slice of this many hundredths of a processor. Needs root and writable control groups. */
export function makeSlice(name: string, percent: number): Slice {
  const period = Math.round((QUOTA_US * 100) / percent)
  const isFirst = existsSync(path.join(VERSION_1, 'cpu.shares'))
  const folder = path.join(isFirst ? VERSION_1 : VERSION_2, name)
  mkdirSync(folder, { recursive: true })
  if (isFirst) {
    writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(period))
    writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), String(QUOTA_US))
  } else {
    writeFileSync(path.join(VERSION_2, 'cgroup.subtree_control'), '+cpu')
    writeFileSync(path.join(folder, 'cpu.max'), `${QUOTA_US} ${period}`)
  }
  return {
    add: (pid) => move(String(pid), folder),
    close() {
      const left = readFileSync(path.join(folder, MEMBERS), 'utf8').split('\n').filter(Boolean)
      for (const pid of left) move(pid, path.dirname(folder))
      rmdirSync(folder)
    },
  }
}

/** Moves a process to the control group of a folder, unless it has ended. */
function move(pid: string, folder: string): void {
  try {
    writeFileSync(path.join(folder, MEMBERS), pid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100

/** A live process, its parent, and the CPU time (s) that it has used. */
export interface Used {
  readonly name: string
  readonly parent: number
  readonly seconds: number
}

/** Returns the CPU time of each live process on this machine, by its id. */
export function readProcessorTimes(): ReadonlyMap<number, Used> {
  const times = new Map<number, Used>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS
      times.set(Number(entry), { name, parent: Number(fields[1]), seconds })
    } catch {
      // It has ended in the meantime.
    }
  }
  return times
}
