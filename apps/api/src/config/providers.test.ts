import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it, test } from 'vitest'
import { parseEnv } from 'node:util'
import { liveCollectors } from '../compose/collector-providers.ts'
import { momoMarkets, remittancesOf } from '../compose/rail-providers.ts'
import { MODE } from './mode.ts'
import { PROVIDERS as TABLE, readProviderSettings, type RealSettings } from './provider-settings.ts'
import { ConfigError, type Environment } from './setting.ts'
import { PROVIDER_URLS, STAND_INS } from './stand-ins.ts'
import { LIVE_PROVIDERS as LIVE } from './testing/live-settings.ts'
import { problemsOf } from './testing/problems.ts'

const findProblems = (env: Environment, SESA_MODE: string) => problemsOf({ ...env, SESA_MODE }, TABLE)

const SANDBOX = { SANDBOX_URL: 'http://127.0.0.1:4010/', SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }

const MOMO_KEYS = {
  MTN_MOMO_LR_SUBSCRIPTION_KEY: 'key',
  MTN_MOMO_LR_API_USER: 'user',
  MTN_MOMO_LR_API_KEY: 'secret',
}
const NO_SCREENING = {
  SCREENING_URL: undefined,
  SCREENING_DATASET: undefined,
  SCREENING_ALGORITHM: undefined,
  SCREENING_THRESHOLD: undefined,
  SCREENING_WITHOUT_LIST_UP_TO: undefined,
}
const without = (name: keyof typeof LIVE) => ({ ...LIVE, [name]: undefined })

describe('the provider settings', () => {
  test('select the sandbox by default', () => {
    expect(readProviderSettings(SANDBOX)).toEqual({
      mode: 'sandbox',
      url: 'http://127.0.0.1:4010',
      stripeWebhookSecret: 'whsec_sandbox',
    })
  })

  test('select the real providers when every part is set', () => {
    expect(readProviderSettings(LIVE)).toMatchObject({
      mode: 'live',
      ...{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_URL: undefined },
      ...{ PAWAPAY_URL: 'https://api.pawapay.io', PAWAPAY_TOKEN: 'token' },
      ...{ MTN_MOMO_GH_API_KEY: undefined, AFRICASTALKING_USERNAME: undefined },
      ...{ TWILIO_URL: 'https://api.twilio.com', TWILIO_FROM: 'MG1' },
      ...{ OPENEXCHANGERATES_APP_ID: 'app', OPENEXCHANGERATES_MONTHLY_REQUESTS: 1_000 },
      EXCHANGERATE_API_KEY: undefined,
      ...{ SCREENING_URL: 'https://screening.example', SCREENING_API_KEY: undefined },
      ...{ SCREENING_ALGORITHM: 'logic-v2', SCREENING_THRESHOLD: 0.7 },
      SCREENING_WITHOUT_LIST_UP_TO: { amount: 20_000n, currency: 'USD' },
    })
    expect(readProviderSettings({ ...LIVE, SMS_VENDORS_GH: 'twilio' })).toMatchObject({
      SMS_VENDORS_LR: ['africastalking', 'twilio'],
      SMS_VENDORS_GH: ['twilio'],
      SMS_VENDORS_US: ['twilio', 'africastalking'],
    })
    const plans = {
      OPENEXCHANGERATES_MONTHLY_REQUESTS: '10000',
      EXCHANGERATE_API_KEY: 'key',
      EXCHANGERATE_API_MONTHLY_REQUESTS: '30000',
    }
    expect(readProviderSettings({ ...LIVE, ...plans })).toMatchObject({
      OPENEXCHANGERATES_MONTHLY_REQUESTS: 10_000,
      EXCHANGERATE_API_MONTHLY_REQUESTS: 30_000,
    })
  })

  test('include an MTN market when its three settings are set', () => {
    const settings = readProviderSettings({ ...without('PAWAPAY_TOKEN'), ...MOMO_KEYS }) as RealSettings
    expect(settings.PAWAPAY_TOKEN).toBeUndefined()
    expect(momoMarkets(settings)).toMatchObject([
      { country: 'LR', targetEnvironment: 'mtnliberia', product: 'remittance' },
    ])
  })
})

