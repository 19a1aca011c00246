import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSending } from '../trials/load.ts'
import { quiesceAndVerify } from '../trials/trial.ts'
import { startWorld, type World } from '../world/world.ts'
import { makeSlice, readProcessorTimes, type Slice, type Used } from './slices.ts'

/** Most first, so that no server starts in between: it would have to compile its code. */
const SERVERS = [4, 2, 1] as const
/** Customers for each server. With many more, no transfer of one server would end within the call that waits for it. */
const SENDERS = 8
/** Time before the servers are limited: at a twelfth of a processor they would take minutes to compile their code. */
const COMPILE_MS = 20_000
const WARM_MS = 8_000
const MEASURED_MS = 30_000
/** A process that uses a smaller share of its slice is not the limit. */
const FULL = 0.85

/** Share of a processor for each part, in hundredths. Without `primary`, the database may use all of them. */
interface Slices {
  readonly server: number
  readonly primary?: number
}

export interface ScaleOptions {
  readonly slices: Slices
  /** `DATABASE_CONNECTIONS` of each server; by default as shipped. */
  readonly connections?: string
}

interface Measured {
  readonly servers: number
  /** Complete transfers per second. */
  readonly perSecond: number
  /** Processors used by the servers together, the primary's PostgreSQL, that of all nodes, and everything. */
  readonly busy: Readonly<Record<'servers' | 'primary' | 'nodes' | 'all', number>>
}

/**
 * Measures complete transfers per second with 1, 2 and 4 servers on a cluster, each limited to the same slice of a
 * processor. Returns whether the books were correct afterwards.
 */
export async function measureScale(
  { slices, connections }: ScaleOptions,
  say: (line: string) => void,
): Promise<boolean> {
  const world = await startWorld({
    cluster: {},
    measured: {
      servers: Math.max(...SERVERS),
      settings: connections === undefined ? {} : { DATABASE_CONNECTIONS: connections },
    },
  })
  const made: Slice[] = []
  const sliceOf = (name: string, percent: number): Slice => {
    const slice = makeSlice(`sesa-scale-${process.pid}-${name}`, percent)
    made.push(slice)
    return slice
  }
  const measured: Measured[] = []
  try {
    const signUp = (servers: number) =>
      Promise.all(Array.from({ length: SENDERS * servers }, () => world.person()))
    // Each measurement has its own customers, whose histories are empty.
    const crowds = await Promise.all(
      SERVERS.map(async (servers) => ({ servers, people: await signUp(servers) })),
    )
    const warming = startSending(await signUp(world.servers.length))
    await sleep(COMPILE_MS)
    await warming.stop()
    for (const { pid } of world.servers) sliceOf(`server-${pid}`, slices.server).add(pid)
    const postmaster = await postmasterOf(world)
    if (slices.primary !== undefined) {
      const slice = sliceOf('primary', slices.primary)
      // Processes that it starts later stay in its slice.
      for (const pid of [postmaster, ...startedBy(postmaster, readProcessorTimes())]) slice.add(pid)
    }
    say(describe(slices))
    for (const { servers, people } of crowds) {
      const spare = world.servers.slice(servers).filter(({ isAlive }) => isAlive)
      await Promise.all(spare.map((server) => server.stop('SIGTERM')))
      const pids = world.servers.slice(0, servers).map(({ pid }) => pid)
      const result = {
        servers,
        ...(await measure(world, people, { postmaster, servers: pids })),
      }
      measured.unshift(result)
      say(lineOf(result, slices))
    }
    say(limitOf(measured, slices))
    await Promise.all(world.servers.filter(({ isAlive }) => !isAlive).map((server) => server.start()))
    const { figures, problems } = await quiesceAndVerify(world, [])
    for (const line of [...figures, ...problems.map((problem) => `BROKEN ${problem}`)]) say(line)
    return problems.length === 0
  } finally {
    try {
      // First, since PostgreSQL at a fraction of a processor does not stop in time.
      for (const slice of made) slice.close()
    } finally {
      await world.close()
    }
  }
}

