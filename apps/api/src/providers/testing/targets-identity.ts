import { IDENTITY_CHECK_REASONS } from '@sesa/contract'
import * as v from 'valibot'
import type { IdentityProvider } from '../../domains/compliance/identity-checks/ports.ts'
import { createSmileId } from '../smile-id/index.ts'
import { signTime } from '../smile-id/signature.ts'
import { createStripeIdentity } from '../stripe/identity/index.ts'
import { word, type Json, type Target } from './target.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const SIGNER = { partnerId: '2001', apiKey: 'key' }
const JOB = '00000000-0000-4000-8000-000000000001'
const stripe = (ask: ProviderFetch) =>
  createStripeIdentity({ key: 'rk_test_1', webhookSecret: 'whsec_1' }, ask)
const smile = (ask: ProviderFetch) =>
  createSmileId(
    {
      ...SIGNER,
      ...{ baseUrl: 'https://smile.example', companyName: 'Sesa', publicUrl: 'https://sesa.example' },
    },
    ask,
  )

const text = v.nullable(v.pipe(v.string(), v.maxLength(1_001)))
const day = v.nullable(v.pipe(v.string(), v.isoDate()))
const reading = v.strictObject({
  state: v.picklist([
    'waiting_for_user',
    'processing',
    'verified',
    'needs_review',
    'failed_retryable',
    'failed_final',
  ]),
  reason: v.nullable(v.picklist(Object.keys(IDENTITY_CHECK_REASONS))),
  code: v.nullable(word),
  submission: v.nullable(word),
  person: v.nullable(
    v.strictObject({
      ...{ name: text, dob: day, documentType: text, documentCountry: text },
      ...{ documentNumber: text, documentExpires: day },
    }),
  ),
})
const opened = v.strictObject({ reference: word, url: v.pipe(v.string(), v.url()) })

interface Answer {
  readonly ok: boolean
  readonly reason?: string
  readonly value?: { readonly state?: string } | null
}

function target(
  name: string,
  good: Target['good'],
  value: v.GenericSchema,
  call: (ask: ProviderFetch) => ReturnType<IdentityProvider['open' | 'read']> | undefined,
  says: (body: Json, answer: Answer) => boolean,
): Target {
  return {
    name,
    good,
    call: (ask) => Promise.resolve(call(ask)),
    closed: v.variant('ok', [
      v.strictObject({ ok: v.literal(true), value }),
      v.strictObject({ ok: v.literal(false), reason: v.picklist(['closed', 'refused', 'unknown']) }),
    ]),
    claims: (result) => (result as Answer).ok,
    says: (result, body, status) => status < 500 && says(body, result as Answer),
  }
}

const OPEN = {
  ...{ checkId: JOB, reference: null, country: 'LR', documents: ['passport'] as const },
  returnUrl: 'https://sesa.example/me/limits',
}
const SESSION = {
  ...{
    id: 'vs_1',
    object: 'identity.verification_session',
    url: 'https://verify.example/1',
    last_error: null,
  },
}
const DATE = { day: 2, month: 4, year: 1990 }

export const IDENTITY_TARGETS: readonly Target[] = [
  target(
    'stripe identity open',
    { status: 200, body: { ...SESSION, status: 'requires_input' } },
    opened,
    (ask) => stripe(ask).open(OPEN),
    (body) => typeof body.at('id') === 'string' && body.at('status') === 'requires_input',
  ),
  target(
    'stripe identity read',
    {
      status: 200,
      body: {
        ...SESSION,
        status: 'verified',
        last_verification_report: {
          id: 'vr_1',
          document: { type: 'passport', issuing_country: 'LR', number: 'PP1', expiration_date: DATE },
        },
        verified_outputs: { first_name: 'Fatu', last_name: 'Kamara', dob: DATE },
      },
    },
    reading,
    (ask) => stripe(ask).read('vs_1'),
    (body, { value }) =>
      body.at('id') === 'vs_1' && (value?.state !== 'verified' || body.at('status') === 'verified'),
  ),
  target(
    'smile id open',
    { status: 200, body: { link: 'https://links.example/1', ref_id: '1' } },
    opened,
    (ask) => smile(ask).open(OPEN),
    (body) => typeof (body.at('link') ?? body.at('link_url')) === 'string',
  ),
  target(
    'smile id read',
    {
      status: 200,
      get body() {
        const timestamp = new Date().toISOString()
        return {
          ...{ timestamp, signature: signTime(SIGNER, timestamp), job_complete: true },
          result: {
            ...{ ResultCode: '0810', IsFinalResult: 'true', PartnerParams: { job_id: JOB }, Actions: {} },
            ...{ FullName: 'Fatu Kamara', DOB: '1990-04-02', IDNumber: 'PP1', ExpirationDate: '2034-12-31' },
          },
        }
      },
    },
    reading,
    (ask) => smile(ask).read(JOB),
    (body, { value }) =>
      value?.state !== 'verified' ||
      ['0810', '1012', '1020'].includes(String(body.at('result', 'ResultCode'))),
  ),
]
