import { money } from '@sesa/money'
import { sql } from 'kysely'
import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createConfiguration, type Configuration, type ConfigurationPart } from '../db/configuration.ts'
import { createTestDatabase, forge, type TestDatabase } from '../db/testing.ts'
import { createLimitsOf } from '../domains/compliance/index.ts'
import { createRailsModule } from '../domains/payouts/index.ts'
import { keepTerms } from '../domains/payouts/rails/routes-store.ts'
import { createCorridorsModule } from '../domains/pricing/corridors/index.ts'
import { createRatesModule } from '../domains/pricing/rates/index.ts'
import { RATES_SETTINGS } from '../domains/pricing/index.ts'
import { rulesInForce, SHIPPED_RULES } from '../domains/risk/index.ts'
import { readLimits } from '../domains/transfers/create/shared-limits.ts'
import { startEngineWorld } from '../testing/engine-world.ts'
import { insertPolicy } from '../testing/policies.ts'
import { setTestPrices } from '../testing/prices.ts'
import { storeRates } from '../testing/rates.ts'
import { CONFIGURATION_PARTS, composeConfiguration } from './configuration.ts'

let database: TestDatabase
let configuration: Configuration
beforeAll(async () => {
  database = await createTestDatabase()
  configuration = composeConfiguration(database.db)
})
afterAll(() => database.drop())

const versionNow = async (): Promise<bigint> => (await configuration.current()).snapshot.version

it('is read from tables that all raise its version, and from no other', async () => {
  const { owner } = database
  const { rows } = await sql<{ source: string; events: string; always: boolean }>`
    select tgrelid::regclass::text as source, bool_and(tgenabled = 'A') as always,
      bit_or(tgtype & 60)::text as events
    from pg_trigger where tgfoid = 'raise_configuration_version'::regproc group by 1 order by 1`.execute(
    owner,
  )
  // Insert, delete, update and truncate (4 + 8 + 16 + 32), also while changes are replayed.
  expect(rows.filter(({ events, always }) => events !== '60' || !always)).toEqual([])
  const role = `reader_${Date.now()}`
  const tables = sql.raw([...rows.map(({ source }) => source), 'configuration'].join(', '))
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql`create role ${sql.ref(role)}`.execute(tx)
      await sql`grant select on ${tables} to ${sql.ref(role)}`.execute(tx)
      await sql`set local role ${sql.ref(role)}`.execute(tx)
      for (const part of CONFIGURATION_PARTS) await part.read(tx)
      // Permissions of other tables are missing, so a part that reads one fails above.
      await expect(sql`select from transfers`.execute(tx)).rejects.toMatchObject({ code: '42501' })
      throw new Error('roll back')
    })
    .catch((error: Error) => expect(error.message).toBe('roll back'))
})

