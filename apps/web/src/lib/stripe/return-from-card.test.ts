import { describe, expect, test } from 'vitest'
import { readReturn } from './return-from-card.ts'

describe('the address that the card provider returns to', () => {
  test('contains the payment and its secret', () => {
    const search =
      '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_abc&redirect_status=succeeded'
    expect(readReturn(search)).toEqual({ paymentId: 'pi_1', clientSecret: 'pi_1_secret_abc' })
  })

  test('identifies the payment by its secret alone', () => {
    expect(readReturn('?payment_intent_client_secret=pi_2_secret_abc')?.paymentId).toBe('pi_2')
  })

  test('is an ordinary link without a secret', () => {
    expect(readReturn('?payment_intent=pi_1&intent=view')).toBeNull()
  })
})
