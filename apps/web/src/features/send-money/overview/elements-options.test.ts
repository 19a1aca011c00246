import { expect, test } from 'vitest'
import { CARD_ONLY, elementsOptions, sessionOf, walletOptions } from './elements-options.ts'

const payment = (customerSessionClientSecret: string | null) => ({
  id: 'pi_1',
  clientSecret: 'pi_1_secret_x',
  customerSessionClientSecret,
  ways: [],
  quote: {} as never,
})

test.each([
  ['with saved cards', 'cuss_1', 0, 'cuss_1'],
  ['without saved cards', null, 0, null],
  ['loaded again, since the secret works once', 'cuss_1', 1, null],
])('opens the card form %s', (_how, given, tries, session) => {
  expect(sessionOf(payment(given), tries)).toBe(session)
  const options = elementsOptions(payment(given), tries, {})
  expect(options).toMatchObject({ clientSecret: 'pi_1_secret_x', locale: 'en-GB' })
  expect(options.customerSessionClientSecret ?? null).toBe(session)
})

const card = (wallets: boolean) => ({ mode: 'stripe', publishableKey: 'pk_live_1', wallets }) as const

test('offers Apple Pay and Google Pay only where they are switched on, and never Link', () => {
  expect(walletOptions(card(false), 'stripe')).toBeNull()
  expect(walletOptions(card(true), 'stripe')).toMatchObject({
    paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never' },
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    buttonTheme: { applePay: 'black' },
  })
  expect(walletOptions(card(true), 'night')?.buttonTheme).toEqual({ applePay: 'white', googlePay: 'white' })
})

test('shows each wallet once: the card form has none', () => {
  expect(CARD_ONLY.wallets).toEqual({ applePay: 'never', googlePay: 'never', link: 'never' })
})
