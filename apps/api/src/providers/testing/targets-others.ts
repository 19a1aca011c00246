import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as v from 'valibot'
import { RatesFailure } from '../../domains/pricing/rates/ports.ts'
import { createFirebase } from '../firebase/index.ts'
import { createGoogle } from '../google/index.ts'
import { createExchangeRateApi } from '../rates/exchange-rate-api.ts'
import { createOpenExchangeRates } from '../rates/open-exchange-rates.ts'
import { createSandboxMail, createSandboxSms } from '../sandbox-messages/index.ts'
import { createAfricasTalking } from '../sms/africas-talking.ts'
import { checkAfricasTalking, checkTwilio } from '../sms/reach.ts'
import { createTwilio } from '../sms/twilio.ts'
import { word, type Json, type Target } from './target.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const RATE = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i))
const rates = { LRD: 172.5, GHS: 11.6, SLE: 22.9 }
const RATES = {
  closed: v.strictObject({
    asOf: v.pipe(
      v.date(),
      v.check((value) => !Number.isNaN(value.getTime())),
    ),
    source: v.literal('source'),
    usd: v.strictObject({ LRD: v.optional(RATE), GHS: v.optional(RATE), SLE: v.optional(RATE) }),
  }),
  mayThrow: (error: unknown) => error instanceof RatesFailure,
  claims: () => true,
}
/** A moment of 5 January 2026. */
const PAST = Date.parse('2026-01-05T23:59:59Z') / 1000
const saysRates = (body: Json, key: string): boolean =>
  ['LRD', 'GHS', 'SLE'].some((code) => /^(number|string)$/.test(typeof body.at(key, code)))

const DELIVERY = v.variant('outcome', [
  v.strictObject({ outcome: v.literal('sent'), providerId: word }),
  v.strictObject({ outcome: v.picklist(['refused', 'unavailable', 'unknown']) }),
])
const sms = { id: 'm-1', to: '+233241112233', text: 'Hello' }
const mail = { id: 'm-1', to: 'ama@example.com', subject: 'Hello', text: 'Hello' }
const isRefusal = (status: number): boolean => status >= 400 && status < 500

function delivery(
  name: string,
  good: Target['good'],
  call: Target['call'],
  saysSent: (body: Json, status: number) => boolean,
): Target {
  const outcome = (result: unknown): string => (result as { outcome: string }).outcome
  return {
    name,
    good,
    call,
    closed: DELIVERY,
    claims: (result) => outcome(result) !== 'unknown',
    says: (result, body, status) =>
      outcome(result) === 'sent'
        ? saysSent(body, status)
        : isRefusal(status) || typeof body.at('SMSMessageData', 'Recipients', 0, 'statusCode') === 'number',
  }
}

const recipient = { statusCode: 101, messageId: 'ATXid_1', number: '+233241112233', status: 'Success' }
const vendor = { baseUrl: 'http://vendor.example', username: 'u', apiKey: 'k' }
const twilio = { baseUrl: 'http://twilio.example', accountSid: 'AC1', authToken: 't', from: 'Sesa' }

const reach = (name: string, body: object, call: Target['call'], says: (body: Json) => boolean): Target => ({
  name,
  good: { status: 200, body },
  call,
  closed: v.boolean(),
  claims: (result) => result === true,
  says: (_result, json, status) => status === 200 && says(json),
})

const pair = await generateKeyPair('RS256', { extractable: true })
const key = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
const now = Math.floor(Date.now() / 1_000)
const token = (claims: Record<string, unknown>) =>
  new SignJWT({ iat: now - 5, exp: now + 3_600, auth_time: now - 5, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .sign(pair.privateKey)

const ISSUER = 'https://accounts.google.example'
const idToken = await token({
  iss: ISSUER,
  aud: 'client',
  sub: 'g-1',
  nonce: 'nonce',
  email: 'a@example.com',
})
const firebaseToken = await token({
  iss: 'https://securetoken.google.com/demo',
  aud: 'demo',
  sub: 'f-1',
  phone_number: '+231770123456',
  firebase: { sign_in_provider: 'phone' },
})
const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
}
const TOKENS = { access_token: 'a', token_type: 'Bearer', expires_in: 3_600, id_token: idToken }
const google = (ask: ProviderFetch) =>
  createGoogle({
    issuer: ISSUER,
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri: 'https://sesa.example/auth/google/callback',
    timeoutSeconds: 10,
    fetch: ask,
  })
const secrets = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) }
const callback = new URL('https://sesa.example/auth/google/callback?code=c&state=state')
const goodGoogle = (path: string): unknown =>
  path.includes('openid-configuration') ? DISCOVERY : path.includes('/jwks') ? { keys: [key] } : TOKENS
const person = {
  subject: v.string(),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
}

const holdsKey = (body: Json): boolean => JSON.stringify(body.at('keys') ?? null).includes(String(key.n))

