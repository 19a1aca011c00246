import { takeFromBudgets } from '../db/budgets.ts'
import { PATIENCE, within } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { createSandbox, makeSigningKey, publicKeyOf, signatureHeaders } from '@sesa/sandbox'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { floatAccountOf } from '../config/rail-names.ts'
import { composeConfiguration } from '../compose/configuration.ts'
import type { Configuration } from '../db/configuration.ts'
import type { Db } from '../db/index.ts'
import { createTestDatabase } from '../db/testing.ts'
import { requireNoWait, type Authenticate, type BudgetsOf, type Caller } from '../http/route.ts'
import { createDatabaseGauges } from '../compose/gauges.ts'
import { createSweeper, type Sweep } from '../jobs/index.ts'
import { createMetrics } from '../http/server/metrics.ts'
import { createServer, type ServerOptions } from '../http/server/server.ts'
import { type CorridorsModule, RATES_SETTINGS, type RatesModule } from '../domains/pricing/index.ts'
import { createCorridorsModule } from '../domains/pricing/corridors/index.ts'
import { createQuotesModule } from '../domains/pricing/quotes/index.ts'
import { createRatesModule } from '../domains/pricing/rates/index.ts'
import { createRailsModule, type RailsModule } from '../domains/payouts/index.ts'
import { createRequireHolder, type CardVault } from '../domains/customers/index.ts'
import { createTransfersModule, type CardProvider, type TransfersModule } from '../domains/transfers/index.ts'
import { createMomoCallbacks } from '../providers/mtn-momo/callbacks.ts'
import { createPawapayCallbacks } from '../providers/pawapay/callbacks.ts'
import { createOpenExchangeRates } from '../providers/rates/open-exchange-rates.ts'
import { createStripeBooks } from '../providers/stripe/books.ts'
import { createStripe } from '../providers/stripe/index.ts'
import { freePort } from '@sesa/test-kit/ports'
import { createTestFloat } from './float.ts'
import { MOMO_CALLBACK_SECRET, sandboxRails } from './sandbox-rails.ts'
import { createTestSavedCards, payAsBrowser } from './saved-cards.ts'
import { Sender, type Opened } from './sender.ts'
import type { TransferChanges } from './transfer-changes.ts'
import { SENDER, sendingRules, type SendingOptions } from './sending-rules.ts'

const WEBHOOK_SECRET = 'whsec_engine'
const DISPUTED_CARD = '4000000000000259'
export { SENDER }

export interface EngineWorldOptions extends SendingOptions {
  readonly worker?: boolean
  readonly webhooks?: boolean
  /** Signature encoding of the carrier's callbacks; default: DER. */
  readonly signatures?: 'der' | 'ieee-p1363'
  /** API version under which card payments include customer and recipient; default: they do not. */
  readonly fundingVersion?: string
  /** Returns additional modules to serve. */
  readonly beside?: (db: Db, rails: RailsModule, transfers: TransfersModule) => ServerOptions['modules']
  /** Creates the sweeps that the worker runs besides that of transfers. */
  readonly sweeps?: (parts: WorldParts) => readonly Sweep[]
  /** Wraps the providers, to replace their answers or act before a call. */
  readonly between?: (providers: Providers) => Providers
  /** Time-out of a call to the card provider, in ms; default: 3,000. */
  readonly cardTimeout?: number
  /** True to ask the networks for the recipients' names, as the product does; default: no name is known. */
  readonly asksForHolders?: boolean
  /** True to save cards for customers who ask for it; default: none are saved. */
  readonly keepsCards?: boolean
  /** Wraps the vault of saved cards. */
  readonly vault?: (plain: CardVault) => CardVault
  /** The rate limits of calls; default: none. */
  readonly budgetsOf?: BudgetsOf
}

/** The sandbox's own books. */
export interface Books {
  payments: { id: string; amount: number; currency: string; captured: number; refunded: number }[]
  payouts: { reference: string; status: string; attempts: number; amount: number }[]
}

interface Providers {
  readonly cards: CardProvider
  readonly payouts: RailsModule['router']
}

/** What a test's own modules are made of. */
export interface WorldParts {
  readonly db: Db
  readonly configuration: Configuration
  readonly sandboxUrl: string
  readonly rates: RatesModule
  readonly corridors: CorridorsModule
}

