import { money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { composeConfiguration } from '../../../compose/configuration.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { createServer } from '../../../http/server/server.ts'
import { createPawapay } from '../../../providers/pawapay/index.ts'
import { createPawapayTerms } from '../../../providers/pawapay/terms.ts'
import { createOpenExchangeRates } from '../../../providers/rates/open-exchange-rates.ts'
import { RATES_SETTINGS } from '../../pricing/index.ts'
import { createCorridorsModule } from '../../pricing/corridors/index.ts'
import { createRatesModule } from '../../pricing/rates/index.ts'
import { createRailsModule } from '../../payouts/index.ts'
import type { CollectionTerms } from '../../transfers/index.ts'
import { createSiteConfigModule, type SiteConfigModule } from './index.ts'

const support = {
  phone: '+231 77 000 0100',
  email: 'help@sesa.example',
  address: 'Monrovia',
  name: 'Sesa',
  socials: [{ name: 'X', url: 'https://x.example' }],
}

let database: TestDatabase
let app: FastifyInstance
let site: SiteConfigModule

/** As collectors report them: two of them collect from MTN in Ghana, and the first is closed. */
const wallet = (over: Partial<CollectionTerms> = {}): CollectionTerms => ({
  ...{ collector: 'pawapay', country: 'GH', network: 'mtn', open: true, wholeUnits: false },
  ...{ minimum: money(100, 'GHS'), maximum: money(1_500_000, 'GHS'), prompt: 'manual', instructions: [] },
  ...{ nameShown: 'Sesa', ...over },
})
let reported: readonly CollectionTerms[] = []

function build(sandbox: boolean): SiteConfigModule {
  const { db } = database
  const configuration = composeConfiguration(db)
  // Nothing in this file refreshes rates, so the URL is never called.
  const provider = createOpenExchangeRates(fetch, {
    url: 'http://127.0.0.1:9',
    source: 'none',
    timeoutMs: 100,
  })
  // No rail's terms are fetched either.
  const nowhere = { baseUrl: 'http://127.0.0.1:9', token: 'none' }
  const rails = createRailsModule({
    ...{ db, configuration },
    rails: new Map([
      ['pawapay', { payouts: createPawapay(nowhere, fetch), terms: createPawapayTerms(nowhere, fetch) }],
    ]),
  })
  return createSiteConfigModule({
    configuration,
    rates: createRatesModule({ db, providers: [provider], settings: RATES_SETTINGS }),
    corridors: createCorridorsModule({
      settings: { allOpen: sandbox, chargeCurrencies: { GHS: 'USD' } },
      payoutBounds: rails.bounds,
    }),
    networks: rails.networks,
    deliveryTimes: async () => [{ country: 'GH', network: 'mtn', medianSeconds: 12, p95Seconds: 90 }],
    collectionTerms: async () => reported,
    approvalTimes: async () => [{ country: 'GH', network: 'mtn', medianSeconds: 18 }],
    settings: {
      sandbox,
      identity: { methods: ['phone'] },
      card: { mode: sandbox ? 'sandbox' : 'stripe', publishableKey: 'pk_test', wallets: false },
      push: null,
      limits: {
        perTransfer: money(200_000, 'USD'),
        per24Hours: money(299_900, 'USD'),
        per30Days: money(1_000_000, 'USD'),
      },
      deliveryMinutes: 40,
      support,
    },
  })
}

/** pawaPay's bounds of its networks, in minor units. */
const TERMS = [
  ['GH', 'mtn', 'GHS', 100, 1_500_000],
  ['GH', 'vodafone', 'GHS', 100, 900_000],
  ['GH', 'airtel/tigo', 'GHS', 200, 1_000_000],
  ['SL', 'orange', 'SLE', 100, 1_500_000],
] as const

beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner
    .insertInto('rail_terms')
    .values(
      TERMS.map(([country, network, currency, least, most]) => ({
        rail: 'pawapay',
        country,
        network,
        open: true,
        currency,
        min_amount: BigInt(least),
        max_amount: BigInt(most),
      })),
    )
    .execute()
  site = build(true)
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [site],
    authenticate: async () => null,
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

describe('GET /config', () => {
  it('returns everything a client needs before sign-in', async () => {
    const response = await app.inject({ url: '/config' })
    expect(response.statusCode).toBe(200)
    const config = response.json()
    expect(config).toEqual(await site.publicConfig())
    expect(config).toMatchObject({
      sandbox: true,
      identity: { methods: ['phone'] },
      card: { mode: 'sandbox', publishableKey: 'pk_test', wallets: false },
      limits: { perTransfer: 200_000, per24Hours: 299_900, per30Days: 1_000_000, currency: 'USD' },
      support,
    })
    expect(config.countries.map((country: { code: string }) => country.code)).toEqual([
      'SL',
      'LR',
      'GH',
      'US',
    ])
    expect(config.networks).toHaveLength(8)
    expect(config.deliveryMinutes).toBe(40)
    const usual = config.networks.filter(({ usually }: { usually: unknown }) => usually !== null)
    expect(usual).toMatchObject([
      { country: 'GH', value: 'mtn', usually: { medianSeconds: 12, p95Seconds: 90 } },
    ])
    expect(response.body).not.toContain('SLL')
  })

  it('lists every corridor with its bounds and charge currency', async () => {
    const { corridors } = await site.publicConfig()
    expect(corridors.map(({ from, to }) => `${from}-${to}`)).toEqual([
      'GH-LR',
      'GH-SL',
      'LR-GH',
      'LR-SL',
      'SL-GH',
      'SL-LR',
      'US-GH',
      'US-LR',
      'US-SL',
    ])
    // The seed's rates: 172.08771659 LRD, 11.64619458 GHS and 22.91486807 SLE for a dollar.
    const open = { enabled: true, reason: null }
    expect(corridors).toEqual(
      expect.arrayContaining([
        { from: 'US', to: 'LR', ...open, minimum: 500, maximum: 200_000, chargeCurrency: 'USD' },
        { from: 'LR', to: 'GH', ...open, minimum: 9_000, maximum: 22_388_340, chargeCurrency: 'LRD' },
        { from: 'GH', to: 'SL', ...open, minimum: 600, maximum: 770_056, chargeCurrency: 'USD' },
        { from: 'SL', to: 'LR', ...open, minimum: 1_200, maximum: 4_582_973, chargeCurrency: 'SLE' },
      ]),
    )
  })

  it('uses the narrower of the rails’ and the corridor’s bounds', async () => {
    const bounds = async (from: string, to: string) => {
      const { corridors } = await site.publicConfig()
      return corridors.find((one) => one.from === from && one.to === to)
    }
    const { owner } = database
    const before = await bounds('LR', 'GH')
    const change = (open: boolean, most: number) =>
      owner
        .updateTable('rail_terms')
        .set({ open, max_amount: BigInt(most) })
        .where('network', '=', 'mtn')
        .execute()
    // Half of it, then none: the next largest is AirtelTigo's 10,000 cedis.
    await change(true, 750_000)
    expect(await bounds('LR', 'GH')).toMatchObject({ maximum: 14_925_560 })
    await change(false, 1_500_000)
    expect(await bounds('LR', 'GH')).toMatchObject({ maximum: 14_925_560 })
    const { networks } = await site.publicConfig()
    expect(networks.find(({ country, value }) => country === 'GH' && value === 'mtn')).toMatchObject({
      enabled: false,
      reason: expect.stringContaining('isn’t available right now'),
      maximum: null,
    })
    await change(true, 1_500_000)
    const limit = (most: bigint | null) =>
      owner.updateTable('corridors').set({ max_receive: most }).where('recipient', '=', 'GH').execute()
    await limit(500_000n)
    expect(await bounds('LR', 'GH')).toMatchObject({ maximum: 7_462_780 })
    await limit(null)
    expect(await bounds('LR', 'GH')).toEqual(before)
  })

  it('lists the ways to pay of each country, and the networks whose wallets pay', async () => {
    const open = wallet({ collector: 'mtn-momo-gh', prompt: 'automatic', minimum: money(200, 'GHS') })
    reported = [wallet({ open: false }), open, wallet({ network: 'vodafone', nameShown: null, open: false })]
    const { payMethods } = await site.publicConfig()
    expect(payMethods.map(({ country }) => country)).toEqual(['SL', 'LR', 'GH', 'US'])
    const of = (country: string) => payMethods.find((one) => one.country === country)?.methods
    expect(of('US')).toEqual([
      { method: 'card', open: true, reason: null },
      { method: 'bank_debit', open: true, reason: null },
    ])
    expect(of('GH')).toMatchObject([
      { method: 'momo', open: true, reason: null },
      { method: 'card', open: true, reason: null },
    ])
    const unknown = {
      minimum: null,
      maximum: null,
      prompt: 'automatic',
      nameShown: null,
      typicalSeconds: null,
    }
    expect(of('GH')?.[0]?.networks).toEqual([
      {
        ...{ network: 'mtn', label: 'MTN MoMo', open: true, minimum: 200, maximum: 1_500_000 },
        ...{ prompt: 'automatic', nameShown: 'Sesa', typicalSeconds: 18 },
      },
      expect.objectContaining({ network: 'vodafone', open: false, minimum: 100, typicalSeconds: null }),
      expect.objectContaining({ network: 'airtel/tigo', open: false, ...unknown }),
    ])
    // No network of Liberia takes payments.
    expect(of('LR')?.[0]).toMatchObject({
      ...{ method: 'momo', open: false, reason: expect.stringContaining('No network takes payments') },
    })
  })

  it('closes mobile money in production until staff open it', async () => {
    reported = [wallet()]
    const { payMethods } = await build(false).publicConfig()
    const ghana = payMethods.find(({ country }) => country === 'GH')?.methods
    expect(ghana).toMatchObject([
      { method: 'card', open: true },
      { method: 'momo', open: false, reason: expect.stringContaining('needs a licence') },
    ])
  })

  it('explains in production why a corridor is closed', async () => {
    const { corridors } = await build(false).publicConfig()
    expect(corridors.every(({ enabled, reason }) => !enabled && reason !== null)).toBe(true)
    const ghana = corridors.filter(({ from }) => from === 'GH')
    expect(ghana.every(({ reason }) => reason?.includes('licence'))).toBe(true)
  })
})

describe('GET /countries', () => {
  test.each([
    ['Liberia', 'LR'],
    ['libera', 'LR'],
    ['siera leon', 'SL'],
    ['GHA', 'GH'],
    ['us', 'US'],
    ['états-unis d’amérique', undefined],
  ])('finds %s', async (name, code) => {
    const response = await app.inject({ url: '/countries', query: { name } })
    expect(response.statusCode).toBe(200)
    expect(response.json().countries[0]?.code).toBe(code)
  })

  it('uses the product’s names for the countries served, and lists them first', async () => {
    const response = await app.inject({ url: '/countries?name=united' })
    const { countries } = response.json()
    expect(countries[0]).toEqual({ code: 'US', name: 'United States', served: true })
    expect(countries).toContainEqual({ code: 'GB', name: 'United Kingdom', served: false })
  })

  it('finds nothing for nonsense', async () => {
    const response = await app.inject({ url: '/countries?name=zzzzqqq' })
    expect(response.json()).toEqual({ countries: [] })
  })

  test.each([
    ['/countries', 'missing_field'],
    ['/countries?name=a&x=1', 'unknown_field'],
  ])('refuses %s', async (url, code) => {
    const response = await app.inject({ url })
    expect([response.statusCode, response.json().error.code]).toEqual([400, code])
  })
})
