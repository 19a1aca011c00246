import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { closeRail, openRail } from '../../payouts/rails/operations.ts'
import { NAME_PAIRS } from './testing/name-pairs.ts'

let world: EngineWorld
let sender: Sender

beforeAll(async () => {
  world = await startEngineWorld({ asksForHolders: true, worker: false })
  sender = await world.sender()
})
afterAll(() => world.close())

/** A wallet of Moses Kollie at MTN in Liberia, which reports its holder. */
const KOLLIE = { country: 'LR', phone: '+231880231234', network: 'mtn', receiveCurrency: 'LRD' }

async function bodyFor(change: object) {
  const { value } = (await sender.call<{ value: number }>('GET', '/currency/rates/USD/LRD/50')).body
  return sender.draft({ ...KOLLIE, receiveAmount: Math.round(value * 100), ...change })
}

async function columnsOf(id: string) {
  return world.database.owner
    .selectFrom('transfers')
    .select(['name_check', 'name_rule', 'name_checked_at', 'account_name'])
    .where('payment_intent_id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('the recipient’s name at the payment', () => {
  it.each([
    ['Moses Kollie', 'match', 'Moses Kollie'],
    ['M. Kollie', 'close', 'Moses Kollie'],
  ])('%s opens the payment and is stored as a %s', async (name, verdict, held) => {
    const { status, body } = await sender.create(await bodyFor({ name }))
    expect(status).toBe(200)
    expect(await columnsOf(body.id)).toEqual({
      name_check: verdict,
      name_rule: 2,
      name_checked_at: expect.any(Date),
      account_name: held,
    })
  })

  it('requires a deliberate yes before any wrong person of the table is paid', async () => {
    const open = async (name: string, held: string, confirmedName: boolean) => {
      vi.spyOn(world.rails, 'checkWallet').mockResolvedValue({ account: 'active', name: held })
      return (await sender.create(await bodyFor({ name, confirmedName }))).status
    }
    const transfers = () => world.database.owner.selectFrom('transfers').select('id').execute()
    for (const [typed, held, verdict] of NAME_PAIRS) {
      const before = await transfers()
      expect(await open(typed, held, false), `${typed} for ${held}`).toBe(verdict === 'different' ? 409 : 200)
      if (verdict !== 'different') continue
      expect(await transfers(), `${typed} for ${held}`).toEqual(before)
      expect(await open(typed, held, true), `${typed} for ${held}, confirmed`).toBe(200)
    }
    vi.restoreAllMocks()
  })

  it('of a different person opens it only after a deliberate yes', async () => {
    const before = await world.database.owner.selectFrom('transfers').select('id').execute()
    for (const refusal of [{}, { confirmedName: false }]) {
      const answer = await sender.create(await bodyFor({ name: 'Martha Kollie', ...refusal }))
      expect([answer.status, answer.code]).toEqual([409, 'name_mismatch'])
      expect(answer.body).toMatchObject({ error: { field: 'name' } })
      expect(JSON.stringify(answer.body)).not.toContain('Moses')
    }
    expect(await world.database.owner.selectFrom('transfers').select('id').execute()).toEqual(before)
    const opened = await sender.create(await bodyFor({ name: 'Martha Kollie', confirmedName: true }))
    expect(opened.status).toBe(200)
    // The customer saw initials, so only those are stored.
    expect(await columnsOf(opened.body.id)).toMatchObject({ name_check: 'different', account_name: 'M. K.' })
  })

  it('does not matter for a number without a wallet, which is refused', async () => {
    for (const confirmedName of [false, true]) {
      const answer = await sender.create(
        await bodyFor({ name: 'Moses Kollie', phone: '+231880230001', confirmedName }),
      )
      expect([answer.status, answer.code]).toEqual([422, 'recipient_inactive'])
      expect(answer.body).toMatchObject({
        error: {
          field: 'phone',
          message: expect.stringContaining('Lonestar MTN MoMo doesn’t have a wallet'),
        },
      })
    }
  })

  it('never blocks when the network gives no name, or is unavailable', async () => {
    const ghana = await sender.create(await sender.draft({ name: 'Anyone Atall' }))
    expect(await columnsOf(ghana.body.id)).toMatchObject({ name_check: 'unknown', account_name: null })
    const action = { staff: 'Ada', reason: 'a test of the check' }
    await closeRail(world.database.db, 'mtn-momo-lr', undefined, 'It is being repaired.', action)
    const away = await sender.create(await bodyFor({ name: 'Martha Kollie' }))
    expect(away.status).toBe(200)
    await openRail(world.database.db, 'mtn-momo-lr', undefined, action)
  })

  it('is not requested again when the same request is repeated', async () => {
    const body = await bodyFor({ name: 'Moses Kollie' })
    const asked = vi.spyOn(world.rails, 'checkWallet')
    const first = await sender.create(body, 'the-same-key')
    const again = await sender.create(body, 'the-same-key')
    expect(again.body.id).toBe(first.body.id)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
  })
})

describe('a delivered transfer', () => {
  it.each([
    ['Moses Kollie', {}, 'match', 'Moses Kollie', 'Delivered to Moses Kollie'],
    [
      'Martha Kollie',
      { confirmedName: true },
      'different',
      'M. K.',
      'Delivered to the wallet of +231 88 023 1234',
    ],
  ])('to %s says whose wallet it reached', async (name, change, name_check, account_name, text) => {
    const { body } = await sender.create(await bodyFor({ name, ...change }))
    await world.pay(body)
    await sender.call('POST', '/complete', { id: body.id })
    await world.makeStepsDue()
    const detail = await sender.transfer(body.id)
    expect(detail).toMatchObject({ recipient: name, name_check, account_name })
    expect(detail.timeline.find(({ step }) => step === 'sent')?.text).toContain(text)
  })
})
