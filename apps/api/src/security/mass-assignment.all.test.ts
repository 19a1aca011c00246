// Slow: every column of the database in every call that takes a body.
import { expect, it, onTestFinished } from 'vitest'
import { takeEverywhere } from './testing/itinerary.ts'
import { mergeFields } from './testing/merged-fields.ts'
import { startProduct } from './testing/product.ts'
import { personalRows } from './testing/rows.ts'
import { Tour } from './testing/tour.ts'

it('no database field that a call does not accept is stored, whichever it is', async () => {
  const world = await startProduct()
  onTestFinished(() => world.close())
  const tour = await Tour.start(world)
  const { client } = await takeEverywhere(tour)
  const before = await personalRows(world.database.owner)
  const { wrong, sent } = await mergeFields({ world, tour, client })
  console.log(`${sent} bodies with a field too many refused`)
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(2_000)
  expect(await personalRows(world.database.owner)).toEqual(before)
})
