import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Db } from '../../db/index.ts'
import { ESCAPES, escapesSoFar } from '../../lib/escapes.ts'
import { Refused } from '../../lib/refused.ts'
import { hostNameOf, isAddress } from '../pages/hosts.ts'

/** A figure that only grows while the process lives. */
export interface ProcessCounter {
  readonly name: string
  readonly help: string
  read(): number
}

export interface MetricsOptions {
  readonly db: Db
  /** Counters that the modules keep in this process. */
  readonly counters?: readonly ProcessCounter[]
}

/** Counts held transfers and open breaks at each scrape; shows no figure while the database is away. */
function countWaiting(registry: Registry, db: Db): void {
  new Gauge({
    name: 'sesa_held_transfers',
    help: 'Transfers on hold, by the reason for it.',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      this.reset()
      const { rows } = await sql<{ reason: string; count: bigint }>`
        select hold_reason as reason, count(*) as count from transfers
        where hold_reason is not null group by hold_reason`
        .execute(db)
        .catch(() => ({ rows: [] }))
      for (const { reason, count } of rows) this.set({ reason }, Number(count))
    },
  })
  new Gauge({
    name: 'sesa_open_breaks',
    help: 'Differences between our books and a provider’s that nobody has explained.',
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) as count from reconciliation_breaks where state = 'open'`
        .execute(db)
        .catch(() => ({ rows: [] }))
      this.set(Number(rows[0]?.count ?? Number.NaN))
    },
  })
}

function showCounter(registry: Registry, { name, help, read }: ProcessCounter): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** Errors of ours that nothing caught; any above 0 is an alert. */
function countEscapes(registry: Registry): void {
  new Counter({
    name: 'sesa_escaped_errors_total',
    help: 'Rejections that nothing awaited and exceptions that nothing caught.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset()
      for (const event of ESCAPES) this.inc({ event }, escapesSoFar()[event])
    },
  })
}

/** Declined and charged cards of the last hour, as an alert on their ratio needs them. */
function countCards(registry: Registry, db: Db): void {
  new Gauge({
    name: 'sesa_card_attempts',
    help: 'Cards that were declined or charged in the last hour.',
    labelNames: ['outcome'],
    registers: [registry],
    async collect() {
      this.reset()
      const { rows } = await sql<{ outcome: string; count: bigint }>`
        select 'declined' as outcome, count(*) as count from card_declines
        where declined_at > now() - interval '1 hour'
        union all
        select 'charged', count(*) from transfers
        where id > uuidv7(interval '-2 hours') and captured_at > now() - interval '1 hour'`
        .execute(db)
        .catch(() => ({ rows: [] }))
      for (const { outcome, count } of rows) this.set({ outcome }, Number(count))
    },
  })
}

/** Headers that a proxy adds to a request that it forwards. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|true-client-ip|.+-connecting-ip)$/

/** A request of a program on this machine, and not one that a proxy on this machine passes on. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  return (
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '') &&
    isAddress(hostNameOf(headers.host) ?? '') &&
    !Object.keys(headers).some((name) => PASSED_ON.test(name))
  )
}

/** Prometheus metrics, for this machine only: they tell how much business there is. */
export function registerMetrics(app: FastifyInstance, { db, counters = [] }: MetricsOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countWaiting(registry, db)
  for (const { name, help, read } of counters) showCounter(registry, { name, help, read })
  countCards(registry, db)
  countEscapes(registry)
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw new Refused('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