/** Starts engine, quotes and the sandbox over real HTTP and a real database, without sign-in. */
export async function startEngineWorld(options: EngineWorldOptions = {}) {
  const database = await createTestDatabase()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  let skipped = 0
  const signingKey = makeSigningKey()
  const sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: `${base}/sandbox`,
    webhookBase: options.webhooks === false ? 'http://127.0.0.1:9' : base,
    stripeWebhookSecret: WEBHOOK_SECRET,
    pawapay: { signingKey, form: options.signatures ?? 'der' },
    now: () => Date.now() + skipped,
  })
  const sandboxUrl = await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const { db } = database
  const rates = createRatesModule({
    db,
    providers: [
      createOpenExchangeRates(fetch, {
        url: `${sandboxUrl}/sandbox/rates/latest`,
        source: 'Sesa sandbox',
        timeoutMs: 10_000,
      }),
    ],
    settings: RATES_SETTINGS,
  })
  await rates.refresh()
  const configuration = composeConfiguration(db)
  const both = { db, configuration }
  const rails = createRailsModule({ ...both, rails: sandboxRails(sandboxUrl), accountOf: floatAccountOf })
  const corridors = createCorridorsModule({
    settings: { allOpen: true, chargeCurrencies: { GHS: 'USD' } },
    payoutBounds: rails.bounds,
  })
  const prices = { configuration, rates, corridors }
  const quotes = createQuotesModule({
    ...prices,
    settings: {
      ...{ lockMinutes: 30, deliveryMinutes: 10 },
      perTransfer: money(200_000n, 'USD'),
      defaultMarginBps: 100n,
    },
  })
  const [errors, known] = [[] as unknown[], new Set<string>()]
  const onError = (error: unknown) => errors.push(error)
  const stripe = {
    secretKey: 'sk_test_sandbox',
    webhookSecret: WEBHOOK_SECRET,
    baseUrl: sandboxUrl,
    fundingVersion: options.fundingVersion,
    timeout: options.cardTimeout ?? within(3),
  }
  const providers = { cards: createStripe(stripe, fetch), payouts: rails.router }
  const savedCards = createTestSavedCards(db, stripe, options.vault)
  const collecting = options.collecting?.(db, sandboxUrl)
  const sweeps = options.sweeps?.({ db, sandboxUrl, ...prices }) ?? []
  const transfers = createTransfersModule({
    ...(options.keepsCards && { savedCards: savedCards.forPayments }),
    ...both,
    quotes: quotes.quotes,
    ...(options.between ?? ((plain) => plain))(providers),
    payments: createStripeBooks(stripe, fetch),
    callbacks: [createPawapayCallbacks(publicKeyOf(signingKey)), createMomoCallbacks([MOMO_CALLBACK_SECRET])],
    requireOpen: rails.requireOpen,
    ...(options.asksForHolders === true && { requireHolder: createRequireHolder({ rails }) }),
    ...sendingRules(db, { ...options, ...collecting, known, sandboxUrl }),
    onError,
  })
  const countries = new Map<string, Caller['country']>()
  const authenticate: Authenticate = async (userId, { budgets }) => {
    const { wait, ...moment } = await takeFromBudgets(db, budgets(userId))
    requireNoWait(wait)
    const here = { userId, sessionId: userId, country: countries.get(userId) ?? ('US' as const) }
    const whole = { proven: true, provenUntil: new Date(0), phoneNumber: null, profileComplete: true }
    return { caller: { ...here, ...whole }, ...moment }
  }
  const app = await createServer({
    db,
    authenticate,
    modules: [quotes, transfers, savedCards, ...(options.beside?.(db, rails, transfers) ?? [])],
    publicUrl: base,
    logLevel: 'error',
    ...(options.budgetsOf && { budgetsOf: options.budgetsOf }),
  })
  await app.listen({ port, host: '127.0.0.1' })
  const createWorker = () => createSweeper({ db, sweeps: [transfers.createSweep(), ...sweeps], onError })
  const worker = createWorker()
  if (options.worker !== false) worker.start()

  const rest = () => worker.stop().then(() => app.close())
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
    configuration,
    worker,
    /** Creates another worker, not started yet. */
    createWorker,
    /** Returns the database gauges of the worker's `/metrics`. */
    metrics: () => createMetrics({ gauges: createDatabaseGauges(database.worker) }).metrics(),
    errors,
    transfers,
    savedCards,
    quotes: quotes.quotes,
    rails,
    sandboxUrl,
    /** Verifies pawaPay's callbacks (PEM). */
    callbackKey: publicKeyOf(signingKey),
    /** The providers' books, read by reconciliation. */
    providerBooks: { cards: createStripeBooks(stripe, fetch), payouts: rails.router },
    ...createTestFloat({ db, configuration, rails, collecting, rates, transfers, stripe }, sandboxUrl),
    books: () => sandboxCall<Books>('GET', '/sandbox/books'),
    fault: (target: string, mode: string, count = 1, ms?: number) =>
      sandboxCall('POST', '/sandbox/faults', { target, mode, count, ...(ms !== undefined && { ms }) }),
    /** Sends a callback of the carrier, signed unless `headers` are given. */
    callback(body: string, headers?: Record<string, string>): Promise<Response> {
      const url = new URL(`${base}/webhooks/pawapay`)
      const plain = { 'content-type': 'application/json' }
      const request = { method: 'POST', url, headers: plain, body }
      const signed = headers ?? signatureHeaders(request, signingKey, 'der', Date.now())
      return fetch(url, { method: 'POST', headers: { ...plain, ...signed }, body })
    },
    /** Customers who have given their sender details. */
    known,
    /** Runs `work` with the sandbox's clock ahead, then resets it: the sandbox rejects requests from its past. */
    async withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
      skipped += ms
      try {
        return await work()
      } finally {
        skipped -= ms
      }
    },
    async sender(country: Caller['country'] = 'US'): Promise<Sender> {
      const { id } = await database.owner
        .insertInto('users')
        .defaultValues()
        .returning('id')
        .executeTakeFirstOrThrow()
      countries.set(id, country)
      return new Sender(id, base)
    },
    /** Confirms the payment with a card, as Stripe.js does in the browser. */
    pay: (opened: Opened, card?: string, more?: Readonly<Record<string, string>>) =>
      payAsBrowser({ sandboxUrl, base }, opened, card, more),
    /** Returns the transfer's reference for staff. */
    async referenceOf(opened: Opened): Promise<string> {
      const { reference } = await database.owner
        .selectFrom('transfers')
        .select('reference')
        .where('payment_intent_id', '=', opened.id)
        .executeTakeFirstOrThrow()
      return reference
    },
    async state(opened: Opened): Promise<{ state: string; hold_reason: string | null }> {
      return database.owner
        .selectFrom('transfers')
        .select(['state', 'hold_reason'])
        .where('payment_intent_id', '=', opened.id)
        .executeTakeFirstOrThrow()
    },
    /** Returns the kinds of entries booked for a transfer, its disputes and its staff refunds, in order. */
    async kinds(opened: Opened): Promise<string[]> {
      const { rows } = await sql<{ kind: string }>`select e.kind from ledger_entries e
        left join booked_apart a on a.id = e.transfer_id join transfers t on t.id = coalesce(a.transfer_id, e.transfer_id)
        where t.payment_intent_id = ${opened.id} order by e.id`.execute(database.owner)
      return rows.map(({ kind }) => kind)
    },
    /** Changes a transfer's row as time, a provider or another worker would, without the engine. */
    async arrange(opened: Opened, changes: TransferChanges): Promise<void> {
      const columns = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      await sql`update transfers set ${sql.join(columns)} where payment_intent_id = ${opened.id}`.execute(
        database.owner,
      )
    },
    /** Pays with a card whose payment is disputed, but only after the money has reached the recipient. */
    async payDisputedWhenSent(opened: Opened): Promise<void> {
      // The sandbox dates the dispute within a second of the charge; this moves it a minute away.
      await this.withClockAhead(60_000, () => this.pay(opened, DISPUTED_CARD))
      await this.reaches(opened, 'sent')
      await this.withClockAhead(65_000, () => this.expectState(opened, 'sent', 'disputed'))
    },
    async reaches(opened: Opened, state: string): Promise<void> {
      await vi.waitFor(async () => expect(await this.state(opened)).toMatchObject({ state }), PATIENCE)
    },
    /** Waits until a transfer has this state and this hold, or no hold. */
    async expectState(opened: Opened, state: string, hold_reason: string | null): Promise<void> {
      await vi.waitFor(async () => expect(await this.state(opened)).toEqual({ state, hold_reason }), PATIENCE)
    },
    /** Makes every scheduled step due, so that tests do not wait for back-off. */
    async makeStepsDue(): Promise<void> {
      await sql`update transfers set next_step_at = now() where next_step_at is not null`.execute(
        database.owner,
      )
    },
    /** Stops the worker and the server, so that transfers no longer move. */
    rest,
    async close(): Promise<void> {
      await rest()
      await sandbox.close()
      await database.drop()
    },
  }
}

export type EngineWorld = Awaited<ReturnType<typeof startEngineWorld>>
