import type { Quote } from '@sesa/contract'
import { money } from '@sesa/money'
import { createSandbox } from '@sesa/sandbox'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import type { Caller } from '../http/route.ts'
import { createServer } from '../http/server.ts'
import { createCorridorsModule } from '../modules/corridors/index.ts'
import { createQuotesModule } from '../modules/quotes/index.ts'
import { createRatesModule } from '../modules/rates/index.ts'
import { createTransfersModule } from '../modules/transfers/index.ts'
import { createPawapay } from '../providers/pawapay/index.ts'
import { createOpenExchangeRates } from '../providers/rates/open-exchange-rates.ts'
import { createStripe } from '../providers/stripe/index.ts'

const WEBHOOK_SECRET = 'whsec_engine'
/** Generous: the machine may be busy. */
export const PATIENCE = { timeout: 60_000, interval: 50 }

export interface Answer<T = Record<string, never>> {
  readonly status: number
  readonly body: T
  readonly code: string | undefined
}

export interface Opened {
  readonly id: string
  readonly clientSecret: string
  readonly quote: Quote
}

export interface Books {
  payments: { id: string; amount: number; currency: string; captured: number; refunded: number }[]
  payouts: { reference: string; status: string; attempts: number; amount: number }[]
}

async function freePort(): Promise<number> {
  const server = createNetServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A Ghanaian MTN number; its last four digits decide what the sandbox's operator does. */
export function recipient(ending = '1234'): string {
  return `+23324${randomInt(100, 999)}${ending}`
}

/** One signed-in sender. */
export class Sender {
  readonly userId: string
  readonly #base: string

  constructor(userId: string, base: string) {
    this.userId = userId
    this.#base = base
  }

  async call<T = Record<string, never>>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.userId}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const parsed = (await response.json()) as T & { error?: { code: string } }
    return { status: response.status, body: parsed, code: parsed.error?.code }
  }

  /** A body that the server agrees to, at today's rate. */
  async draft(change: Record<string, unknown> = {}, amount = 5_000): Promise<Record<string, unknown>> {
    const { value } = (await this.call<{ value: number }>('GET', `/currency/rates/USD/GHS/${amount / 100}`))
      .body
    return {
      amount,
      currency: 'USD',
      country: 'GH',
      name: 'Ama Mensah',
      phone: recipient(),
      method: 'momo',
      network: 'mtn',
      receiveCurrency: 'GHS',
      receiveAmount: Math.round(value * 100),
      ...change,
    }
  }

  create(body: object, key?: string): Promise<Answer<Opened>> {
    return this.call<Opened>('POST', '/create-payment-intent', body, key ? { 'idempotency-key': key } : {})
  }

  async open(change: Record<string, unknown> = {}, amount = 5_000): Promise<Opened> {
    const { status, body } = await this.create(await this.draft(change, amount))
    expect(body).toHaveProperty('clientSecret')
    expect(status).toBe(200)
    return body
  }
}