test('each collector needs all its settings, MTN’s refunds included', () => {
  const adapter = { publicUrl: 'https://sesa.example', timeout: 1_000 }
  const of = (more: object) => [
    ...liveCollectors(readProviderSettings({ ...LIVE, ...more }) as RealSettings, adapter).keys(),
  ]
  expect(of({})).toEqual(['pawapay'])
  expect(of({ PAWAPAY_TOKEN: undefined, ...MOMO_KEYS })).toEqual([])
  expect(
    of({
      ...PROVIDERS['Monime'],
      ...PROVIDERS['MTN MoMo, paying in Ghana'],
      ...PROVIDERS['MTN MoMo, paying in Liberia'],
    }),
  ).toEqual(['pawapay', 'mtn-momo-gh-collection', 'mtn-momo-lr-collection', 'monime'])
})

test('pawaPay’s remittances are enabled by the country format, with a placeholder for a missing postal code', () => {
  const of = (more: object) => remittancesOf(readProviderSettings({ ...LIVE, ...more }) as RealSettings)
  expect(of({})).toBeUndefined()
  expect(of({ PAWAPAY_REMITTANCES: '' })).toBeUndefined()
  expect(of({ PAWAPAY_REMITTANCES: 'alpha-2' })).toEqual({ countries: 'alpha-2', noPostalCode: '00000' })
  expect(of({ PAWAPAY_REMITTANCES: 'alpha-3', PAWAPAY_NO_POSTAL_CODE: 'NONE' })).toEqual({
    countries: 'alpha-3',
    noPostalCode: 'NONE',
  })
})

