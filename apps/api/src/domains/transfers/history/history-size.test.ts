import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { addHistory } from '../../../testing/history.ts'
import { listTransfers } from './list.ts'
import { listPaidRecipients } from './past-recipients.ts'
import { idsOf, type Choice } from './search.ts'

/** Enough for a full page of each person. */
const SMALL = 2_000
const LARGE = 10_000

let database: TestDatabase
let small: string
let large: string

beforeAll(async () => {
  database = await createTestDatabase()
  small = await addHistory(database.owner, SMALL)
  large = await addHistory(database.owner, LARGE)
  await sql`vacuum analyze transfers`.execute(database.owner)
})
afterAll(() => database.drop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

const everyNode = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(everyNode)]

/** Measures how a page is found: database pages touched, and tables scanned in full. */
async function cost(choice: Choice): Promise<{ pages: number; scanned: string[] }> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (analyze, buffers, timing off, summary off, format json) ${idsOf(choice)}`.execute(database.db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('No plan')
  return {
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scanned: everyNode(plan).flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : [],
    ),
  }
}

const choice = (userId: string, change: Partial<Choice> = {}): Choice => ({
  userId,
  text: '',
  status: undefined,
  cursor: undefined,
  from: undefined,
  to: undefined,
  limit: 21,
  ...change,
})

/** Finds a transfer in the middle of the history, far from the newest. */
async function middleOf(userId: string): Promise<string> {
  const row = await database.db
    .selectFrom('transfers')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .offset(SMALL / 2)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

const CHOICES: readonly (readonly [string, Partial<Choice>])[] = [
  ['the newest', {}],
  ['sent', { status: 'sent' }],
  ['refunded', { status: 'refunded' }],
  ['failed', { status: 'failed' }],
  ['held', { status: 'held' }],
  ['checking', { status: 'checking' }],
  ['a common name', { text: 'mensah' }],
  ['an unknown name', { text: 'zzzz' }],
  ['a number', { text: '024 400 0007' }],
  ['an amount', { text: 'USD 10.07' }],
  ['an amount that was never sent', { text: '987,654.32' }],
  ['a reference', { text: 'S-ZZZZ' }],
  ['a status', { text: 'refunded' }],
  ['days without transfers', { from: new Date('2001-01-01'), to: new Date('2001-02-01') }],
]

describe('the cost of a page', () => {
  it.each(CHOICES)('does not grow with the length of the history: %s', async (_name, change) => {
    const few = await cost(choice(small, change))
    const many = await cost(choice(large, change))
    expect(many.scanned).toEqual([])
    // A larger index may be one level deeper, and each lookup reads every level.
    expect(many.pages).toBeLessThanOrEqual(few.pages * 2 + 30)
    // At most one page for each of forty recipients, never the whole history.
    expect(few.pages).toBeLessThanOrEqual(400)
  })

  it('does not grow with the distance from the newest transfer', async () => {
    const newest = await cost(choice(large, { status: 'sent' }))
    const deep = await cost(choice(large, { status: 'sent', cursor: await middleOf(large) }))
    expect(deep.pages).toBeLessThanOrEqual(newest.pages * 2 + 30)
  })
})

describe('a long history', () => {
  it('is listed in pages without gaps or repeats', async () => {
    const seen = new Set<string>()
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await listTransfers(database.db, large, {
        search: 'mensah',
        limit: '100',
        ...(cursor !== null && { cursor }),
      })
      for (const { payment_id } of page.transfers) seen.add(payment_id)
      cursor = page.nextCursor
      pages++
    } while (cursor !== null)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from transfers
      where user_id = ${large} and recipient_name ilike '%mensah%'`.execute(database.db)
    expect(rows[0]?.count).toBeGreaterThan(LARGE / 10)
    expect(seen.size).toBe(rows[0]?.count)
    expect(pages).toBe(Math.ceil(seen.size / 100))
  })

  it('lists each recipient once', async () => {
    const people = await listPaidRecipients(database.db, large, { limit: 1_000 })
    const phones = people.map(({ phone }) => phone)
    const { rows } = await sql<{ count: number }>`select count(distinct recipient_phone)::int as count
      from transfers where user_id = ${large}`.execute(database.db)
    expect(new Set(phones).size).toBe(phones.length)
    expect(phones.length).toBe(rows[0]?.count)
    expect(people.map(({ id }) => id)).toEqual(
      people
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })
})
