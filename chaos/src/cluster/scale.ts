import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSending } from '../trials/load.ts'
import { quiesceAndVerify } from '../trials/trial.ts'
import { startWorld } from '../world/world.ts'
import { makeSlice, readProcessorTimes, type Slice } from './slices.ts'

const SERVERS = [1, 2, 4] as const
const SENDERS = 32
const WARM_MS = 8_000
const MEASURED_MS = 30_000
/** A server that uses less of its slice than this is waiting for something else. */
const FULL = 0.9

interface Measured {
  readonly servers: number
  /** Whole transfers per second. */
  readonly perSecond: number
  /** The share of their slices that the servers used. */
  readonly used: number
}

/**
 * Measures whole transfers per second with 1, 2 and 4 servers, each bounded to the same slice of a processor, on a cluster.
 * Returns whether the books were right afterwards.
 */
export async function measureScale(percent: number, say: (line: string) => void): Promise<boolean> {
  const most = Math.max(...SERVERS)
  const world = await startWorld({ cluster: {}, serversOfCluster: most })
  const slices: Slice[] = []
  const measured: Measured[] = []
  try {
    const people = await Promise.all(Array.from({ length: SENDERS }, () => world.person()))
    await Promise.all(world.servers.slice(1).map((server) => server.stop('SIGTERM')))
    say(
      `each server: ${percent} % of a processor (${availableParallelism()} here); ${SENDERS} customers send without pause`,
    )
    for (const servers of SERVERS) {
      const running = world.servers.slice(0, servers)
      await Promise.all(running.filter(({ isAlive }) => !isAlive).map((server) => server.start()))
      for (const [at, { pid }] of running.entries()) {
        const slice = makeSlice(`sesa-scale-${process.pid}-${at}`, percent)
        slice.add(pid)
        if (slices.length <= at) slices.push(slice)
      }
      const sending = startSending(people)
      const { ended } = world.log.acknowledged
      try {
        await sleep(WARM_MS)
        const [before, times, start] = [ended.size, readProcessorTimes(), performance.now()]
        await sleep(MEASURED_MS)
        const seconds = (performance.now() - start) / 1_000
        const perSecond = (ended.size - before) / seconds
        const now = readProcessorTimes()
        const busy = (isCounted: (pid: number, name: string) => boolean): number =>
          [...now].reduce(
            (sum, [pid, one]) =>
              isCounted(pid, one.name) ? sum + one.seconds - (times.get(pid)?.seconds ?? 0) : sum,
            0,
          ) / seconds
        const pids = new Set(running.map(({ pid }) => pid))
        const used = busy((pid) => pids.has(pid)) / ((servers * percent) / 100)
        const database = busy((_pid, name) => name === 'postgres')
        const all = busy(() => true)
        measured.push({ servers, perSecond, used })
        say(
          `${servers} server${servers === 1 ? '' : 's'}: ${perSecond.toFixed(1)} whole transfers per second; servers used ${(used * 100).toFixed(0)} % of their slices, PostgreSQL (all nodes) ${database.toFixed(2)} processors, everything on this machine ${all.toFixed(2)}`,
        )
      } finally {
        await sending.stop()
      }
    }
    say(limitOf(measured))
    await Promise.all(world.servers.filter(({ isAlive }) => !isAlive).map((server) => server.start()))
    const { figures, problems } = await quiesceAndVerify(world, [])
    for (const line of [...figures, ...problems.map((problem) => `BROKEN ${problem}`)]) say(line)
    return problems.length === 0
  } finally {
    await world.close()
    for (const slice of slices) slice.close()
  }
}

/** Says with how many servers they stop being the limit. */
function limitOf(measured: readonly Measured[]): string {
  const first = measured[0]
  const over = measured.find(({ used }) => used < FULL)
  const gains = measured.map(
    ({ servers, perSecond }) => `${servers}: ${(perSecond / (first?.perSecond ?? 1)).toFixed(2)}`,
  )
  const limit =
    over === undefined
      ? 'the servers are the limit in all of them, the database in none'
      : `with ${over.servers} the servers wait: the database, or this machine, is the limit`
  return `times the throughput of one: ${gains.join(', ')}; ${limit}`
}
