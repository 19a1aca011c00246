import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PERIOD_US = 100_000
/** Where the two versions of Linux's control groups are, and the file that bounds processor time. */
const VERSION_1 = '/sys/fs/cgroup/cpu'
const VERSION_2 = '/sys/fs/cgroup'

/** A bounded part of one processor for some processes. */
export interface Slice {
  /** Bounds a process and all its threads. */
  add(pid: number): void
  /** Removes the bound. Its processes must have ended. */
  close(): void
}

/** Makes a slice of so many hundredths of a processor. Needs root and control groups that can be written. */
export function makeSlice(name: string, percent: number): Slice {
  const [quota, isFirst] = [(PERIOD_US * percent) / 100, existsSync(path.join(VERSION_1, 'cpu.shares'))]
  const folder = path.join(isFirst ? VERSION_1 : VERSION_2, name)
  mkdirSync(folder, { recursive: true })
  if (isFirst) {
    writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), String(quota))
  } else {
    writeFileSync(path.join(VERSION_2, 'cgroup.subtree_control'), '+cpu')
    writeFileSync(path.join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`)
  }
  return {
    add: (pid) => writeFileSync(path.join(folder, 'cgroup.procs'), String(pid)),
    close: () => rmdirSync(folder),
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100

/** Returns the processor time (s) that each living process has used, with its name. */
export function readProcessorTimes(): ReadonlyMap<
  number,
  { readonly name: string; readonly seconds: number }
> {
  const times = new Map<number, { name: string; seconds: number }>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      times.set(Number(entry), { name, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS })
    } catch {
      // It has ended meanwhile.
    }
  }
  return times
}
