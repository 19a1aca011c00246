import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Client } from './client.ts'
import { transferBody, type Tour } from './tour.ts'

/** Pays from another number whose wallet refuses the refund, which then goes to the sign-in number. */
export async function refundElsewhere(tour: Tour, client: Client): Promise<void> {
  // The sandbox's carrier refunds no payer 089.
  const other = `+23177${randomInt(1_000, 10_000)}089`
  const { verificationId } = await tour.call(client, 'startPhone', { body: { phoneNumber: other } })
  const code = await tour.inbox.code(other)
  const { numbers } = await tour.call(client, 'addPayerNumber', { body: { verificationId, code } })
  await tour.call(client, 'listPayerNumbers')
  const payer = { network: 'orange', phone: other }
  const body = { ...(await transferBody(tour, client)), payWith: 'momo', payer }
  const { id } = await tour.call(client, 'createPaymentIntent', { body })
  await tour.call(client, 'pay', { body: { id } })
  const params = { payment_id: String(id) }
  await tour.call(client, 'cancelTransfer', { params })
  await vi.waitFor(async () => {
    const { database } = tour.world
    if (database !== undefined)
      await sql`update transfers set next_step_at = now()
        where next_step_at > now() and captured_at is not null`.execute(database.owner)
    const { transfer } = await tour.call(client, 'getTransfer', { params })
    expect(transfer).toMatchObject({ pay: { asksRefundNumber: true } })
  }, PATIENCE)
  const [own] = numbers as { phone: string }[]
  await tour.call(client, 'setRefundNumber', { params, body: { network: 'orange', phone: own?.phone } })
  await vi.waitFor(async () => {
    const { transfer } = await tour.call(client, 'getTransfer', { params })
    expect(transfer).toMatchObject({ status: 'refunded' })
  }, PATIENCE)
  await tour.call(client, 'removePayerNumber', { params: { phone: other } })
}
