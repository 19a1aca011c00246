import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../testing/office-world.ts'

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
  kofi = await world.member('Kofi Finance', 'finance')
})
afterAll(() => world.close())

it('a day is prepared by one member and signed by another, with the digest that they read', async () => {
  const { body } = await ama.browser.get('/office/api/closes')
  expect(body).toMatchObject({ closes: [] })
  const day = String(body['next'])
  const one = `/office/api/closes/${day}`
  expect((await ama.browser.get(one)).code).toBe('not_found')
  expect((await ama.browser.get('/office/api/closes/2026-02-30')).code).toBe('not_found')
  const refused = await ama.browser.post('/office/api/closes/2099-12-31/prepare', { reason: 'Too early' })
  expect(refused.code).toBe('action_refused')

  const explained = { reason: 'End of the day', explanation: 'No provider was asked in this test' }
  const prepared = await ama.browser.post(`${one}/prepare`, explained)
  expect(prepared.body).toMatchObject({ preparedBy: 'Ama Finance', signedBy: null, report: { day } })
  const { digest } = prepared.body as { digest: string }
  const sign = (member: TestMember, of: string) =>
    member.browser.post(`${one}/sign`, { digest: of, reason: 'Compared' })
  expect((await sign(ama, digest)).code).toBe('action_refused')
  expect((await sign(kofi, '0'.repeat(64))).code).toBe('action_refused')
  expect((await sign(kofi, digest)).body).toMatchObject({ signedBy: 'Kofi Finance' })
  expect((await kofi.browser.get('/office/api/closes')).body).toMatchObject({
    closes: [{ day, signedBy: 'Kofi Finance', digest }],
  })
})
