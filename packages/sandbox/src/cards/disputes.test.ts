import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

async function disputed(): Promise<{ intentId: string; id: string }> {
  const intent = await paid(merchant, '4000000000000259')
  const id = await vi.waitFor(async () => {
    const { data } = await merchant.stripe.disputes.list({ payment_intent: intent.id })
    expect(data).toHaveLength(1)
    return data[0]?.id ?? ''
  }, 60_000)
  return { intentId: intent.id, id }
}

const movements = async (id: string) =>
  (await merchant.stripe.balanceTransactions.list({ source: id })).data.map(
    ({ amount, type, reporting_category }) => [amount, type, reporting_category],
  )

describe('disputes', () => {
  it('takes the money at once, returns it when we win, and leaves the charge refundable', async () => {
    const { intentId, id } = await disputed()
    expect(await movements(id)).toEqual([[-2500, 'adjustment', 'dispute']])
    const refund = () => merchant.stripe.refunds.create({ payment_intent: intentId })
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' })
    const won = await merchant.stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(won.status).toBe('won')
    expect(await movements(id)).toEqual([
      [2500, 'adjustment', 'dispute_reversal'],
      [-2500, 'adjustment', 'dispute'],
    ])
    expect((await refund()).status).toBe('succeeded')
  })

  it('loses an abandoned dispute once', async () => {
    const { id } = await disputed()
    expect((await merchant.stripe.disputes.close(id)).status).toBe('lost')
    await expect(merchant.stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
    expect(await movements(id)).toEqual([[-2500, 'adjustment', 'dispute']])
  })
})
