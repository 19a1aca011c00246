import { setTimeout as sleep } from 'node:timers/promises'
import { ALERT_SCALE, listFired } from '../cluster/alerts.ts'
import { missingPackages, type Cluster } from '../cluster/cluster.ts'
import type { World, WorldOptions } from '../world/world.ts'
import { readPlaces, readStoredNumber, startLoad, startSending, watchGaps } from './load.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const WRITERS = 4
const SENDERS = 12
/** Duration of load before the breakage, and after the repair. */
const CALM_MS = 5_000
const FREEZE_MS = 24_000
/** How long staff take to make room, in the trials. */
const NOTICE_MS = 10_000
/** Long enough for WAL that only one standby receives. */
const IN_TURN_MS = 100
const LONGEST_OUTAGE_MS = 60_000
/** Each trial continues until this many transfers are acknowledged, but not longer than this after the repair. */
const TRANSFERS = 500
const LONGEST_LOAD_MS = 300_000

interface Breakage {
  readonly name: string
  readonly what: string
  /** Target for the longest time without an acknowledged write. */
  readonly goalSeconds: number
  /** The alerts of `deploy/prometheus/rules.yml` that must fire. */
  readonly alerts: readonly string[]
  /** How long it stays broken. */
  readonly brokenMs: number
  readonly world?: WorldOptions
  /** True if the trial breaks one of the product's processes. */
  readonly endsProcess?: true
  /** Breaks the cluster or a process; the returned function repairs it. */
  break(cluster: Cluster, world: World): Promise<() => Promise<void> | void>
}

const BREAKAGES: readonly Breakage[] = [
  {
    name: 'cluster-kill-primary',
    what: 'the primary dies with its Patroni, as when its machine loses power',
    goalSeconds: 16,
    alerts: ['NoPrimary', 'DatabaseNodeDown'],
    brokenMs: 20_000,
    async break({ primary }) {
      const { patroni } = await primary()
      patroni.signal('SIGKILL')
      return () => patroni.start()
    },
  },
  {
    name: 'cluster-kill-postmaster',
    what: 'PostgreSQL alone dies on the primary, and its Patroni starts it again',
    goalSeconds: 6,
    alerts: [],
    brokenMs: 10_000,
    async break({ primary }) {
      const node = await primary()
      process.kill(node.postmaster(), 'SIGKILL')
      return () => undefined
    },
  },
  {
    name: 'cluster-freeze-primary',
    what: `the primary and its Patroni stop for ${FREEZE_MS / 1000} s and wake up, as when its machine is suspended`,
    goalSeconds: 16,
    alerts: ['NoPrimary', 'DatabaseNodeDown'],
    brokenMs: FREEZE_MS,
    async break({ primary }) {
      const { patroni } = await primary()
      patroni.signal('SIGSTOP')
      return () => patroni.signal('SIGCONT')
    },
  },
  {
    name: 'cluster-unplug-primary',
    what: 'the machine of the primary and of one etcd member loses its network',
    goalSeconds: 16,
    alerts: ['NoPrimary', 'DatabaseNodeDown', 'EtcdMemberDown'],
    brokenMs: 25_000,
    async break({ primary }) {
      const node = await primary()
      node.unplug()
      return () => node.reconnect()
    },
  },
  {
    name: 'cluster-isolate-primary',
    what: 'the primary reaches neither standbys nor other etcd members, while HAProxy still reaches it',
    goalSeconds: 16,
    // Monitoring reaches the old primary until the new one is available, so it never sees a cluster without a primary.
    alerts: ['EtcdMemberDown', 'DatabaseNodeDown'],
    brokenMs: 25_000,
    async break({ primary }) {
      const node = await primary()
      node.isolate()
      return () => node.reconnect()
    },
  },
  {
    name: 'cluster-isolate-in-turn',
    what: `the primary loses its synchronous standby and, ${IN_TURN_MS} ms later, every other node, so the other standby is ahead`,
    goalSeconds: 16,
    alerts: ['EtcdMemberDown', 'DatabaseNodeDown'],
    brokenMs: 35_000,
    async break({ primary, synchronousStandby }) {
      const node = await primary()
      node.isolate(await synchronousStandby())
      await sleep(IN_TURN_MS)
      node.isolate()
      return () => node.reconnect()
    },
  },
  {
    name: 'cluster-fill-disk',
    what: 'the disk of the primary is full until staff make room, as the runbook says',
    goalSeconds: NOTICE_MS / 1_000 + 16,
    alerts: ['DiskAlmostFull'],
    brokenMs: NOTICE_MS,
    world: { cluster: { diskMib: 512 } },
    async break({ primary }, { database }) {
      const node = await primary()
      const empty = await node.fillDisk()
      // The next WAL file has no room.
      for (let look = 0; look < 20; look++) {
        await database.sql('select pg_switch_wal()').catch(() => undefined)
        await sleep(50)
      }
      return empty
    },
  },
  {
    name: 'cluster-kill-standby',
    what: 'one standby dies with its Patroni',
    goalSeconds: 1,
    alerts: ['DatabaseNodeDown'],
    brokenMs: 10_000,
    async break({ nodes, primary }) {
      const leader = await primary()
      const standby = nodes.find((node) => node !== leader)
      standby?.patroni.signal('SIGKILL')
      return () => standby?.patroni.start()
    },
  },
  {
    name: 'cluster-kill-etcd',
    what: 'the leading member of etcd dies',
    goalSeconds: 1,
    alerts: ['EtcdMemberDown'],
    brokenMs: 10_000,
    async break({ etcdLeader }) {
      const { etcd } = etcdLeader()
      etcd.signal('SIGKILL')
      return () => etcd.start()
    },
  },
  {
    name: 'cluster-switchover',
    what: 'the primary’s role moves to another node, as for maintenance',
    goalSeconds: 5,
    alerts: [],
    brokenMs: 10_000,
    async break({ switchOver }) {
      await switchOver()
      return () => undefined
    },
  },
  {
    name: 'cluster-several-hosts',
    what: 'the primary dies with its Patroni, and the URL of the database names all three nodes instead of HAProxy',
    goalSeconds: 16,
    alerts: ['NoPrimary', 'DatabaseNodeDown'],
    brokenMs: 20_000,
    world: { cluster: { by: 'several hosts' } },
    async break({ primary }) {
      const { patroni } = await primary()
      patroni.signal('SIGKILL')
      return () => patroni.start()
    },
  },
  {
    name: 'cluster-pgbouncer',
    what: 'the primary’s role moves to another node behind PgBouncer in transaction mode',
    goalSeconds: 10,
    alerts: [],
    brokenMs: 15_000,
    world: { cluster: { by: 'pgbouncer' } },
    async break({ switchOver }) {
      await switchOver()
      return () => undefined
    },
  },
  {
    name: 'cluster-kill-server',
    what: 'one of the two servers dies',
    goalSeconds: 1,
    alerts: ['ProcessDown'],
    brokenMs: 10_000,
    endsProcess: true,
    async break(_cluster, { server }) {
      await server.stop('SIGKILL')
      return () => server.start()
    },
  },
  {
    name: 'cluster-kill-worker',
    what: 'one of the two workers dies while it holds transfers',
    goalSeconds: 1,
    alerts: ['ProcessDown'],
    brokenMs: 15_000,
    endsProcess: true,
    async break(_cluster, { worker }) {
      await worker.stop('SIGKILL')
      return () => worker.start()
    },
  },
]