async function postmasterOf({ cluster }: World): Promise<number> {
  if (cluster === undefined) throw new Error('No cluster')
  return (await cluster.primary()).postmaster()
}

const startedBy = (pid: number, times: ReadonlyMap<number, Used>): readonly number[] =>
  [...times].filter(([, { parent }]) => parent === pid).map(([child]) => child)

/** Makes all customers send money, and measures after a warm-up. */
async function measure(
  world: World,
  people: Parameters<typeof startSending>[0],
  { postmaster, servers }: { readonly postmaster: number; readonly servers: readonly number[] },
): Promise<Omit<Measured, 'servers'>> {
  const sending = startSending(people)
  const { ended } = world.log.acknowledged
  try {
    await sleep(WARM_MS)
    const [before, times, start] = [ended.size, readProcessorTimes(), performance.now()]
    await sleep(MEASURED_MS)
    const [seconds, now] = [(performance.now() - start) / 1_000, readProcessorTimes()]
    const busy = (isCounted: (pid: number, used: Used) => boolean): number =>
      [...now].reduce(
        (sum, [pid, used]) =>
          isCounted(pid, used) ? sum + used.seconds - (times.get(pid)?.seconds ?? 0) : sum,
        0,
      ) / seconds
    return {
      perSecond: (ended.size - before) / seconds,
      busy: {
        servers: busy((pid) => servers.includes(pid)),
        primary: busy((pid, { parent }) => pid === postmaster || parent === postmaster),
        nodes: busy((_pid, { name }) => name === 'postgres'),
        all: busy(() => true),
      },
    }
  } finally {
    await sending.stop()
  }
}

const named = (servers: number): string => `${servers} server${servers === 1 ? '' : 's'}`

function describe({ server, primary }: Slices): string {
  const database = primary === undefined ? '' : `, PostgreSQL of the primary ${primary} %`
  return `each server: ${server} % of a processor (${availableParallelism()} here)${database}; ${SENDERS} customers for each server send without pause`
}

function lineOf({ servers, perSecond, busy }: Measured, slices: Slices): string {
  const ofSlice = (used: number, percent: number): string => `${((used / percent) * 10_000).toFixed(0)} %`
  const primary =
    slices.primary === undefined ? '' : `, ${ofSlice(busy.primary, slices.primary)} of its slice`
  return [
    `${named(servers)}: ${perSecond.toFixed(1)} whole transfers per second`,
    `servers used ${ofSlice(busy.servers, servers * slices.server)} of their slices`,
    `PostgreSQL of the primary ${busy.primary.toFixed(2)} processors${primary}, of all nodes ${busy.nodes.toFixed(2)}`,
    `everything on this machine ${busy.all.toFixed(2)}`,
  ].join('; ')
}

/** Reports the number of servers from which they are no longer the limit, and the limit from then on. */
function limitOf(measured: readonly Measured[], slices: Slices): string {
  const first = measured[0]
  const gains = measured.map(
    ({ servers, perSecond }) => `${servers}: ${(perSecond / (first?.perSecond ?? 1)).toFixed(2)}`,
  )
  const over = measured.find(({ servers, busy }) => busy.servers < (FULL * servers * slices.server) / 100)
  return `times the throughput of one: ${gains.join(', ')}; ${over === undefined ? 'the servers are the limit in all of them, the database in none' : reasonOf(over, slices)}`
}

function reasonOf({ servers, perSecond, busy }: Measured, { primary }: Slices): string {
  const isDatabase = primary !== undefined && busy.primary >= (FULL * primary) / 100
  const reason = isDatabase
    ? `the primary is the limit, at ${perSecond.toFixed(1)} transfers per second with ${primary} % of a processor`
    : 'this machine, or a wait, is the limit'
  return `with ${servers} the servers wait: ${reason}`
}
