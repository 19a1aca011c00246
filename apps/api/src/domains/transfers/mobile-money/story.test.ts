import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { payByWallet } from '../../../testing/paid-by-wallet.ts'
import { showTransfer } from '../staff/overview.ts'
import { collectionLines, type ToldCollection } from './story.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 28, 7, minute))

const asked = (change: Partial<ToldCollection> = {}): ToldCollection => ({
  ...{ kind: 'collection', id: 'a1', number: 1, collector: 'pawapay', country: 'LR', network: 'mtn' },
  ...{ phone: '+231886123456', amount: 1_771_600n, currency: 'LRD', at: at(0), endedAt: null, state: 'open' },
  ...{ answer: null, received: null, receivedCurrency: null, payer: null, ...change },
})

const told = (collections: readonly ToldCollection[]) =>
  collectionLines(collections).map(({ text, details }) =>
    [text, ...details.map((detail) => detail.text)].map((line) => line.replaceAll('\u00A0', ' ')),
  )

describe('the requests to pay in a transfer’s story', () => {
  it('have a line each with their end, and the provider’s code beneath', () => {
    expect(
      told([
        asked({ state: 'failed', endedAt: at(5), answer: 'PAYMENT_NOT_APPROVED: no PIN in time' }),
        asked({ id: 'a2', number: 2, state: 'sent' }),
      ]),
    ).toEqual([
      [
        'Asked Lonestar MTN MoMo for LRD 17,716.00, attempt 1: failed',
        'pawaPay: request a1',
        'pawaPay: Failed: PAYMENT_NOT_APPROVED: no PIN in time',
      ],
      ['Asked Lonestar MTN MoMo for LRD 17,716.00, attempt 2: sent, no answer yet', 'pawaPay: request a2'],
    ])
  })

  it('say whose name the paying wallet has, whether it is new, and who else paid from it', () => {
    const [first, second, third] = [
      { check: 'unknown', isNew: true, others: 0 },
      { check: 'match', isNew: false, others: 1 },
      { check: null, isNew: true, others: 2 },
    ] as const
    expect([first, second, third].map((payer) => told([asked({ payer })])[0]?.[1])).toEqual([
      'Lonestar MTN MoMo, +231••••••456: name not told, first payment from it',
      'Lonestar MTN MoMo, +231••••••456: the sender’s name, paid from before, 1 other account paid from it',
      'Lonestar MTN MoMo, +231••••••456: first payment from it, 2 other accounts paid from it',
    ])
  })

  it('show what was collected, the refund beneath its request, and a payment that came twice as a line of its own', () => {
    const paid = {
      state: 'completed',
      endedAt: at(2),
      received: 1_771_500n,
      receivedCurrency: 'LRD',
    } as const
    const lines = told([
      asked(paid),
      asked({ id: 'a2', number: 2, ...paid }),
      asked({
        kind: 'refund',
        id: 'r1',
        number: 1,
        state: 'failed',
        endedAt: at(9),
        answer: 'RECIPIENT_NOT_FOUND',
      }),
      asked({ kind: 'extra', id: 'r2', number: 2, state: 'succeeded', endedAt: at(10) }),
    ])
    expect(lines[0]).toEqual([
      'Asked Lonestar MTN MoMo for LRD 17,716.00, attempt 1: paid',
      'pawaPay: request a1',
      'pawaPay: Paid: LRD 17,715.00',
      'pawaPay: refund r1 to Lonestar MTN MoMo, +231••••••456',
      'pawaPay: Failed: RECIPIENT_NOT_FOUND',
    ])
    expect(lines[1]).toHaveLength(3)
    expect(lines[2]?.[0]).toBe(
      'Gave LRD 17,716.00 of attempt 2 back to the Lonestar MTN MoMo wallet: arrived',
    )
  })
})

describe('a transfer that a wallet paid', () => {
  let world: EngineWorld
  beforeAll(async () => {
    world = await startEngineWorld()
  })
  afterAll(() => world.close())

  it('shows staff its wallet, masked, and each request with the provider’s answer', async () => {
    const opened = await (await world.sender()).open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const { owner, office } = world.database
    await payByWallet(world.database, opened)
    await sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state,
        recorded_at, ended_at, answer)
      select id, 1, 'pawapay', 'LR', 'mtn', '+231886123456', charge_amount, charge_currency, 'failed',
        created_at, created_at, 'INSUFFICIENT_BALANCE' from transfers where payment_intent_id = ${opened.id}`.execute(
      owner,
    )
    const shown = await showTransfer(office, opened.id, { seesCases: false })
    expect(shown?.facts).toContainEqual(['paid by', 'Lonestar MTN MoMo, +231••••••456'])
    const lines = shown?.story.entries.map(({ text }) => text).join('\n') ?? ''
    expect(lines).toMatch(/Asked Lonestar MTN MoMo for USD.[\d.,]+, attempt 1: failed/)
    expect(lines).toMatch(/Asked Lonestar MTN MoMo for USD.[\d.,]+, attempt 2: paid/)
    expect(lines).toMatch(/Charged USD.[\d.,]+ to the Lonestar MTN MoMo wallet/)
    expect(JSON.stringify(shown)).toContain('INSUFFICIENT_BALANCE')
    expect(JSON.stringify(shown)).toContain('+231••••••456: first payment from it')
    expect(JSON.stringify(shown)).not.toMatch(/886123|the card/)
  })
})
