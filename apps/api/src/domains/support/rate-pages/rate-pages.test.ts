import { DIRECTIONS, directionSlug } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeConfiguration } from '../../../compose/configuration.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createServer } from '../../../http/server/server.ts'
import { COMPANY_DETAILS } from '../../../testing/legal-details.ts'
import { RATES_SETTINGS } from '../../pricing/index.ts'
import { createCorridorsModule } from '../../pricing/corridors/index.ts'
import { createRatesModule } from '../../pricing/rates/index.ts'
import { createRatePages } from './index.ts'
import { storeRates } from '../../../testing/rates.ts'

/** The built pages as they are served. */
const WEB_DIST = fileURLToPath(new URL('../../../../../web/dist', import.meta.url))
/** The landing page's limit, with a year of rates and their table included. */
const MOST_BYTES = 14_000

let database: TestDatabase
let app: FastifyInstance

async function serve(): Promise<FastifyInstance> {
  const { db } = database
  const rates = createRatesModule({ db, providers: [], settings: RATES_SETTINGS })
  const corridors = createCorridorsModule({ settings: { allOpen: false, chargeCurrencies: {} } })
  return createServer({
    db,
    publicUrl: 'https://sesa.example',
    logLevel: 'silent',
    modules: [],
    authenticate: () => Promise.resolve(null),
    web: {
      dist: WEB_DIST,
      support: { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia', socials: [] },
      stores: { apple: undefined, google: undefined },
      legal: COMPANY_DETAILS,
      rates: createRatePages({
        configuration: composeConfiguration(db),
        ...{ rates, corridors, isSandbox: true, now: () => 0 },
      }),
    },
  })
}

const PATHS = DIRECTIONS.map((direction) => `/rates/${directionSlug(direction)}`)
const get = async (path: string, headers = {}) =>
  app.inject({ url: path, headers: { host: 'sesa.example', accept: 'text/html', ...headers } })

/** Returns the structured data of a page, by type. */
function factsOf(body: string): Record<string, Record<string, unknown>> {
  const texts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const facts = texts.map(([, text]) => JSON.parse(text ?? '') as Record<string, unknown>)
  return Object.fromEntries(facts.map((fact) => [String(fact['@type']), fact]))
}

async function addSnapshot(hoursAgo: number): Promise<void> {
  const at = sql<Date>`now() - make_interval(hours => ${hoursAgo}::int)`
  await storeRates(database.owner, at, 'test source', { LRD: 172.5, GHS: 11.5, SLE: 22.9 })
}

beforeAll(async () => {
  database = await createTestDatabase()
  // A full year whose rates differ every day: the longest page.
  await sql`insert into daily_rates (day, currency, rate, as_of, source)
    select d::date, currency, rate * (1 + random() / 20), d, 'test history'
    from generate_series(date_trunc('day', now(), 'UTC') - interval '365 days',
      date_trunc('day', now(), 'UTC') - interval '1 day', '1 day') d,
      (values ('LRD', 172), ('GHS', 11.5), ('SLE', 22.9)) as usual (currency, rate)`.execute(database.owner)
})
afterAll(() => database.drop())

describe('while the newest rate is too old for a price', () => {
  beforeAll(async () => {
    await addSnapshot(27)
    app = await serve()
  })
  afterAll(() => app.close())

  it('every page says so, and shows the history without our rate', async () => {
    for (const path of ['/rates', ...PATHS]) {
      const { statusCode, body } = await get(path)
      expect(statusCode, path).toBe(200)
      expect(body).toContain('Today’s rate is not available right now.')
      expect(factsOf(body), path).not.toHaveProperty('ExchangeRateSpecification')
      expect(body).not.toContain('%[')
    }
    expect((await get('/rates/liberia-to-ghana')).body).toContain('lowest GHS')
  })
})

describe('with a rate of today', () => {
  beforeAll(async () => {
    await addSnapshot(0)
    app = await serve()
  })
  afterAll(() => app.close())

  it('every page has a title, a URL and data for search engines', async () => {
    for (const path of PATHS) {
      const { statusCode, body } = await get(path)
      expect(statusCode, path).toBe(200)
      expect(body).toContain(`<link rel="canonical" href="https://sesa.example${path}">`)
      expect(body).not.toContain('%[')
      const { ExchangeRateSpecification: rate, BreadcrumbList: trail } = factsOf(body)
      expect(rate?.['currentExchangeRate']).toMatchObject({
        '@type': 'UnitPriceSpecification',
        price: expect.stringMatching(/^\d+(\.\d+)?$/),
        priceCurrency: expect.stringMatching(/^(LRD|GHS|SLE)$/),
        validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })
      expect(trail?.['itemListElement']).toHaveLength(3)
    }
    expect(
      factsOf((await get('/rates/united-states-to-liberia')).body)['ExchangeRateSpecification'],
    ).toMatchObject({
      currency: 'USD',
      currentExchangeRate: { price: '170.775', priceCurrency: 'LRD' },
    })
  })

  it('a closed direction shows its rate and the reason, and does not link to Send Money', async () => {
    const { body } = await get('/rates/ghana-to-liberia')
    expect(body).toContain('GHS\u00a0100 = LRD\u00a01,485.00')
    expect(body).toContain('Sending from Ghana is not available: it needs a licence')
    expect(body).not.toContain('Send this amount')
  })

  it('the pages stay small with a full year of rates', async () => {
    for (const path of ['/rates', ...PATHS]) {
      const { rawPayload, headers } = await get(path, { 'accept-encoding': 'br' })
      expect(headers['content-encoding']).toBe('br')
      expect(rawPayload.length, path).toBeLessThanOrEqual(MOST_BYTES)
    }
  })

  it('a page is revalidated, and is not sent again unchanged', async () => {
    const { headers } = await get('/rates/liberia-to-ghana')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/rates/liberia-to-ghana', { 'if-none-match': headers.etag })
    expect(again.statusCode).toBe(304)
  })

  it('the sitemap has one URL for each direction', async () => {
    const { body } = await get('/sitemap.xml')
    const found = [...body.matchAll(/<loc>https:\/\/sesa\.example(\/rates.*?)<\/loc>/g)].map(
      ([, path]) => path,
    )
    expect(found.toSorted()).toEqual(['/rates', ...PATHS].toSorted())
  })

  it.each([
    '/rates/liberia-to-united-states',
    '/rates/liberia-to-liberia',
    '/rates/Liberia-to-Ghana',
    '/rates/liberia-to-ghana-to-liberia',
    '/rates/lr-gh',
  ])('%s does not exist', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it('a URL with a trailing slash redirects to the one without', async () => {
    const { statusCode, headers } = await get('/rates/liberia-to-ghana/?days=7')
    expect([statusCode, headers.location]).toEqual([308, '/rates/liberia-to-ghana?days=7'])
  })
})

describe('without a database', () => {
  it('the pages say that they cannot read rates, and keep all their links', async () => {
    const down = () => Promise.reject(new Error('down'))
    const read = createRatePages({
      configuration: { at: down, asOf: down, current: down },
      rates: createRatesModule({ db: database.db, providers: [], settings: RATES_SETTINGS }),
      corridors: createCorridorsModule({ settings: { allOpen: true, chargeCurrencies: {} } }),
      now: () => 0,
    })
    await expect(read()).rejects.toThrow('down')
    app = await serve()
    const { body } = await get('/rates')
    expect(body).toContain('href="/rates/liberia-to-ghana"')
    await app.close()
  })

  it('reads once for all waiting callers, caches the answer for half a minute, but no failure', async () => {
    let reads = 0
    let time = 0
    let fails = true
    const known = createRatesModule({ db: database.db, providers: [], settings: RATES_SETTINGS })
    const configuration = composeConfiguration(database.db)
    const read = createRatePages({
      configuration: {
        ...configuration,
        current: () => {
          reads += 1
          return fails ? Promise.reject(new Error('down')) : configuration.current()
        },
      },
      rates: known,
      corridors: createCorridorsModule({ settings: { allOpen: true, chargeCurrencies: {} } }),
      now: () => time,
    })
    await expect(Promise.all([read(), read()])).rejects.toThrow('down')
    fails = false
    await Promise.all([read(), read(), read()])
    time = 29_000
    await read()
    expect(reads).toBe(2)
    time = 31_000
    await read()
    expect(reads).toBe(3)
  })
})
