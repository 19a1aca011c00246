import { PATIENCE } from '@sesa/test-kit/patience'
import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SANDBOX_CALL_LIMITS, STRICT_CALL_LIMITS } from '../../../compose/call-limits.ts'
import type { Client } from '../../../security/testing/client.ts'
import { startProduct, type ProductWorld } from '../../../security/testing/product.ts'
import { newDetails, pay, Tour, transferBody, type Opened } from '../../../security/testing/tour.ts'

/**
 * Upper bounds for one transfer, from its price to its last message: messages to PostgreSQL (with `begin` and `commit`)
 * and commits. Lower them with every change that saves some.
 */
const MOST = { card: { statements: 24, commits: 17 }, momo: { statements: 30, commits: 23 } } as const

/** The cheapest of so many counts: in the others the worker claims first, and the customer's call polls. */
const TRANSFERS = { least: 2, most: 12 }
/** Longer than the pauses of all polls, and than those between heartbeats. */
const [QUIET_MS, IDLE_MS] = [1_000, 4_000]

const JOB_DONE = /^delete from "graphile_worker"\._private_jobs/

type Phase = 'price' | 'open' | 'pay and settle' | 'messages'

/** One transaction, or one statement outside of transactions: what commits at once. */
interface Unit {
  readonly phase: Phase | undefined
  readonly texts: string[]
  /** The number of rows that its statements returned or changed. */
  rows: number
}

const units: Unit[] = []
let phase: Phase | undefined
const { query } = pg.Client.prototype

/** Keeps every statement that any connection of the product sends. */
function watchStatements(): void {
  const open = new WeakMap<pg.Client, Unit>()
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    const unit = open.get(this) ?? { phase, texts: [], rows: 0 }
    if (unit.texts.push(text.replaceAll(/\s+/g, ' ').trim()) === 1) units.push(unit)
    if (/^\s*begin/i.test(text)) open.set(this, unit)
    if (/^\s*(commit|rollback)/i.test(text)) open.delete(this)
    const keep = (result?: pg.QueryResult): void => void (unit.rows += result?.rowCount ?? 0)
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result?: pg.QueryResult): void => {
        keep(result)
        callback(error, result)
      }
    }
    const answer: unknown = Reflect.apply(query, this, given)
    if (answer instanceof Promise) answer.then(keep, () => undefined)
    return answer as never
  })
}

/** The most rows of each unit that the product sends without any customer, by its text. */
const idle = new Map<string, number>()
const keyOf = ({ texts }: Unit): string => texts.join(';')
/** Leaves out heartbeats and polls that find nothing. */
const worked = (): Unit[] => units.filter((unit) => unit.rows > (idle.get(keyOf(unit)) ?? -1))

let world: ProductWorld
let tour: Tour
const sandboxLimits = structuredClone(SANDBOX_CALL_LIMITS)

beforeAll(async () => {
  // As in live operation, which also counts the calls of an address.
  Object.assign(SANDBOX_CALL_LIMITS, STRICT_CALL_LIMITS)
  watchStatements()
  world = await startProduct()
  tour = await Tour.start(world)
})
afterAll(async () => {
  await world.close()
  Object.assign(SANDBOX_CALL_LIMITS, sandboxLimits)
  vi.restoreAllMocks()
})

async function untilQuiet(): Promise<void> {
  for (let before = -1; worked().length !== before; await sleep(QUIET_MS)) before = worked().length
}

/** Pays from the customer's wallet, and waits until their phone has approved. */
async function payByPhone(client: Client, { id }: Opened): Promise<void> {
  const paid = async (): Promise<number> => {
    const books = await (await fetch(`${world.sandboxUrl}/sandbox/books`)).json()
    const { collections } = books as { collections: { status: string }[] }
    return collections.filter(({ status }) => status === 'completed').length
  }
  const before = await paid()
  await tour.call(client, 'pay', { body: { id }, headers: { 'idempotency-key': randomUUID() } })
  await vi.waitFor(async () => expect(await paid()).toBeGreaterThan(before), PATIENCE)
}

