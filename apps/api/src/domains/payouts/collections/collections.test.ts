import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import type { CollectionTerms, Collector } from '../../transfers/index.ts'
import { createCollectionsModule, listCollectionTerms } from '../index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => sql`delete from collection_terms`.execute(database.owner).then(() => undefined))

const MTN = 'mtn-momo-gh-collection'
const GHANA = { country: 'GH', network: 'mtn' } as const
const terms = (collector: string, more: Partial<CollectionTerms> = {}): CollectionTerms => ({
  ...{ collector, ...GHANA, open: true, minimum: money(100, 'GHS'), maximum: money(1_500_000, 'GHS') },
  ...{ wholeUnits: false, prompt: 'automatic', nameShown: 'Sesa', instructions: ['Dial *170#', '*170#'] },
  ...more,
})

/** What each collector answers; null: nothing. */
let answers: Record<string, readonly CollectionTerms[] | null>
function moduleOf(...names: string[]) {
  const collectors = names.map((name): Collector => ({
    ...{ name, clearing: 'payout_float', stop: null, terms: async () => answers[name] ?? null },
    start: async () => ({ outcome: 'unknown' }),
    status: async () => ({ status: 'unknown' }),
    refund: async () => ({ ok: false, reason: 'unknown', code: 'no_answer' }),
    refundStatus: async () => ({ status: 'unknown' }),
  }))
  return createCollectionsModule({
    db: database.db,
    collectors: new Map(collectors.map((one) => [one.name, one])),
  })
}
const age = (collector: string, interval: string) =>
  sql`update collection_terms set reported_at = now() - ${interval}::interval where collector = ${collector}`.execute(
    database.owner,
  )
const listed = async () =>
  (await listCollectionTerms(database.db, ['pawapay', MTN])).map(({ collector, country, network, open }) => [
    collector,
    `${country}/${network}`,
    open,
  ])

test('keeps what a collector reported, word for word', async () => {
  answers = { pawapay: [terms('pawapay', { wholeUnits: true, prompt: 'manual' })] }
  const { collectors, refresh } = moduleOf('pawapay')
  expect(await collectors.termsOf('GH', 'mtn')).toBeNull()
  expect(await refresh()).toEqual({ silent: [] })
  const kept = terms('pawapay', { wholeUnits: true, prompt: 'manual' })
  expect(await collectors.termsOf('GH', 'mtn')).toEqual(kept)
  expect(await listCollectionTerms(database.db, ['pawapay', MTN])).toEqual([kept])
  expect(await collectors.termsOf('LR', 'mtn')).toBeNull()
})

test('keeps the open one of two reports about a network', async () => {
  answers = {
    pawapay: [terms('pawapay', { open: false }), terms('pawapay'), terms('pawapay', { open: false })],
  }
  const { collectors, refresh } = moduleOf('pawapay')
  await refresh()
  expect(await collectors.termsOf('GH', 'mtn')).toEqual(terms('pawapay'))
})

test('takes the first open collector in their order', async () => {
  answers = { [MTN]: [terms(MTN)], pawapay: [terms('pawapay')] }
  const { collectors, refresh } = moduleOf('pawapay', MTN)
  await refresh()
  expect(await collectors.termsOf('GH', 'mtn')).toMatchObject({ collector: 'pawapay' })
  expect(await listed()).toEqual([['pawapay', 'GH/mtn', true]])
  answers = { ...answers, pawapay: [terms('pawapay', { open: false })] }
  await refresh()
  expect(await collectors.termsOf('GH', 'mtn')).toMatchObject({ collector: MTN })
  expect(await listed()).toEqual([[MTN, 'GH/mtn', true]])
  answers = { pawapay: [terms('pawapay', { open: false })], [MTN]: [terms(MTN, { open: false })] }
  await refresh()
  expect(await collectors.termsOf('GH', 'mtn')).toBeNull()
  expect(await listed()).toEqual([['pawapay', 'GH/mtn', false]])
})

test('closes a collector that has been silent for an hour, and opens it with its next answer', async () => {
  answers = { pawapay: [terms('pawapay')] }
  const { collectors, refresh } = moduleOf('pawapay')
  await refresh()
  answers = { pawapay: null }
  await age('pawapay', '59 minutes')
  expect(await refresh()).toEqual({ silent: ['pawapay'] })
  expect(await collectors.termsOf('GH', 'mtn')).not.toBeNull()
  await age('pawapay', '61 minutes')
  expect(await refresh()).toEqual({ silent: ['pawapay'] })
  expect(await collectors.termsOf('GH', 'mtn')).toBeNull()
  expect(await listed()).toEqual([['pawapay', 'GH/mtn', false]])
  answers = { pawapay: [terms('pawapay')] }
  await refresh()
  expect(await collectors.termsOf('GH', 'mtn')).not.toBeNull()
})

test('drops a network that a collector no longer has, and a collector that this deployment no longer has', async () => {
  const telecel = { country: 'GH', network: 'vodafone' } as const
  answers = { pawapay: [terms('pawapay'), terms('pawapay', telecel)], [MTN]: [terms(MTN)] }
  await moduleOf('pawapay', MTN).refresh()
  answers = { ...answers, pawapay: [terms('pawapay', telecel)] }
  const pawapay = moduleOf('pawapay')
  expect(await pawapay.collectors.termsOf('GH', 'mtn')).toMatchObject({ collector: 'pawapay' })
  await pawapay.refresh()
  expect(await listed()).toEqual([['pawapay', 'GH/vodafone', true]])
  expect(await pawapay.collectors.termsOf('GH', 'mtn')).toBeNull()
  answers = { pawapay: [] }
  await pawapay.refresh()
  expect(await listed()).toEqual([])
})

test('refreshes by its schedule, and at start until every collector has answered', async () => {
  answers = { pawapay: [terms('pawapay')], [MTN]: null }
  const { crons, jobs, refreshAtStart } = moduleOf('pawapay', MTN)
  const [cron] = crons
  await cron?.run()
  expect(cron?.pattern).toBe('*/2 * * * *')
  expect(await listed()).toEqual([['pawapay', 'GH/mtn', true]])
  await refreshAtStart()
  const [job] = jobs
  await expect(job?.run({})).rejects.toThrow(`without an answer: ${MTN}`)
  answers = { ...answers, [MTN]: [] }
  await job?.run({})
})

test('names a collector that this deployment does not have', () => {
  answers = {}
  const { collectors } = moduleOf('pawapay')
  expect(collectors.of('pawapay').name).toBe('pawapay')
  expect(() => collectors.of('monime')).toThrow('This deployment has no collector monime')
})
