import type { Receipt } from '@sesa/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Sender } from '../../../testing/sender.ts'
import { readProfile } from '../../customers/profile/store.ts'
import { createReceiptsModule } from './index.ts'

const PROVIDER = {
  name: 'Sesa',
  website: 'https://sesa.example',
  phone: '+231 77 000 0100',
  email: 'help@sesa.example',
  address: '12 Broad Street, Monrovia, Liberia',
}
const CFPB = { name: 'CFPB', phone: '+1 855 411 2372', website: 'https://www.consumerfinance.gov' }

const MINNESOTA = {
  name: 'Money transmitter licence, Minnesota',
  number: 'MN-1024',
  nmls_id: '1234567',
  holder: 'Sesa Money Transfer Inc.',
  regulator: 'Minnesota Department of Commerce',
}

let world: EngineWorld
let sender: Sender

beforeAll(async () => {
  world = await startEngineWorld({
    beside: (db, _rails, { readCharged }) => [
      createReceiptsModule({
        readCharged,
        profileOf: (userId) => readProfile(db, userId),
        settings: {
          provider: PROVIDER,
          licences: [
            { country: 'US', ...MINNESOTA },
            { country: 'GH', ...MINNESOTA, name: 'Another country’s' },
          ],
          regulators: { US: [CFPB], LR: [], GH: [], SL: [] },
        },
      }),
    ],
  })
  sender = await named('Fatu Kamara')
})
afterAll(() => world.close())

async function named(name: string): Promise<Sender> {
  const person = await world.sender()
  await world.database.owner.insertInto('profiles').values({ user_id: person.userId, name }).execute()
  return person
}

const receiptOf = (id: string, reader = sender) =>
  reader.call<{ receipt: Receipt }>('GET', `/user/transactions/${id}/receipt`)

describe('a receipt', () => {
  it('has every required disclosure', async () => {
    const phone = recipient()
    const opened = await sender.open({ name: 'Ama Mensah', phone }, 5_000)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const { status, body } = await receiptOf(opened.id)
    expect(status).toBe(200)
    const { receipt } = body
    const { transfer } = receipt
    // US-01 to US-05 and US-08, each equal to the locked price.
    expect(transfer).toMatchObject({
      amount: opened.quote.amount,
      currency: 'USD',
      fee: opened.quote.fee,
      total: opened.quote.total,
      rate: opened.quote.rate,
      receive_amount: opened.quote.receiveAmount,
      receive_currency: 'GHS',
      charge: opened.quote.charge,
    })
    const { midRate, midRateAt, margin } = opened.quote
    expect(receipt).toMatchObject({ mid_rate: midRate, mid_rate_at: midRateAt, margin })
    expect(margin).toBeGreaterThan(0)
    expect(transfer.amount + transfer.fee + receipt.taxes).toBe(transfer.total)
    // US-09 to US-15.
    expect(receipt.disclaimer).toContain('their network’s fees')
    expect(receipt.date_available).toBe(opened.quote.deliveryEstimate)
    expect(transfer).toMatchObject({ recipient: 'Ama Mensah', phone, network_label: 'MTN MoMo' })
    expect(receipt.sender).toEqual({ name: 'Fatu Kamara' })
    expect(receipt.rights).toBe(
      'You can cancel for a full refund within 30 minutes of payment, unless the funds have been picked up or deposited.',
    )
    expect(receipt.error_rights).toContain('within 180 days at +231 77 000 0100 or https://sesa.example')
    expect(receipt.provider).toEqual(PROVIDER)
    expect(receipt.licences).toEqual([MINNESOTA])
    expect(receipt.regulators).toEqual([CFPB])
    const row = await world.database.owner
      .selectFrom('transfers')
      .select('captured_at')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    expect(receipt.paid_at).toBe(row.captured_at?.toISOString())
  })

  it('exists for a charge that was refunded', async () => {
    const opened = await sender.open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.reaches(opened, 'refunded')
    expect((await receiptOf(opened.id)).body.receipt.transfer.status).toBe('refunded')
  })

  it('names the sender as of the payment', async () => {
    const renamed = await named('Fatu Kamara')
    const opened = await renamed.open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await world.database.owner
      .updateTable('profiles')
      .set({ name: 'Totally Different' })
      .where('user_id', '=', renamed.userId)
      .execute()
    expect((await receiptOf(opened.id, renamed)).body.receipt.sender).toEqual({ name: 'Fatu Kamara' })
    // A transfer of an earlier release has no copy.
    await world.database.owner.deleteFrom('transfer_senders').where('user_id', '=', renamed.userId).execute()
    expect((await receiptOf(opened.id, renamed)).body.receipt.sender).toEqual({ name: 'Totally Different' })
  })

  it('does not exist before the card is charged', async () => {
    const opened = await sender.open()
    expect(await receiptOf(opened.id)).toMatchObject({ status: 409, code: 'payment_not_successful' })
  })

  it('is available only to the sender', async () => {
    const opened = await sender.open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const stranger = await named('Kofi Owusu')
    expect(await receiptOf(opened.id, stranger)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await receiptOf('pi_missing')).toMatchObject({ status: 404, code: 'not_found' })
  })
})
