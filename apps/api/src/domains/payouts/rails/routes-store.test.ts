import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { composeConfiguration } from '../../../compose/configuration.ts'
import { readWallets, walletsQuery } from '../float/index.ts'
import { listRoutes, withWallets } from './routes-store.ts'

const MANY = 43_000
const ACCOUNTS: Readonly<Record<string, string>> = { pawapay: 'pawapay', 'mtn-momo-lr': 'mtn-momo-lr' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('stripe', '', 'USD', 100, now()), ('pawapay', 'GH', 'GHS', 500000, now()),
      ('pawapay', 'LR', 'LRD', 500000, now()), ('mtn-momo-lr', 'LR', 'LRD', 70000, now())`.execute(
    database.owner,
  )
  // Nearly all reservations are in one wallet, which pays for none of the routes.
  await sql`insert into float_reservations (reference, account, country, currency, amount)
    select gen_random_uuid(), 'stripe', '', 'USD', 1 from generate_series(1, ${MANY}::int)`.execute(
    database.owner,
  )
  await sql`insert into float_reservations (reference, account, country, currency, amount)
    select gen_random_uuid(), account, country, currency, 100 from float_wallets, generate_series(1, 20)
    where account <> 'stripe'`.execute(database.owner)
  await sql`insert into rail_terms (rail, country, network, open, currency, min_amount, max_amount)
    values ('pawapay', 'GH', 'mtn', true, 'GHS', 1, 100000), ('pawapay', 'LR', 'mtn', true, 'LRD', 1, 100000),
      ('mtn-momo-lr', 'LR', 'mtn', true, 'LRD', 1, 100000)`.execute(database.owner)
  await sql`vacuum analyze float_reservations, float_wallets`.execute(database.owner)
})
afterAll(() => database.drop())

const rails = Object.keys(ACCOUNTS)
const accountOf = (rail: string) => ACCOUNTS[rail] ?? rail

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const everyNode = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(everyNode)]

/** Returns how the reservations are read: the kinds of scan, and the rows. */
async function readingOf(
  query: Parameters<typeof walletsQuery>[0],
): Promise<{ scans: string[]; rows: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, timing off, summary off, format json) ${walletsQuery(query)}`.execute(database.db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('No plan')
  const nodes = everyNode(plan).filter((node) => node['Relation Name'] === 'float_reservations')
  return {
    scans: nodes.map((node) => node['Node Type']),
    rows: nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
  }
}

describe('the wallets of routes', () => {
  it.each([
    ['to one network of one rail', { accounts: ['pawapay'], country: 'GH' }, 20],
    ['to one network of two rails', { accounts: rails, country: 'LR' }, 40],
    ['to every network', { accounts: rails }, 60],
  ] as const)('%s are read with their own reservations alone, through the index', async (_, query, count) => {
    const { scans, rows } = await readingOf(query)
    expect(scans).not.toEqual([])
    expect(scans).not.toContain('Seq Scan')
    expect(rows).toBe(count)
  })

  it('are joined to the routes with their reservations', async () => {
    const current = await composeConfiguration(database.db).current()
    const routes = listRoutes(current, { rails, accountOf, to: { country: 'LR', network: 'mtn' } })
    const ways = await withWallets(database.db, routes)
    expect(ways.map(({ rail, wallet }) => [rail, wallet?.reserved]).toSorted()).toEqual([
      ['mtn-momo-lr', 2_000n],
      ['pawapay', 2_000n],
    ])
    const wallets = await readWallets(database.db, { accounts: ['stripe'] })
    expect(wallets).toMatchObject([{ account: 'stripe', reserved: BigInt(MANY) }])
    expect(await readWallets(database.db)).toHaveLength(4)
  })
})