/** Sends a transfer with the calls of the web app, and returns what it sent to PostgreSQL. */
async function sendOne(client: Client, change: { readonly payWith?: 'momo' }): Promise<Unit[]> {
  units.length = 0
  phase = 'price'
  const body = { ...(await transferBody(tour, client)), ...change }
  phase = 'open'
  const headers = { 'idempotency-key': randomUUID() }
  const opened = (await tour.call(client, 'createPaymentIntent', { body, headers })) as unknown as Opened
  phase = 'pay and settle'
  await (change.payWith === undefined ? pay(tour, opened) : payByPhone(client, opened))
  const { status } = await tour.call(client, 'sendMoney', { body: { id: opened.id } })
  expect(status).toBe('sent')
  phase = 'messages'
  // The recipient's text and the customer's email about the pay-out are among the last.
  await vi.waitFor(async () => {
    const address = `${world.sandboxUrl}/sandbox/messages?to=${encodeURIComponent(body.phone)}`
    expect(await (await fetch(address)).json()).toMatchObject({ messages: [{}] })
  }, PATIENCE)
  await untilQuiet()
  return worked()
}

/** Returns the files of server and worker, without providers' stand-ins and tests, whose named functions `work` calls. */
async function filesRunIn(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .flatMap(({ url }) => /(?:apps\/api|packages\/(?!sandbox|test-kit))\S*\.ts$/.exec(url)?.[0] ?? [])
    .filter((file) => !/\/testing[/.]|\.test\.ts$|node_modules/.test(file))
}

/** Returns what an order changes when it is paid from a wallet, with its price, which the web app already has. */
async function priceFromWallet(client: Client) {
  const way = { payWith: 'momo', payer: { network: 'orange' } } as const
  const headers = { 'idempotency-key': randomUUID() }
  const body = { ...(await transferBody(tour, client)), ...way, receiveAmount: 1 }
  const refused = await tour.try(client, 'createPaymentIntent', { body, headers })
  const { error } = refused.body as { error: { details: { quote: { receiveAmount: number } } } }
  return { ...way, receiveAmount: error.details.quote.receiveAmount }
}

const statementsOf = (some: readonly Unit[]): string[] => some.flatMap(({ texts }) => texts)

it.for(['card', 'momo'] as const)(
  'sends few statements and commits to PostgreSQL for a transfer as the web app makes it: %s',
  async (way) => {
    const most = MOST[way]
    // A job that ran meanwhile, at the start or on schedule, would count as idle.
    do {
      units.length = 0
      await sleep(IDLE_MS)
    } while (units.some((unit) => JOB_DONE.test(keyOf(unit))))
    for (const unit of units) idle.set(keyOf(unit), Math.max(unit.rows, idle.get(keyOf(unit)) ?? 0))
    const client = await tour.signUp(newDetails())
    const change = way === 'card' ? {} : await priceFromWallet(client)
    await untilQuiet()

    let cheapest: readonly Unit[] = []
    const isCheap = (): boolean =>
      statementsOf(cheapest).length <= most.statements && cheapest.length <= most.commits
    for (let count = 0; count < TRANSFERS.least || (count < TRANSFERS.most && !isCheap()); count++) {
      const next = await sendOne(client, change)
      if (count === 0 || statementsOf(next).length < statementsOf(cheapest).length) cheapest = next
    }
    for (const [name, some] of Map.groupBy(cheapest, (unit) => unit.phase)) {
      const texts = statementsOf(some)
      console.log([`${name}: ${texts.length} statements in ${some.length} commits`, ...texts].join('\n  '))
    }
    const counted = { statements: statementsOf(cheapest).length, commits: cheapest.length }
    console.log(`a transfer by ${way}: ${counted.statements} statements in ${counted.commits} commits`)
    expect(counted.statements).toBeLessThanOrEqual(most.statements)
    expect(counted.commits).toBeLessThanOrEqual(most.commits)

    const files = await filesRunIn(() => sendOne(client, change))
    console.log(`a transfer by ${way} runs named functions of ${files.length} files:`, files.join(' '))
  },
)
