import type { Recipient } from '@sesa/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../testing/engine-world.ts'
import { recipient, type Sender } from '../../testing/sender.ts'
import { createRecipientsModule } from './index.ts'

interface Page {
  recipients: Recipient[]
  nextCursor: string | null
}

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
  world = await startEngineWorld({ beside: (db) => [createRecipientsModule({ db })] })
  sender = await world.sender()
})
afterAll(() => world.close())

const list = (query = '', reader = sender) => reader.call<Page>('GET', `/user/recipients${query}`)

describe('recipients', () => {
  it('are none before anybody was paid', async () => {
    await sender.open({ phone: ama })
    expect((await list()).body).toEqual({ recipients: [], nextCursor: null })
  })

  it('are each number once, as it was last paid, last one first', async () => {
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
    const detail = await sender.call<{ transfer: { date: string } }>('GET', `/user/transactions/${amas}`)
    expect(recipients[0]?.lastSentAt).toBe(detail.body.transfer.date)
  })

  it('come in pages without gaps or repeats', async () => {
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