describe('a start is refused', () => {
  test.each([
    ['half a provider', without('STRIPE_WEBHOOK_SECRET'), 'STRIPE_WEBHOOK_SECRET is missing beside'],
    ['no mobile money', without('PAWAPAY_TOKEN'), 'Mobile money: set PAWAPAY_TOKEN; or MTN_MOMO_GH'],
    [
      'a released version for account funding',
      { ...LIVE, STRIPE_ACCOUNT_FUNDING_VERSION: '2026-10-28.endive' },
      'STRIPE_ACCOUNT_FUNDING_VERSION has another form: it is a preview version',
    ],
    [
      'an unknown vendor of text messages',
      { ...LIVE, SMS_VENDORS_US: 'twilio,vonage' },
      'SMS_VENDORS_US has another form: it lists africastalking and twilio',
    ],
    ['a vendor named twice', { ...LIVE, SMS_VENDORS_US: 'twilio,twilio' }, 'SMS_VENDORS_US has another form'],
    [
      'a vendor without keys',
      { ...LIVE, SMS_VENDORS_GH: 'africastalking,twilio' },
      'AFRICASTALKING_USERNAME is missing beside SMS_VENDORS_GH',
    ],
    [
      'a short secret for delivery reports',
      { ...LIVE, AFRICASTALKING_REPORTS_TOKEN: 'short' },
      'AFRICASTALKING_REPORTS_TOKEN has another form',
    ],
    [
      'a plan without requests',
      { ...LIVE, OPENEXCHANGERATES_MONTHLY_REQUESTS: '0' },
      'OPENEXCHANGERATES_MONTHLY_REQUESTS has another form: it is the number of requests a month',
    ],
    [
      'an unknown country format',
      { ...LIVE, PAWAPAY_REMITTANCES: 'iso3' },
      'PAWAPAY_REMITTANCES has another form: it is either alpha-2 or alpha-3',
    ],
    [
      'remittances without pawaPay',
      { ...without('PAWAPAY_TOKEN'), PAWAPAY_REMITTANCES: 'alpha-3' },
      'PAWAPAY_TOKEN is missing beside PAWAPAY_REMITTANCES',
    ],
    [
      'a postal code without remittances',
      { ...LIVE, PAWAPAY_NO_POSTAL_CODE: '00000' },
      'PAWAPAY_REMITTANCES is missing beside PAWAPAY_NO_POSTAL_CODE',
    ],
    [
      'an algorithm that changes with releases of the engine',
      { ...LIVE, SCREENING_ALGORITHM: 'best' },
      'SCREENING_ALGORITHM has another form: it is one algorithm of the engine',
    ],
    [
      'a screening key in plain text over the network',
      { ...LIVE, SCREENING_URL: 'http://screening.example' },
      'SCREENING_URL has another form',
    ],
    ['a threshold above 1', { ...LIVE, SCREENING_THRESHOLD: '70' }, 'SCREENING_THRESHOLD has another form'],
    ['no mail server', { ...without('SMTP_URL'), MAIL_FROM: undefined }, 'Email: set SMTP_URL'],
    ['no screening', { ...LIVE, ...NO_SCREENING }, 'Screening: set SCREENING_URL'],
    ['no rates', without('OPENEXCHANGERATES_APP_ID'), 'Exchange rates: set OPENEXCHANGERATES_APP_ID'],
    [
      'a test key in live mode',
      { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY holds a test key',
    ],
    ['a live key in test mode', { ...LIVE, SESA_MODE: 'test' }, 'STRIPE_SECRET_KEY holds a live key'],
    [
      'a live provider at another address',
      { ...LIVE, PAWAPAY_URL: 'http://127.0.0.1' },
      'PAWAPAY_URL points a live provider',
    ],
    [
      'a live key beside the sandbox',
      { ...SANDBOX, STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_SECRET_KEY holds a live key',
    ],
    ['an unknown mode', { SESA_MODE: 'production' }, 'SESA_MODE is production'],
    ['no sandbox', {}, 'SANDBOX_URL'],
  ])('with %s', (_what, env, words) => {
    expect(() => readProviderSettings(env)).toThrow(ConfigError)
    expect(() => readProviderSettings(env)).toThrow(words)
  })

  test('with every problem at once, and no secret in the message', () => {
    const problems = findProblems({ STRIPE_SECRET_KEY: 'sk_test_very_secret' }, 'live')
    expect(problems).toHaveLength(8)
    expect(problems.join('\n')).not.toContain('very_secret')
  })
})

/** Every provider, with all settings that it needs in live mode. */
const PROVIDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Stripe: {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  },
  pawaPay: { PAWAPAY_TOKEN: 'token' },
  'MTN MoMo, Ghana': {
    MTN_MOMO_GH_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_GH_API_USER: 'user',
    MTN_MOMO_GH_API_KEY: 'secret',
  },
  'MTN MoMo, Liberia': {
    MTN_MOMO_LR_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_LR_API_USER: 'user',
    MTN_MOMO_LR_API_KEY: 'secret',
  },
  'MTN MoMo, paying in Ghana': {
    MTN_MOMO_GH_COLLECTION_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_GH_COLLECTION_API_USER: 'user',
    MTN_MOMO_GH_COLLECTION_API_KEY: 'secret',
    MTN_MOMO_GH_REFUND_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_GH_REFUND_API_USER: 'user',
    MTN_MOMO_GH_REFUND_API_KEY: 'secret',
  },
  'MTN MoMo, paying in Liberia': {
    MTN_MOMO_LR_COLLECTION_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_LR_COLLECTION_API_USER: 'user',
    MTN_MOMO_LR_COLLECTION_API_KEY: 'secret',
    MTN_MOMO_LR_REFUND_SUBSCRIPTION_KEY: 'key',
    MTN_MOMO_LR_REFUND_API_USER: 'user',
    MTN_MOMO_LR_REFUND_API_KEY: 'secret',
  },
  Monime: {
    MONIME_TOKEN: 'token',
    MONIME_SPACE_ID: 'spc-1',
    MONIME_WEBHOOK_SECRET: 'a secret of more than 32 characters',
  },
  'Africa’s Talking': { AFRICASTALKING_USERNAME: 'sesa', AFRICASTALKING_API_KEY: 'key' },
  Twilio: { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'auth', TWILIO_FROM: 'MG1' },
  SMTP: { SMTP_URL: 'smtps://user:word@mail.example:465', MAIL_FROM: 'no-reply@sesa.example' },
  'Open Exchange Rates': { OPENEXCHANGERATES_APP_ID: 'app' },
  'ExchangeRate-API': { EXCHANGERATE_API_KEY: 'key' },
  Screening: {
    SCREENING_URL: 'https://screening.example',
    SCREENING_DATASET: 'default',
    SCREENING_ALGORITHM: 'logic-v2',
    SCREENING_THRESHOLD: '0.7',
    SCREENING_WITHOUT_LIST_UP_TO: '200',
  },
}
const ALL = Object.assign({ SESA_MODE: 'live' }, ...Object.values(PROVIDERS)) as Record<string, string>

let refused = 0
const expectRefused = (env: Record<string, string | undefined>, words: string) => {
  expect(() => readProviderSettings(env)).toThrow(words)
  refused++
}
afterAll(() => console.log(`${refused} half-configured, mixed or misformed settings refused`))

describe('the settings of every provider', () => {
  test('are accepted when complete', () => {
    expect(findProblems(ALL, 'live')).toEqual([])
  })

  test.each(Object.entries(PROVIDERS))('%s is refused when any part is missing', (_name, settings) => {
    const names = Object.keys(settings)
    for (const name of names) {
      // A provider with one setting cannot be incomplete, and another provider of its kind is configured.
      if (names.length > 1) expectRefused({ ...ALL, [name]: undefined }, `${name} is missing beside`)
      else expect(findProblems({ ...ALL, [name]: '' }, 'live')).toEqual([])
    }
  })

  const pem = (curve: string) =>
    generateKeyPairSync('ec', { namedCurve: curve })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString()
      .replaceAll('\n', '\\n')

  test.each([
    ['STRIPE_SECRET_KEY', 'sk_test_1', 'holds a test key'],
    ['STRIPE_SECRET_KEY', 'pk_live_1', 'begins with sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_1', 'holds a test key'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', 'begins with pk_'],
    ['STRIPE_WEBHOOK_SECRET', 'we_1', 'begins with whsec_'],
    ['AFRICASTALKING_USERNAME', 'sandbox', 'but SESA_MODE is live'],
    ['MTN_MOMO_GH_TARGET', 'sandbox', 'but SESA_MODE is live'],
    ['MTN_MOMO_LR_TARGET', 'sandbox', 'but SESA_MODE is live'],
    ['MTN_MOMO_PRODUCT', 'collection', 'remittance or disbursement'],
    ['MONIME_SPACE_ID', 'space-1', 'begins with spc-'],
    ['MONIME_WEBHOOK_SECRET', 'short', '32 to 256 characters'],
    ['MONIME_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['TWILIO_ACCOUNT_SID', 'SK1', 'begins with AC'],
    ['SMTP_URL', 'mail.example', 'smtps://'],
    ['PAWAPAY_CALLBACK_KEY', 'secret words', 'is a public key'],
    ['PAWAPAY_CALLBACK_KEY', pem('secp384r1'), 'is a public key'],
    ['PAWAPAY_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['MTN_MOMO_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['TWILIO_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['AFRICASTALKING_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['STRIPE_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['OPENEXCHANGERATES_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
    ['EXCHANGERATE_API_URL', 'http://127.0.0.1', 'points a live provider elsewhere'],
  ])('a wrong %s is refused, and the message does not repeat it', (name, value, words) => {
    expectRefused({ ...ALL, [name]: value }, `${name} `)
    const problems = findProblems({ ...ALL, [name]: value }, 'live').join('\n')
    expect(problems).toContain(words)
    if (value !== 'sandbox') expect(problems).not.toContain(value)
  })

  test('accept a callback key on one line, but only with its provider', () => {
    const env = { ...ALL, PAWAPAY_CALLBACK_KEY: pem('prime256v1') }
    expect(findProblems(env, 'live')).toEqual([])
    expectRefused(
      { ...env, PAWAPAY_TOKEN: undefined },
      'PAWAPAY_TOKEN is missing beside PAWAPAY_CALLBACK_KEY',
    )
  })

  test('require the test environment’s username in test mode', () => {
    const test = {
      ...ALL,
      SESA_MODE: 'test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    }
    expectRefused(test, 'AFRICASTALKING_USERNAME is not sandbox')
    expect(findProblems({ ...test, AFRICASTALKING_USERNAME: 'sandbox' }, 'test')).toEqual([])
  })
})

const wrongUrls = (env: Environment, SESA_MODE: string) =>
  problemsOf({ ...env, SESA_MODE }, { ...MODE, ...STAND_INS })

const APART = Object.entries(PROVIDER_URLS).filter(([, { live, test }]) => (live as string) !== test)

/** Spellings of one address that all reach it. */
const spellings = (url: string): string[] => {
  const { hostname } = new URL(url)
  return [
    ...[
      url,
      `${url}/`,
      ` ${url} `,
      url.toUpperCase(),
      `${url}:443`,
      `https://${hostname}.`,
      `http://${hostname}`,
    ],
    ...[`https://user:word@${hostname}/v2`, `https://other.${hostname}`, url.replace(/\.\w+$/, '.cloud')],
  ]
}

describe('in test mode', () => {
  it.each(APART)('%s cannot be the live address, in any spelling', (name, { live, test }) => {
    for (const url of spellings(live))
      expect(wrongUrls({ [name]: url }, 'test'), url).toEqual([
        `Setting ${name} is the provider's live address, but SESA_MODE is test. Remove it: ${test} is used.`,
      ])
    for (const url of [test, `${test}/`, 'http://127.0.0.1:4000', 'https://stand-in.example', '', undefined])
      expect(wrongUrls({ [name]: url }, 'test')).toEqual([])
  })

  it.each(['sk_live_1', 'rk_live_1', 'pk_live_1', ' sk_live_1', 'sk_live_1\n'])(
    'no setting holds %j',
    (key) => {
      expect(findProblems({ STRIPE_IDENTITY_KEY: key }, 'test')).toContain(
        'Setting STRIPE_IDENTITY_KEY holds a live key, but SESA_MODE is test.',
      )
    },
  )

  it.each(['MTN_MOMO_GH_TARGET', 'MTN_MOMO_LR_TARGET'])('%s is no live market', (name) => {
    const problem = `Setting ${name} is not sandbox, but SESA_MODE is test.`
    expect(findProblems({ [name]: 'mtnghana' }, 'test')).toContain(problem)
    expect(findProblems({ [name]: 'sandbox' }, 'test')).not.toContain(problem)
  })
})

it('in live mode no provider has another address', () => {
  for (const name of [...Object.keys(PROVIDER_URLS), 'STRIPE_URL'])
    expect(wrongUrls({ [name]: 'https://api.example' }, 'live')).toEqual([
      `Setting ${name} points a live provider elsewhere. It is for tests; remove it.`,
    ])
})

test('.env.example runs unchanged with the sandbox, and names every provider’s settings', async () => {
  const text = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const set = parseEnv(text)
  expect(readProviderSettings({ ...SANDBOX, ...set })).toMatchObject({ mode: 'sandbox' })
  for (const name of Object.values(PROVIDERS).flatMap(Object.keys)) expect(text).toContain(`#${name}=`)
})