/** Engine, quotes and the sandbox over real HTTP and a real database; signing in is not part of it. */
export async function startEngineWorld(options: { worker?: boolean; webhooks?: boolean } = {}) {
  const database = await createTestDatabase()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  let skipped = 0
  const sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: `${base}/sandbox`,
    webhookBase: options.webhooks === false ? 'http://127.0.0.1:9' : base,
    stripeWebhookSecret: WEBHOOK_SECRET,
    now: () => Date.now() + skipped,
  })
  const sandboxUrl = await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const { db } = database
  const rates = createRatesModule({
    db,
    provider: createOpenExchangeRates(fetch, {
      url: `${sandboxUrl}/sandbox/rates/latest`,
      source: 'Sesa sandbox',
      timeoutMs: 10_000,
    }),
    settings: { staleAfterHours: 26 },
  })
  await rates.refresh()
  const corridors = createCorridorsModule({
    db,
    settings: { allOpen: true, chargeCurrencies: { GHS: 'USD' } },
  })
  const quotes = createQuotesModule({
    db,
    rates,
    corridors,
    settings: {
      lockMinutes: 30,
      deliveryMinutes: 10,
      perTransfer: money(200_000n, 'USD'),
      defaultMarginBps: 100n,
    },
  })
  const errors: unknown[] = []
  const transfers = createTransfersModule({
    db,
    quotes: quotes.quotes,
    cards: createStripe(
      { secretKey: 'sk_test_sandbox', webhookSecret: WEBHOOK_SECRET, baseUrl: sandboxUrl, timeout: 3_000 },
      fetch,
    ),
    payouts: createPawapay(
      { baseUrl: `${sandboxUrl}/sandbox/pawapay`, token: 'sandbox', timeout: 3_000 },
      fetch,
    ),
    limits: { per24Hours: money(299_900n, 'USD'), per30Days: money(1_000_000n, 'USD') },
    onError: (error) => errors.push(error),
  })
  const authenticate = async (userId: string): Promise<Caller> => ({
    userId,
    sessionId: userId,
    authTime: new Date(),
    phoneNumber: null,
    country: 'US',
    profileComplete: true,
  })
  const app = await createServer({
    db,
    authenticate,
    modules: [quotes, transfers],
    publicUrl: base,
    logLevel: 'error',
  })
  await app.listen({ port, host: '127.0.0.1' })
  const worker = transfers.createWorker({ listenUrl: database.url })
  if (options.worker !== false) worker.start()

  const sandboxCall = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(sandboxUrl + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }

  return {
    base,
    database,
    worker,
    errors,
    transfers,
    sandboxUrl,
    books: () => sandboxCall<Books>('GET', '/sandbox/books'),
    fault: (target: string, mode: string, count = 1, ms?: number) =>
      sandboxCall('POST', '/sandbox/faults', { target, mode, count, ...(ms !== undefined && { ms }) }),
    /** Moves the outside world's clock on. */
    skip: (ms: number) => {
      skipped += ms
    },
    async sender(): Promise<Sender> {
      const { id } = await database.owner
        .insertInto('users')
        .defaultValues()
        .returning('id')
        .executeTakeFirstOrThrow()
      return new Sender(id, base)
    },
    /** The browser's part: confirms the payment with a card, as the page's Stripe.js would. */
    async pay(opened: Opened, card = '4242424242424242'): Promise<{ status: number; body: unknown }> {
      const response = await fetch(`${sandboxUrl}/v1/payment_intents/${opened.id}/confirm`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_test_sandbox' },
        body: new URLSearchParams({
          client_secret: opened.clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': card,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2034',
          'payment_method_data[card][cvc]': '123',
          return_url: `${base}/transfer-status`,
        }),
      })
      return { status: response.status, body: await response.json() }
    },
    async state(opened: Opened): Promise<{ state: string; hold_reason: string | null }> {
      return database.owner
        .selectFrom('transfers')
        .select(['state', 'hold_reason'])
        .where('payment_intent_id', '=', opened.id)
        .executeTakeFirstOrThrow()
    },
    async reaches(opened: Opened, state: string): Promise<void> {
      await vi.waitFor(async () => expect(await this.state(opened)).toMatchObject({ state }), PATIENCE)
    },
    /** Makes every waiting step due: tests wait for conditions, not for back-off. */
    async hurry(): Promise<void> {
      await sql`update transfers set next_step_at = now() where next_step_at is not null`.execute(
        database.owner,
      )
    },
    async close(): Promise<void> {
      await worker.stop()
      await app.close()
      await sandbox.close()
      await database.drop()
    },
  }
}

export type EngineWorld = Awaited<ReturnType<typeof startEngineWorld>>

/** What must hold of any database after any run; says how much was looked at. */
export async function checkBooks({ owner }: TestDatabase, books: Books): Promise<number> {
  const { rows } = await sql<{
    id: string
    state: string
    captured: bigint
    owed: bigint
    payout_reference: string
    payment_intent_id: string
    charge_amount: bigint
    receive_amount: bigint
    returned: boolean
  }>`select t.id, t.state, t.payout_reference, t.payment_intent_id, t.charge_amount, t.receive_amount,
      exists (select from ledger_entries r where r.transfer_id = t.id and r.kind = 'refund_returned') as returned,
      coalesce(sum(p.amount) filter (where e.kind = 'capture'), 0)::bigint as captured,
      coalesce(sum(case when p.to_account like 'customer:%' then p.amount when p.from_account like 'customer:%'
        then -p.amount end), 0)::bigint as owed
    from transfers t left join ledger_postings p on p.transfer_id = t.id
    left join ledger_entries e on e.id = p.entry_id
    where t.payment_intent_id is not null group by t.id`.execute(owner)
  for (const row of rows) {
    const payment = books.payments.find(({ id }) => id === row.payment_intent_id)
    const payout = books.payouts.find(({ reference }) => reference === row.payout_reference)
    const where = `${row.state} ${row.id}`
    expect(BigInt(payment?.captured ?? 0), where).toBe(row.captured)
    if (row.state === 'sent') {
      expect([payout?.status, payment?.refunded, row.owed], where).toEqual(['completed', 0, 0n])
      expect(BigInt(payout?.amount ?? 0), where).toBe(row.receive_amount)
    } else if (row.state === 'refunded' && row.returned) {
      expect([payment?.refunded, row.owed], where).toEqual([0, row.charge_amount])
    } else if (row.state === 'refunded') {
      expect([payout?.status ?? 'failed', BigInt(payment?.refunded ?? 0), row.owed], where).toEqual([
        'failed',
        row.charge_amount,
        0n,
      ])
    } else if (row.state === 'cancelled') {
      expect([payment?.captured ?? 0, payout, row.owed], where).toEqual([0, undefined, 0n])
    }
  }
  return rows.length
}