/**
 * Breaks a part of a cluster under load, and repairs it: three PostgreSQL nodes, two servers behind HAProxy, two
 * workers.
 */
export const cluster: readonly Trial[] = BREAKAGES.map((breakage) => ({
  name: breakage.name,
  what: `${breakage.what}; ${WRITERS} customers write and ${SENDERS} send money meanwhile`,
  missing: async () => missingPackages(),
  world: breakage.world ?? { cluster: {} },
  async run(world) {
    if (world.cluster === undefined) throw new Error('No cluster')
    const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()))
    const [writers, senders] = [await people(WRITERS), await people(SENDERS)]
    const pids = (): string => [...world.servers, ...world.workers].map(({ pid }) => pid).join()
    const processes = pids()
    const load = startLoad(writers)
    const sending = startSending(senders)
    const gaps = watchGaps(() => load.newest)
    let calm: number
    let broken: number
    try {
      await sleep(CALM_MS)
      calm = gaps.longest()
      broken = Date.now()
      const mend = await breakage.break(world.cluster, world)
      await sleep(breakage.brokenMs)
      await mend()
      const mended = performance.now()
      while (load.newest < mended && performance.now() < mended + LONGEST_OUTAGE_MS) await sleep(50)
      await sleep(CALM_MS)
      const enough = performance.now() + LONGEST_LOAD_MS
      while (world.log.acknowledged.opened.size < TRANSFERS && performance.now() < enough) await sleep(50)
    } finally {
      // After a failure as well: no one may still be sending in the next trial.
      await Promise.all([sending.stop(), load.stop()])
    }
    const places = await readPlaces(world)
    const fired = (await world.alerts?.firedSince(broken)) ?? new Map<string, number>()
    const longest = gaps.stop()
    const found: string[] = []
    const { opened, charged } = world.log.acknowledged
    if (opened.size < TRANSFERS)
      found.push(`R3 not proven: ${opened.size} acknowledged transfers, not ${TRANSFERS}`)
    for (const stale of sending.unseen.slice(0, 5)) found.push(`R3 broken: a history was older: ${stale}`)
    for (const alert of breakage.alerts.filter((name) => !fired.has(name)))
      found.push(`A1 broken: the alert ${alert} did not fire`)
    let lost = 0
    for (const [person, number] of load.latest) {
      const kept = await readStoredNumber(person)
      if (kept >= number) continue
      lost++
      found.push(`R3 broken: ${person.name} wrote ${number}, which was acknowledged; ${kept} is stored`)
    }
    if (breakage.endsProcess === undefined && processes !== pids())
      found.push(`F7 broken: a process ended: ${world.log.matching(/ended by itself/).join('; ')}`)
    for (const strange of load.strange.slice(0, 5)) found.push(`F7 broken: a client got ${strange}`)
    const asked = load.acknowledged + load.refused
    const perThousand = ((load.refused / asked) * 1_000).toFixed(1)
    const outcome = await quiesceAndVerify(
      world,
      [
        `longest time without an acknowledged write: ${(longest / 1_000).toFixed(1)} s (${(calm / 1_000).toFixed(1)} s before; goal ${breakage.goalSeconds} s)`,
        `R3 the newest acknowledged write of ${lost} of ${load.latest.size} customers lost, ${load.acknowledged} acknowledged`,
        `${load.refused} of ${asked} requests refused with 503 or cut off (${perThousand} per 1,000)`,
        `${opened.size} acknowledged transfers, ${charged.size} of them charged, compared with what is stored and with the sandbox's books`,
        `alerts, in seconds after it broke (times shortened ${ALERT_SCALE}-fold): ${listFired(fired, breakage.alerts)}`,
        `${sending.looks} histories read right after a transfer ended, ${sending.unseen.length} older than that; all reads: ${places}`,
      ],
      found,
    )
    if (outcome.problems.length === 0) return outcome
    const words = world.servers.map(({ name, lastWords }) => `${name} said: ${lastWords.slice(-2_000)}`)
    return { ...outcome, problems: [...outcome.problems, ...words] }
  },
}))