const exchange = (name: string, part: string, body: object, says: (body: Json) => boolean): Target => ({
  name: `google ${name}`,
  good: { status: 200, body },
  attacked: (path) => path.includes(part),
  others: goodGoogle,
  call: (ask) => google(ask).exchange(callback, secrets),
  closed: v.nullable(v.strictObject(person)),
  claims: (result) => result !== null,
  says: (_result, json, status) => status === 200 && says(json),
})

export const OTHER_TARGETS: readonly Target[] = [
  {
    name: 'open exchange rates',
    good: { status: 200, body: { timestamp: now, base: 'USD', rates } },
    call: (ask) =>
      createOpenExchangeRates(ask, {
        url: 'http://oxr.example/latest',
        source: 'source',
        timeoutMs: 10_000,
      }).latest(),
    ...RATES,
    says: (_result, body, status) => status < 300 && body.at('base') === 'USD' && saysRates(body, 'rates'),
  },
  {
    name: 'open exchange rates, a past day',
    good: { status: 200, body: { timestamp: PAST, base: 'USD', rates } },
    call: async (ask) =>
      createOpenExchangeRates(ask, {
        url: 'http://oxr.example/latest.json',
        source: 'source',
        timeoutMs: 10_000,
      }).onDay?.('2026-01-05'),
    ...RATES,
    says: (_result, body, status) =>
      status < 300 &&
      body.at('base') === 'USD' &&
      saysRates(body, 'rates') &&
      Math.floor((Number(body.at('timestamp')) - 1) / 86_400) === Math.floor(PAST / 86_400),
  },
  {
    name: 'exchangerate-api',
    good: {
      status: 200,
      body: { result: 'success', base_code: 'USD', time_last_update_unix: now, conversion_rates: rates },
    },
    call: (ask) =>
      createExchangeRateApi(ask, {
        baseUrl: 'http://er.example',
        apiKey: 'k',
        source: 'source',
        timeoutMs: 10_000,
      }).latest(),
    ...RATES,
    says: (_result, body, status) =>
      status < 300 && body.at('result') === 'success' && saysRates(body, 'conversion_rates'),
  },
  delivery(
    'africa’s talking',
    { status: 201, body: { SMSMessageData: { Recipients: [recipient] } } },
    (ask) => createAfricasTalking(vendor, ask).send(sms),
    (body, status) =>
      status === 201 &&
      [100, 101, 102].includes(Number(body.at('SMSMessageData', 'Recipients', 0, 'statusCode'))),
  ),
  delivery(
    'twilio',
    { status: 201, body: { sid: 'SM1', status: 'queued' } },
    (ask) => createTwilio(twilio, ask).send(sms),
    (body, status) => status === 201 && typeof body.at('sid') === 'string',
  ),
  delivery(
    'sandbox sms',
    { status: 201, body: { id: 'm-1' } },
    (ask) => createSandboxSms({ baseUrl: 'http://sandbox.example', fetch: ask }).send(sms),
    (body, status) => status === 201 && typeof body.at('id') === 'string',
  ),
  delivery(
    'sandbox mail',
    { status: 201, body: { id: 'm-1' } },
    (ask) => createSandboxMail({ baseUrl: 'http://sandbox.example', fetch: ask }).send(mail),
    (body, status) => status === 201 && typeof body.at('id') === 'string',
  ),
  reach(
    'africa’s talking account',
    { UserData: { balance: 'USD 1.00' } },
    (ask) => checkAfricasTalking(vendor, ask),
    (body) => typeof body.at('UserData', 'balance') === 'string',
  ),
  reach(
    'twilio account',
    { status: 'active' },
    (ask) => checkTwilio(twilio, ask),
    (body) => body.at('status') === 'active',
  ),
  exchange('discovery', 'openid-configuration', DISCOVERY, (body) => body.at('issuer') === ISSUER),
  exchange('keys', '/jwks', { keys: [key] }, holdsKey),
  exchange('tokens', '/token', TOKENS, (body) => body.at('id_token') === idToken),
  {
    name: 'google authorization',
    good: { status: 200, body: DISCOVERY },
    call: (ask) => google(ask).authorizationUrl(secrets),
    closed: v.pipe(
      v.instance(URL),
      v.check(({ protocol }) => protocol === 'https:'),
    ),
    mayThrow: (error) => error instanceof Error,
    claims: () => true,
    says: (_result, body, status) => status === 200 && typeof body.at('authorization_endpoint') === 'string',
  },
  {
    name: 'firebase keys',
    good: { status: 200, body: { keys: [key] } },
    call: (ask) => createFirebase({ projectId: 'demo', fetch: ask, now: () => now }).verify(firebaseToken),
    closed: v.nullable(v.strictObject({ ...person, phoneNumber: v.nullable(v.string()) })),
    mayThrow: (error) => error instanceof Error,
    claims: (result) => result !== null,
    says: (_result, body, status) => status === 200 && holdsKey(body),
  },
]