it('cannot be given another version by the server', async () => {
  await expect(sql`update configuration set version = 1`.execute(database.db)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(sql`delete from configuration`.execute(database.owner)).rejects.toThrow('never change')
})

describe('a change by another process counts for the next call', () => {
  const corridors = createCorridorsModule({ settings: { allOpen: false, chargeCurrencies: {} } })
  const corridor = async () => corridors.find(await configuration.current(), 'US', 'GH')

  it('of a price list', async () => {
    expect((await corridor())?.bands.card[0]?.fee).toEqual(money(0, 'USD'))
    await setTestPrices(database.owner, { fee: '1.25' })
    expect((await corridor())?.bands.card[0]?.fee).toEqual(money(125, 'USD'))
  })

  it('of a corridor and its closing', async () => {
    const { owner } = database
    await sql`update corridors set enabled = true where (sender, recipient) = ('US', 'GH')`.execute(owner)
    expect((await corridor())?.closedReason).toBeNull()
    const words = 'Closed until four o’clock.'
    const plan = (from: string, until: string) => sql`
      insert into planned_closings (sender, recipient, begins_at, ends_at, words, planned_by, reason)
      values ('US', 'GH', now() + ${from}::interval, now() + ${until}::interval, ${words}, 'Ekow', 'A test')`
    await plan('1 hour', '2 hours').execute(owner)
    expect((await corridor())?.closedReason).toBeNull()
    // The closing begins by the database's time, without a change of the configuration.
    const current = await configuration.current()
    const after = (minutes: number) => ({
      ...current,
      now: new Date(current.now.getTime() + minutes * 60_000),
    })
    expect(corridors.find(after(61), 'US', 'GH')?.closedReason).toBe(words)
    expect(corridors.find(after(121), 'US', 'GH')?.closedReason).toBeNull()
    await plan('-1 minute', '1 hour').execute(owner)
    expect((await corridor())?.closedReason).toBe(words)
  })

  it('of the fraud rules', async () => {
    const version = async () => rulesInForce(await configuration.current(), SHIPPED_RULES).version
    expect(await version()).toBe(0)
    await insertPolicy(database.owner, 'fraud_rules', 'fraud rules', { rules: [] })
    expect(await version()).toBe(1)
  })

  it('of a tier’s limits, from their day on', async () => {
    const { db, owner } = database
    const nobody = '00000000-0000-4000-8000-000000000000'
    const limitsAt = async (days: number) => {
      const current = await configuration.current()
      const now = new Date(current.now.getTime() + days * 86_400_000)
      const limitsOf = createLimitsOf({ countCards: false })
      const limits = await readLimits(limitsOf, db, nobody, 'GH', { ...current, now })
      return limits.own.per24Hours.amount
    }
    const before = await limitsAt(0)
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'UTC')::date + 5)::text as day`.execute(owner)
    const place = { tier: 1, sender: null, recipient: 'GH' }
    const amounts = { per24Hours: '70000', per30Days: '90000' }
    const body = { ...place, ...amounts, source: 'a test', validFrom: rows[0]?.day }
    await insertPolicy(owner, 'tier_limits', 'tier 1, any to GH', body)
    expect([await limitsAt(0), await limitsAt(5)]).toEqual([before, 70_000n])
  })

  it('of rates, which become stale by the database’s time', async () => {
    const rates = createRatesModule({ db: database.db, providers: [], settings: RATES_SETTINGS })
    await storeRates(database.owner, sql`now()`, 'a test', { LRD: 172, GHS: 11.5, SLE: 22.9 })
    const current = await configuration.current()
    expect(rates.fresh(current, ['GHS']).rates.GHS.source).toBe('a test')
    const later = { ...current, now: new Date(current.now.getTime() + 27 * 3_600_000) }
    expect(() => rates.fresh(later, ['GHS'])).toThrow()
  })

  it('even of rows that are replayed without other triggers', async () => {
    await sql`update corridors set max_receive = null`.execute(database.owner)
    expect((await corridor())?.maxReceive).toBeNull()
    await forge(database.owner, sql`update corridors set max_receive = 500`)
    expect((await corridor())?.maxReceive).toEqual(money(500, 'GHS'))
  })
})

describe('the answer of a rail', () => {
  const TERMS = [
    {
      ...({ country: 'GH', network: 'mtn', open: true } as const),
      minimum: money(100, 'GHS'),
      maximum: money(900, 'GHS'),
    },
    {
      ...({ country: 'GH', network: 'vodafone', open: true } as const),
      minimum: money(100, 'GHS'),
      maximum: money(900, 'GHS'),
    },
  ]
  const keep = (terms: Parameters<typeof keepTerms>[2]) =>
    database.db.transaction().execute((tx) => keepTerms(tx, 'pawapay', terms))
  const isRaisedBy = async (change: () => Promise<unknown>): Promise<boolean> => {
    const before = await versionNow()
    await change()
    return (await versionNow()) > before
  }
  const networks = async () => {
    const { db } = database
    const rails = createRailsModule({
      ...{ db, configuration },
      rails: new Map([['pawapay', { payouts: {} as never, terms: () => Promise.resolve(null) }]]),
    })
    const states = await rails.networks(await configuration.current())
    return states.flatMap(({ country, network, closed, bounds }) =>
      country === 'GH' && closed === null ? [[network, bounds?.maximum.amount]] : [],
    )
  }

  it('raises the version only if something but a time has changed', async () => {
    expect(await isRaisedBy(() => keep(TERMS))).toBe(true)
    expect(await networks()).toEqual([
      ['mtn', 900n],
      ['vodafone', 900n],
    ])
    expect(await isRaisedBy(() => keep(TERMS))).toBe(false)
    const wider = TERMS.map((one) => ({ ...one, maximum: money(1_000, 'GHS') }))
    expect(await isRaisedBy(() => keep(wider))).toBe(true)
    expect(await networks()).toEqual([
      ['mtn', 1_000n],
      ['vodafone', 1_000n],
    ])
    expect(await isRaisedBy(() => keep(wider.slice(0, 1)))).toBe(true)
    expect(await networks()).toEqual([['mtn', 1_000n]])
  })

  it('raises the version once it stops, and when it comes again', async () => {
    await keep(TERMS)
    expect(await isRaisedBy(() => keep(null))).toBe(true)
    expect(await isRaisedBy(() => keep(null))).toBe(false)
    expect(await networks()).toHaveLength(2)
    await sql`update rail_health set answered_at = now() - interval '11 minutes'`.execute(database.owner)
    expect(await networks()).toEqual([])
    expect(await isRaisedBy(() => keep(TERMS))).toBe(true)
    expect(await networks()).toHaveLength(2)
  })
})

describe('reading', () => {
  /** A part whose reads wait until they are let go, and return their number. */
  function countedPart() {
    const waiting: (() => void)[] = []
    let reads = 0
    const part: ConfigurationPart<number> = {
      read() {
        const number = (reads += 1)
        return new Promise((resolve) => waiting.push(() => resolve(number)))
      },
    }
    const hasBegun = () => vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENCE)
    const letGo = async (): Promise<void> => {
      await hasBegun()
      waiting.shift()?.()
    }
    return { part, letGo, hasBegun, reads: () => reads }
  }
  const raise = () => sql`update corridors set max_receive = max_receive`.execute(database.owner)

  it('happens once for all who wait for it, and not again for the same version', async () => {
    const { part, letGo, reads } = countedPart()
    const shared = createConfiguration(database.db, [part])
    const waiting = Promise.all(Array.from({ length: 5 }, () => shared.current()))
    await letGo()
    expect((await waiting).map(({ snapshot }) => snapshot.of(part))).toEqual([1, 1, 1, 1, 1])
    expect((await shared.current()).snapshot.of(part)).toBe(1)
    expect(reads()).toBe(1)
  })

  it('begins again for a caller who has seen a later version than the one being read', async () => {
    const { part, letGo, hasBegun } = countedPart()
    const shared = createConfiguration(database.db, [part])
    const began = await versionNow()
    const first = shared.current()
    await hasBegun()
    await raise()
    const second = shared.at(await versionNow())
    await letGo()
    expect((await first).snapshot.version).toBe(began)
    const next = Promise.race([second.then(() => 'answered'), hasBegun().then(() => 'reads again')])
    expect(await next).toBe('reads again')
    await letGo()
    expect(await second).toMatchObject({ version: began + 1n })
  })

  it('that fails is tried again by the next caller', async () => {
    let fails = true
    const part: ConfigurationPart<string> = {
      read: () => (fails ? Promise.reject(new Error('down')) : Promise.resolve('read')),
    }
    const shared = createConfiguration(database.db, [part])
    await expect(shared.current()).rejects.toThrow('down')
    fails = false
    expect((await shared.current()).snapshot.of(part)).toBe('read')
  })
})

it('prices an opening with the list that is in force at that moment', async () => {
  const world = await startEngineWorld({ worker: false, webhooks: false })
  try {
    const sender = await world.sender()
    const seen = await sender.draft()
    await setTestPrices(world.database.owner, { marginPercent: '2.00' })
    expect((await sender.create(seen)).code).toBe('rate_changed')
    const opened = await sender.create(await sender.draft())
    expect(opened.status).toBe(200)
    const quote = await world.database.owner
      .selectFrom('quotes')
      .select('price_version')
      .executeTakeFirstOrThrow()
    expect(quote.price_version).toBe(2n)
  } finally {
    await world.close()
  }
})
