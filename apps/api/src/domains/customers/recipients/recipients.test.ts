import type { Recipient, RecipientCheck } from '@sesa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilOneWindow } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Sender } from '../../../testing/sender.ts'
import { closeRail, openRail } from '../../payouts/rails/operations.ts'
import { createRecipientsModule } from './index.ts'

interface Page {
  recipients: Recipient[]
  nextCursor: string | null
}

/** Daily checks per account in this test. */
const MOST = 3

let world: EngineWorld
let sender: Sender
const [ama, kofi, esi] = [recipient('1111'), recipient('2222'), recipient('3333')]

async function pay(name: string, phone: string): Promise<string> {
  const opened = await sender.open({ name, phone }, 1_000)
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  return opened.id
}

beforeAll(async () => {
  world = await startEngineWorld({
    beside: (db, rails) => [
      createRecipientsModule({ db, rails, limits: { perAccountDay: MOST, totalPerDay: 1_000 } }),
    ],
  })
  sender = await world.sender()
})
// Tries are counted per quarter of an hour by the clock.
beforeEach(() => untilOneWindow(900_000, 30_000))
afterAll(() => world.close())

const list = (query = '', reader = sender) => reader.call<Page>('GET', `/user/recipients${query}`)

describe('recipients', () => {
  it('are empty before the first payment', async () => {
    await sender.open({ phone: ama })
    expect((await list()).body).toEqual({ recipients: [], nextCursor: null })
  })

  it('list each number once, as last paid, last one first', async () => {
    await pay('Ama', ama)
    await pay('Esi Owusu', esi)
    const kofis = await pay('Kofi Boateng', kofi)
    const amas = await pay('Ama Mensah', ama)
    const { recipients } = (await list()).body
    expect(recipients).toMatchObject([
      { name: 'Ama Mensah', phone: ama, country: 'GH', network: 'mtn', payment_id: amas },
      { name: 'Kofi Boateng', phone: kofi, payment_id: kofis },
      { name: 'Esi Owusu', phone: esi },
    ])
    expect(recipients[0]?.lastSentAt).toBe((await sender.transfer(String(amas))).date)
  })

  it('are paged without gaps or repeats', async () => {
    const first = (await list('?limit=2')).body
    const second = (await list(`?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.recipients, ...second.recipients].map(({ phone }) => phone)).toEqual([ama, kofi, esi])
    expect(second.nextCursor).toBeNull()
  })

  it('are the user’s own', async () => {
    expect((await list('', await world.sender())).body.recipients).toEqual([])
  })

  it.each(['?limit=0', '?limit=101', '?cursor=nonsense', '?page=2'])('refuse %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

describe('the holder of a number', () => {
  const ACTION = { staff: 'Ada', reason: 'a test of the check' }
  const lonestar = { country: 'LR', phone: '0881 234 567', network: 'mtn' }
  const check = async (change: object = {}, asker?: Sender) =>
    (asker ?? (await world.sender())).call<RecipientCheck>('POST', '/recipients/check', {
      ...lonestar,
      ...change,
    })

  it('is given by the network, whichever rail would pay', async () => {
    const { status, body } = await check()
    expect([status, body.account]).toEqual([200, 'active'])
    // Liberia's carriers do not show the name to every sender.
    expect(body).toEqual({ account: 'active', name: 'M. K.', comparison: null, likelyNetwork: null })
    expect((await check({ phone: '+231881234567' })).body).toEqual(body)
  })

  it.each([
    ['Moses Kollie', 'match', 'Moses Kollie'],
    ['M. Kollie', 'close', 'Moses Kollie'],
    ['Martha Kollie', 'different', 'M. K.'],
    ['Kollie', 'different', 'M. K.'],
    ['  ', null, 'M. K.'],
  ])('compared with %s is %s, and called %s', async (typedName, comparison, name) => {
    expect((await check({ typedName })).body).toMatchObject({ account: 'active', comparison, name })
  })

  it('is missing when the network has no such account', async () => {
    expect((await check({ phone: '+231881230001' })).body).toEqual({
      account: 'inactive',
      name: null,
      comparison: null,
      likelyNetwork: null,
    })
  })

  it.each([
    ['a network of the same country that no rail tells of', { phone: '0771234567', network: 'orange' }],
    ['a network of another country', { country: 'GH', phone: recipient() }],
  ])('cannot be had for %s', async (_what, change) => {
    expect(await check(change)).toMatchObject({ status: 200, body: { account: 'unsupported', name: null } })
  })

  it('is not requested from a rail that staff have closed', async () => {
    await closeRail(world.database.db, 'mtn-momo-lr', undefined, 'It is being repaired.', ACTION)
    expect((await check()).body).toMatchObject({ account: 'unknown', name: null, comparison: null })
    await openRail(world.database.db, 'mtn-momo-lr', undefined, ACTION)
    expect((await check()).body.account).toBe('active')
  })

  it.each([
    ['the network of the prefix', { country: 'GH', phone: '0201112233', network: 'mtn' }, 'vodafone'],
    ['none for the chosen network', { country: 'GH', phone: '0201112233', network: 'vodafone' }, null],
    ['another than one without a wallet', { phone: '0771230001', network: 'mtn' }, 'orange'],
    ['none once the chosen network has the wallet', { phone: '0771234567', network: 'mtn' }, null],
  ])('comes with a hint at %s', async (_what, change, likely) => {
    expect(await check(change)).toMatchObject({ status: 200, body: { likelyNetwork: likely } })
  })

  it.each([
    [{ country: 'US' }, 'country', 'country_not_served'],
    [{ phone: '0241234567' }, 'phone', 'phone_invalid'],
    [{ phone: '+233241234567' }, 'phone', 'phone_wrong_country'],
    [{ network: 'vodafone' }, 'network', 'network_unknown'],
  ])('is refused for %o', async (change, field, code) => {
    const answer = await check(change)
    expect([answer.status, answer.code]).toEqual([422, code])
    expect(answer.body).toMatchObject({ error: { field } })
  })

  it('has a daily limit per account, even for concurrent checks, and never blocks a transfer', async () => {
    const asker = await world.sender()
    const answers = await Promise.all(Array.from({ length: MOST + 4 }, () => check({}, asker)))
    const refused = answers.filter(({ code }) => code === 'rate_limited')
    expect(refused).toHaveLength(4)
    expect(refused[0]?.status).toBe(429)
    expect(refused[0]?.body).toMatchObject({
      error: { message: expect.stringContaining('without the check') },
    })
    expect((await asker.open()).id).toMatch(/^pi_/)
    expect((await check()).status).toBe(200)
  })
})
