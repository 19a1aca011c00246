import { afterAll, beforeAll, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld } from '../../../testing/office-world.ts'
import { raceApprovals } from './testing/approval-race.ts'

let world: OfficeWorld
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(() => world.close())

it('of 500 concurrent approvals, none is by the requester and none is carried out twice', async () => {
  const esi = await world.member('Esi Support', 'support')
  const kofi = await world.member('Kofi Compliance', 'compliance')
  const abena = await world.member('Abena Both', 'compliance', 'finance')
  await raceApprovals(world, { esi, kofi, abena }, 50)
})
