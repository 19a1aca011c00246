import { describe, expect, test } from 'vitest'
import { ConfigError, findProblems, readOutside } from './outside-settings.ts'

const LIVE = {
  SESA_MODE: 'live',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAWAPAY_TOKEN: 'token',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'auth',
  TWILIO_FROM: 'MG1',
  SMTP_URL: 'smtps://user:word@mail.example:465',
  MAIL_FROM: 'Sesa <no-reply@sesa.example>',
  OPENEXCHANGERATES_APP_ID: 'app',
}
const SANDBOX = { SANDBOX_URL: 'http://127.0.0.1:4010/', SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }

const without = (name: keyof typeof LIVE) => ({ ...LIVE, [name]: undefined })

describe('who plays the outside world', () => {
  test('is the sandbox unless something else is said', () => {
    expect(readOutside(SANDBOX)).toEqual({
      mode: 'sandbox',
      url: 'http://127.0.0.1:4010',
      stripeWebhookSecret: 'whsec_sandbox',
    })
  })

  test('is the providers themselves when every part is there', () => {
    expect(readOutside(LIVE)).toMatchObject({
      mode: 'live',
      stripe: { secretKey: 'sk_live_1', url: undefined },
      pawapay: { url: 'https://api.pawapay.io', token: 'token' },
      momo: [],
      africasTalking: undefined,
      twilio: { url: 'https://api.twilio.com', from: 'MG1' },
      openExchangeRates: { appId: 'app' },
      exchangeRateApi: undefined,
    })
  })

  test('has MTN’s markets where their three settings are', () => {
    const momo = {
      MTN_MOMO_LR_SUBSCRIPTION_KEY: 'key',
      MTN_MOMO_LR_API_USER: 'user',
      MTN_MOMO_LR_API_KEY: 'secret',
    }
    expect(readOutside({ ...without('PAWAPAY_TOKEN'), ...momo })).toMatchObject({
      pawapay: undefined,
      momo: [{ country: 'LR', targetEnvironment: 'mtnliberia', product: 'remittance' }],
    })
  })
})

describe('a start is refused', () => {
  test.each([
    ['half a provider', without('STRIPE_WEBHOOK_SECRET'), 'STRIPE_WEBHOOK_SECRET is missing beside'],
    ['no mobile money', without('PAWAPAY_TOKEN'), 'Mobile money: set PAWAPAY_TOKEN; or MTN_MOMO_GH'],
    ['no mail server', { ...without('SMTP_URL'), MAIL_FROM: undefined }, 'Email: set SMTP_URL'],
    ['no rates', without('OPENEXCHANGERATES_APP_ID'), 'Exchange rates: set OPENEXCHANGERATES_APP_ID'],
    [
      'a test key in live mode',
      { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY holds a test key',
    ],
    ['a live key in test mode', { ...LIVE, SESA_MODE: 'test' }, 'STRIPE_SECRET_KEY holds a live key'],
    [
      'a live provider elsewhere',
      { ...LIVE, PAWAPAY_URL: 'http://127.0.0.1' },
      'PAWAPAY_URL points a live provider',
    ],
    [
      'a live key beside the sandbox',
      { ...SANDBOX, STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_SECRET_KEY holds a live key',
    ],
    ['a mode that is none', { SESA_MODE: 'production' }, 'SESA_MODE is production'],
    ['no sandbox', {}, 'SANDBOX_URL'],
  ])('with %s', (_what, env, words) => {
    expect(() => readOutside(env)).toThrow(ConfigError)
    expect(() => readOutside(env)).toThrow(words)
  })

  test('with everything that is wrong at once, and no secret in the words', () => {
    const problems = findProblems({ STRIPE_SECRET_KEY: 'sk_test_very_secret' }, 'live')
    expect(problems).toHaveLength(7)
    expect(problems.join('\n')).not.toContain('very_secret')
  })
})
