import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subscribe } from 'node:diagnostics_channel'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ProviderCall } from '../../lib/crash-points.ts'
import { ESCAPES, escapesSoFar } from '../../lib/escapes.ts'
import { Refused } from '../../lib/refused.ts'
import { hostNameOf, isAddress } from '../pages/hosts.ts'

export interface ProcessCounter {
  readonly name: string
  readonly help: string
  /** Label of the counter's values; without it there is one value, under ''. */
  readonly label?: string
  read(): number | ReadonlyMap<string, number>
}

/** A gauge that its module reads at each scrape. */
export interface LiveGauge {
  readonly name: string
  readonly help: string
  /**
   * Label of the gauge's values, or several labels, whose values a key joins with slashes; without it there is one
   * value, under ''.
   */
  readonly label?: string | readonly string[]
  read(): Promise<ReadonlyMap<string, number>>
}

/** Durations published on a diagnostics channel, as `seconds` with their labels. */
export interface ChannelTimer {
  readonly name: string
  readonly help: string
  readonly channel: string
  readonly labels: readonly string[]
}

export interface MetricsOptions {
  readonly timers?: readonly ChannelTimer[]
  /** Counters that the modules maintain in this process. */
  readonly counters?: readonly ProcessCounter[]
  readonly gauges?: readonly LiveGauge[]
}

/** Returns a gauge with one figure and no label. */
export const single = (figure: number): ReadonlyMap<string, number> => new Map([['', figure]])

/** Omits the figure while the database is unreachable. */
/**
 * Returns the sum of the counts of one state, whose keys end with it. Engineers read the metrics, and must not learn that a
 * payment led to a case: of cases, reports and screening, only the state on which staff act is shown.
 */
export async function sumOfState(
  state: string,
  counts: Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlyMap<string, number>> {
  const found = [...(await counts)].filter(([key]) => key.split('/').at(-1) === state)
  return new Map([[state, found.reduce((sum, [, count]) => sum + count, 0)]])
}

function showGauge(registry: Registry, { name, help, label, read }: LiveGauge): void {
  const labels = label === undefined ? [] : [label].flat()
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      this.reset()
      const figures = await read().catch(() => undefined)
      if (label === undefined) return this.set(figures?.get('') ?? Number.NaN)
      for (const [key, figure] of figures ?? []) {
        const values = Array.isArray(label) ? key.split('/') : [key]
        this.set(Object.fromEntries(labels.map((one, at) => [one, values[at] ?? ''])), figure)
      }
    },
  })
}

function showCounter(registry: Registry, { name, help, label, read }: ProcessCounter): void {
  new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset()
      const figures = read()
      if (typeof figures === 'number') return this.inc(figures)
      for (const [key, figure] of figures) this.inc(label === undefined ? {} : { [label]: key }, figure)
    },
  })
}

/** Counts uncaught errors; any above 0 is an alert. */
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

/** Headers that a proxy adds to a request that it forwards. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|true-client-ip|.+-connecting-ip)$/

/** Returns true if a program on this machine sent the request, rather than a local proxy for a remote client. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  return (
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '') &&
    isAddress(hostNameOf(headers.host) ?? '') &&
    !Object.keys(headers).some((name) => PASSED_ON.test(name))
  )
}

const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Times the calls to providers, by name and outcome. */
function timeProviderCalls(registry: Registry): void {
  const histogram = new Histogram({
    name: 'sesa_provider_call_duration_seconds',
    help: 'Calls to providers, by name and outcome.',
    labelNames: ['call', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  })
  subscribe('sesa.provider-calls', (message) => {
    const { name, outcome, seconds } = message as ProviderCall
    histogram.observe({ call: name, outcome }, seconds)
  })
}

function showTimer(registry: Registry, { name, help, channel, labels }: ChannelTimer): void {
  const histogram = new Histogram({
    name,
    help,
    labelNames: labels,
    buckets: BUCKETS,
    registers: [registry],
  })
  subscribe(channel, (message) => {
    const { seconds, ...said } = message as { seconds: number } & Record<string, string>
    histogram.observe(Object.fromEntries(labels.map((label) => [label, said[label] ?? ''])), seconds)
  })
}

/** Creates the metrics of a process. */
export function createMetrics({ counters = [], gauges = [], timers = [] }: MetricsOptions): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const counter of counters) showCounter(registry, counter)
  addGauges(registry, gauges)
  countEscapes(registry)
  timeProviderCalls(registry)
  for (const timer of timers) showTimer(registry, timer)
  return registry
}

/** Adds gauges that only some processes can read. */
export function addGauges(registry: Registry, gauges: readonly LiveGauge[]): void {
  for (const gauge of gauges) showGauge(registry, gauge)
}

/** Times the requests, by route, method and status. */
function timeRequests(app: FastifyInstance, registry: Registry): void {
  const histogram = new Histogram({
    name: 'sesa_http_request_duration_seconds',
    help: 'Requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'unknown'
    histogram.observe({ method, route, status: String(statusCode) }, elapsedTime / 1_000)
  })
}

/** Serves Prometheus metrics only to this machine, since they show the business volume. */
export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  timeRequests(app, registry)
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) throw new Refused('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
