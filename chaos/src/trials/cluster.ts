import { setTimeout as sleep } from 'node:timers/promises'
import { missingPackages, type Cluster } from '../cluster/cluster.ts'
import { readStoredNumber, startLoad } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const WRITERS = 4
const SENDERS = 6
/** Load before anything breaks, and after everything is whole again. */
const CALM_MS = 5_000
const FREEZE_MS = 24_000
const LONGEST_OUTAGE_MS = 60_000

interface Breakage {
  readonly name: string
  readonly what: string
  /** Breaks the cluster; the returned function mends it. */
  break(cluster: Cluster): Promise<() => Promise<void> | void>
  /** How long it stays broken. */
  readonly brokenMs: number
}

const BREAKAGES: readonly Breakage[] = [
  {
    name: 'cluster-kill-primary',
    what: 'the primary dies with its Patroni, as when its machine loses power',
    brokenMs: 20_000,
    async break({ nodes, primary }) {
      const node = nodes[await primary()]
      node?.signal('SIGKILL')
      return () => node?.start()
    },
  },
  {
    name: 'cluster-kill-postmaster',
    what: 'PostgreSQL alone dies on the primary, and its Patroni starts it again',
    brokenMs: 10_000,
    async break({ primary, killPostmaster }) {
      killPostmaster(await primary())
      return () => undefined
    },
  },
  {
    name: 'cluster-freeze-primary',
    what: `the primary and its Patroni stop for ${FREEZE_MS / 1000} s and wake up, as when its machine is suspended`,
    brokenMs: FREEZE_MS,
    async break({ nodes, primary }) {
      const node = nodes[await primary()]
      node?.signal('SIGSTOP')
      return () => node?.signal('SIGCONT')
    },
  },
  {
    name: 'cluster-kill-standby',
    what: 'one standby dies with its Patroni',
    brokenMs: 10_000,
    async break({ nodes, primary }) {
      const node = nodes[((await primary()) + 1) % nodes.length]
      node?.signal('SIGKILL')
      return () => node?.start()
    },
  },
  {
    name: 'cluster-kill-etcd',
    what: 'the leading member of etcd dies',
    brokenMs: 10_000,
    async break({ etcd, etcdLeader }) {
      const member = etcd[etcdLeader()]
      member?.signal('SIGKILL')
      return () => member?.start()
    },
  },
  {
    name: 'cluster-switchover',
    what: 'the primary’s role moves to another node, as for maintenance',
    brokenMs: 10_000,
    async break({ switchOver }) {
      await switchOver()
      return () => undefined
    },
  },
]

/** Breaks a part of a cluster of three PostgreSQL nodes under load, and mends it. */
export const cluster: readonly Trial[] = BREAKAGES.map((breakage) => ({
  name: breakage.name,
  what: `${breakage.what}; ${WRITERS} customers write and ${SENDERS} pay meanwhile`,
  missing: async () => missingPackages(),
  world: { cluster: true },
  async run(world) {
    if (world.cluster === undefined) throw new Error('No cluster')
    const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
    const [writers, senders] = [await people(WRITERS), await people(SENDERS)]
    const processes = [world.server.pid, world.worker.pid]
    const load = startLoad(writers)
    const gaps = watchGaps(() => load.newest)
    await sleep(CALM_MS)
    const paying = senders.map((sender) => sender.open().then(() => sender.pay()))
    const calm = gaps.longest()
    const mend = await breakage.break(world.cluster)
    await sleep(breakage.brokenMs)
    await mend()
    const mended = performance.now()
    while (load.newest < mended && performance.now() < mended + LONGEST_OUTAGE_MS) await sleep(50)
    await sleep(CALM_MS)
    await Promise.all(paying)
    await load.stop()
    const longest = gaps.stop()
    const found: string[] = []
    let lost = 0
    for (const [person, number] of load.latest) {
      const kept = await readStoredNumber(person)
      if (kept >= number) continue
      lost++
      found.push(`R3 broken: ${person.name} wrote ${number}, which was acknowledged; ${kept} is stored`)
    }
    if (String(processes) !== String([world.server.pid, world.worker.pid]))
      found.push(`F7 broken: a process ended: ${world.log.matching(/ended by itself/).join('; ')}`)
    for (const strange of load.strange.slice(0, 5)) found.push(`F7 broken: a client got ${strange}`)
    const asked = load.acknowledged + load.refused
    const perThousand = ((load.refused / asked) * 1_000).toFixed(1)
    return quiesceAndVerify(
      world,
      [
        `longest time without an acknowledged write: ${(longest / 1_000).toFixed(1)} s (${(calm / 1_000).toFixed(1)} s before)`,
        `R3 the newest acknowledged write of ${lost} of ${load.latest.size} customers lost, ${load.acknowledged} acknowledged`,
        `${load.refused} of ${asked} requests refused with 503 or cut off (${perThousand} per 1,000)`,
      ],
      found,
    )
  },
}))

/** Watches how long nothing new was acknowledged, in milliseconds. */
function watchGaps(newest: () => number): { longest(): number; stop(): number } {
  let longest = 0
  const look = (): void => {
    if (newest() > 0) longest = Math.max(longest, performance.now() - newest())
  }
  const timer = setInterval(look, 20)
  return {
    longest: () => longest,
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}
