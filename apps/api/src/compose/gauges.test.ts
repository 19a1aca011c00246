import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createGauges } from './gauges.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('reads the wallets once for both gauges of one scrape', async () => {
  let reads = 0
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('float_wallets')) reads += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const gauges = createGauges(db).filter(({ name }) => name.startsWith('sesa_float'))
  const scrape = () => Promise.all(gauges.map(({ read }) => read()))
  expect(gauges).toHaveLength(2)
  await scrape()
  expect(reads).toBe(1)
  await scrape()
  expect(reads).toBe(2)
})
