import { readdir, readFile } from 'node:fs/promises'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100

interface Process {
  readonly pid: number
  readonly parent: number
  /** Seconds of CPU time, including ended children. */
  readonly cpu: number
  readonly command: string
}

/** Also as in releases whose entry points were in `main`. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/apps\/api\/src\/(?:bin\/serve|main\/server)\.ts/, 'server'],
  [/apps\/api\/src\/(?:bin\/work|main\/worker)\.ts/, 'worker'],
  [/packages\/sandbox\/src\/main\.ts/, 'sandbox'],
  [/postgres/, 'PostgreSQL'],
]

/** CPU time of all other programs: the higher it is, the less a run's absolute figures mean. */
const OTHERS = 'other programs'

/**
 * Returns the CPU seconds used so far by each part of the product below process `root`, the load generator and all
 * other programs; empty where there is no /proc.
 */
export async function processorTime(root: number): Promise<ReadonlyMap<string, number>> {
  const used = new Map<string, number>()
  const parts = await partsBelow(root)
  if (parts.length === 0) return used
  for (const { name, cpu } of parts) used.set(name, (used.get(name) ?? 0) + cpu)
  const { user, system } = process.cpuUsage()
  used.set('load generator', (user + system) / 1_000_000)
  const ours = [...used.values()].reduce((sum, cpu) => sum + cpu, 0)
  return used.set(OTHERS, (await machineTime()) - ours)
}

/** Returns the process ids of a part of the product below process `root`. */
export async function pidsOf(part: string, root: number): Promise<readonly number[]> {
  return (await partsBelow(root)).filter(({ name }) => name === part).map(({ pid }) => pid)
}

/** Returns the product's processes below process `root`, each with the name of its part. */
async function partsBelow(root: number): Promise<readonly (Process & { readonly name: string })[]> {
  const all = await readProcesses()
  const below = (process: Process): Process[] => [
    process,
    ...all.filter(({ parent }) => parent === process.pid).flatMap(below),
  ]
  return all
    .filter(({ pid }) => pid === root)
    .flatMap(below)
    .flatMap((process) => {
      const isNode = /^\S*node\b/.test(process.command)
      const name = NAMES.find(([pattern]) => pattern.test(process.command))?.[1]
      return name !== undefined && (isNode || name === 'PostgreSQL') ? [{ ...process, name }] : []
    })
}

/** Returns the seconds that each part used between two readings, busiest first, other programs last. */
export function usedBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly (readonly [string, number])[] {
  return [...after]
    .map(([name, cpu]) => [name, cpu - (before.get(name) ?? 0)] as const)
    .toSorted(([a, x], [b, y]) => (a === OTHERS ? 1 : b === OTHERS ? -1 : y - x))
}

/** Returns how long all processors have been busy since the machine started: user, nice, system, interrupts. */
async function machineTime(): Promise<number> {
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const ticks = first
    .split(/\s+/)
    .slice(1)
    .map((field) => Number.parseInt(field, 10))
  const busy = [0, 1, 2, 5, 6].map((index) => ticks[index] ?? 0)
  return busy.reduce((sum, part) => sum + part, 0) / TICKS_PER_SECOND
}

async function readProcesses(): Promise<readonly Process[]> {
  const pids = await readdir('/proc').catch(() => [])
  const found = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map(readProcess))
  return found.filter((one) => one !== undefined)
}

async function readProcess(pid: string): Promise<Process | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name in brackets may contain spaces. After it: state, parent, and as fields 12 to 15 four times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const number = (index: number): number => Number.parseInt(fields[index] ?? '0', 10)
    const ticks = number(11) + number(12) + number(13) + number(14)
    return {
      pid: Number.parseInt(pid, 10),
      parent: number(1),
      cpu: ticks / TICKS_PER_SECOND,
      command: command.replaceAll('\0', ' '),
    }
  } catch {
    // The process ended after the folder was listed.
    return undefined
  }
}
