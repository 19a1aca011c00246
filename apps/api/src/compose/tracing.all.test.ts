// Slow: ten transfers through processes of their own, with a trace each.
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startProcesses, type Processes } from '../security/testing/processes.ts'
import { newDetails, pay, Tour, transferBody, type Opened } from '../security/testing/tour.ts'
import type { Client } from '../security/testing/client.ts'
import { startCollector, type CollectedSpan } from '../testing/trace-collector.ts'

/** How many transfers are sent; `TRACED_TRANSFERS=100` measures the figure of docs/figures.md. */
const COUNT = Number(process.env['TRACED_TRANSFERS'] ?? 10)
const PER_CUSTOMER = 10
const PATIENCE = { timeout: 180_000, interval: 100 }

let collector: Awaited<ReturnType<typeof startCollector>>
let processes: Processes
let database: pg.Client
let tour: Tour

beforeAll(async () => {
  collector = await startCollector()
  processes = await startProcesses({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    CODES_WITHOUT_PROOF: '1000',
  })
  database = new pg.Client({ connectionString: processes.ownerUrl })
  await database.connect()
  tour = await Tour.start(processes)
})
afterAll(async () => {
  await database.end()
  await processes.stop()
  await collector.close()
})

/** What happens to a transfer on its way. */
const FATES = ['usual', 'late callback', 'lost callback', 'usual', 'worker killed'] as const
type Fate = (typeof FATES)[number]

/** How late a late callback is, and how long a slow carrier takes. */
const SLOW_MS = 1_500
/** Longer than spans wait before a process sends them. */
const SENT_MS = 3_000

interface Sent {
  readonly fate: Fate
  readonly paymentId: string
  /** The ids of the requests that concern it. */
  readonly requests: readonly string[]
}

async function fault(target: 'webhook' | 'payout', mode: 'slow' | 'drop', count: number): Promise<void> {
  await fetch(`${processes.sandboxUrl}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target, mode, count, ...(mode === 'slow' && { ms: SLOW_MS }) }),
  })
}

const requestId = (headers: Headers): string => headers.get('x-request-id') ?? ''

async function send(client: Client, fate: Fate): Promise<Sent> {
  const opened = await tour.try(client, 'createPaymentIntent', { body: await transferBody(tour, client) })
  expect(opened.status, opened.text).toBe(200)
  const { id } = opened.body as unknown as Opened
  if (fate === 'late callback') await fault('webhook', 'slow', 2)
  if (fate === 'lost callback') await fault('webhook', 'drop', 2)
  if (fate === 'worker killed') await fault('payout', 'slow', 1)
  await pay(tour, opened.body as unknown as Opened)
  if (fate === 'worker killed') {
    const inFlight = async () => expect((await rowOf(id)).state).toBe('paying_out')
    await vi.waitFor(inFlight, { ...PATIENCE, interval: 10 })
    await processes.replaceWorker()
    // Its callback would otherwise meet the fault of a later transfer.
    await vi.waitFor(async () => expect((await rowOf(id)).state).toBe('sent'), PATIENCE)
    await sleep(SLOW_MS)
  }
  // Without their customer, only the worker finds these.
  if (fate === 'lost callback' || fate === 'worker killed')
    return { fate, paymentId: id, requests: [requestId(opened.headers)] }
  const followed = await tour.try(client, 'sendMoney', { body: { id } })
  return { fate, paymentId: id, requests: [opened, followed].map(({ headers }) => requestId(headers)) }
}

async function rowOf(paymentId: string) {
  const { rows } = await database.query<{ reference: string; state: string; traceparent: string }>(
    'select reference, state, traceparent from transfers where payment_intent_id = $1',
    [paymentId],
  )
  if (rows[0] === undefined) throw new Error(`No transfer of ${paymentId}`)
  return rows[0]
}

/** Spans that concern one transfer and none else: in its trace, or in that of a request that is linked to it. */
const OF_TRANSFERS =
  /^(?:step |call (?:cards|payouts)\.|commit transfers\.(?!claim_due)|POST \/(?:create-payment-intent|send-money|complete|webhooks))/

it(`makes one trace of each transfer’s steps, with links from its requests, in ${COUNT} of ${COUNT}`, async () => {
  const sent: Sent[] = []
  let client = await tour.signUp(newDetails())
  for (let number = 0; number < COUNT; number++) {
    if (number > 0 && number % PER_CUSTOMER === 0) client = await tour.signUp(newDetails())
    const kills = sent.filter(({ fate }) => fate === 'worker killed').length
    const fate = FATES[number % FATES.length] ?? 'usual'
    // What the earlier transfers left in the worker would be lost with it.
    if (fate === 'worker killed' && kills === 0) await sleep(SENT_MS)
    sent.push(await send(client, fate === 'worker killed' && kills > 0 ? 'usual' : fate))
  }
  await vi.waitFor(async () => {
    await database.query(
      `update transfers set next_step_at = now() where next_step_at > now() and lease_token is null`,
    )
    for (const { paymentId } of sent) expect((await rowOf(paymentId)).state).toBe('sent')
    const { rows } = await database.query(`select 1 from graphile_worker.jobs where attempts < max_attempts
      union all select 1 from outbox union all select 1 from messages where state = 'queued'`)
    expect(rows).toEqual([])
  }, PATIENCE)
  // Late callbacks arrive, and the processes send what they have.
  await sleep(SENT_MS + SLOW_MS)

  const traces = Map.groupBy(collector.spans, ({ traceId }) => traceId)
  const own = new Set<string>()
  /** The traces of the transfers, and those of their requests. */
  const known = new Set<string>()
  for (const { fate, paymentId, requests } of sent) {
    const { reference, traceparent } = await rowOf(paymentId)
    const [, traceId = ''] = traceparent.split('-')
    known.add(traceId)
    const steps = collector.spans.filter(({ attributes }) => attributes['sesa.transfer'] === reference)
    expect(new Set(steps.map((span) => span.traceId)), `${fate} ${reference}`).toEqual(new Set([traceId]))
    const linked = collector.spans.filter(({ links }) => links.some((link) => link.traceId === traceId))
    const [created, ...later] = requests.map((id) =>
      collector.spans.find(({ attributes }) => attributes['sesa.request_id'] === id),
    )
    expect(created).toMatchObject({ name: 'POST /create-payment-intent', traceId })
    for (const span of later) expect(linked).toContain(span)
    for (const span of linked) known.add(span.traceId)
    const names = new Set([...(traces.get(traceId) ?? []), ...linked].map(({ name }) => name))
    expect([...names], `${fate} ${reference}`).toEqual(
      expect.arrayContaining([
        'POST /create-payment-intent',
        'call cards.create_payment',
        'commit transfers.record_opened',
        'send message',
        // Spans that the killed worker had not sent are lost.
        ...(fate === 'worker killed'
          ? ['step query_unknown_payout']
          : ['step read_payment', 'call cards.read_payment', 'call payouts.send']),
        ...(fate === 'lost callback' ? [] : ['POST /webhooks/stripe', 'POST /webhooks/pawapay']),
      ]),
    )
    if (fate === 'lost callback') expect([...names].filter((name) => name.includes('/webhooks/'))).toEqual([])
    own.add(traceId)
  }
  expect(own.size).toBe(COUNT)
  const astray = collector.spans.filter(({ name, traceId }) => OF_TRANSFERS.test(name) && !known.has(traceId))
  expect(astray.map(({ name, service }: CollectedSpan) => `${service}: ${name}`)).toEqual([])
})
