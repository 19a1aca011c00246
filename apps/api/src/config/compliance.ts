import { CHECKED_DOCUMENTS, byCountry } from '@sesa/contract'
import { money } from '@sesa/money'
import * as v from 'valibot'
import { isSandbox, REAL } from './mode.ts'
import { missingKeys } from './providers.ts'
import { form, text } from './schemas.ts'
import { defaulted, group, needed, optional, secret, type Values } from './setting.ts'

const engine = v.pipe(
  form(
    /^(https:\/\/|http:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.))/,
    'is the https address of the engine; plain http only within your own network',
  ),
  v.transform((value) => value.replace(/\/$/, '')),
)
const dataset = form(/^[a-z0-9_-]{1,100}$/, 'is the name of a dataset such as default')
const algorithm = form(
  /^(?!best$)[a-z0-9-]{1,50}$/,
  'is one algorithm of the engine such as logic-v2; best would change with its releases',
)
const score = v.pipe(form(/^(0\.\d{1,3}|1)$/, 'is a score such as 0.7, from 0 to 1'), v.transform(Number))
const dollars = v.pipe(
  form(/^\d{1,5}$/, 'is an amount in whole US dollars; 0 lets nothing leave while the list is away'),
  v.transform((value) => money(BigInt(value) * 100n, 'USD')),
)

export const SCREENING = group({
  title: 'Screening against lists of sanctions',
  intro: 'OpenSanctions’ yente: docs/compliance.md. The sandbox has the values of these examples.',
  ...{ ...REAL, allOrNone: true, purpose: 'Screening' },
})({
  SCREENING_URL: optional(engine, 'https://api.opensanctions.org').means(
    'The hosted service, or your instance',
  ),
  SCREENING_API_KEY: {
    ...secret(text).means('The hosted service’s key'),
    isExtra: true,
  },
  SCREENING_DATASET: optional(dataset, 'default').means(
    'The dataset; default has sanctions lists and politically exposed persons',
  ),
  SCREENING_ALGORITHM: optional(algorithm, 'logic-v2').means(
    'The matching algorithm, pinned because best changes with releases',
  ),
  SCREENING_THRESHOLD: optional(score, '0.7').means('The lowest score of a match'),
  SCREENING_WITHOUT_LIST_UP_TO: optional(dollars, '200').means(
    'Largest pay-out while the list is away, in whole US dollars; 0 for none',
  ),
})

/** The sandbox's engine opens alerts at the real one's default threshold. */
export const SANDBOX_SCREENING = {
  dataset: 'default',
  algorithm: 'logic-v2',
  threshold: 0.7,
  withoutListUpTo: money(20_000n, 'USD'),
}

/** Returns the screening settings for real people. */
export const screeningOf = (s: Values<typeof SCREENING>) => ({
  ...needed({
    url: s.SCREENING_URL,
    dataset: s.SCREENING_DATASET,
    algorithm: s.SCREENING_ALGORITHM,
    threshold: s.SCREENING_THRESHOLD,
    /** While the list is unavailable, pay-outs above this amount wait. */
    withoutListUpTo: s.SCREENING_WITHOUT_LIST_UP_TO,
  }),
  apiKey: s.SCREENING_API_KEY,
})

export const STRIPE_IDENTITY = group({
  title: 'Identity checks: Stripe Identity',
  intro: 'Without a country’s provider, its customers keep the first tier’s limits.',
  ...{ ...REAL, allOrNone: true },
})({
  STRIPE_IDENTITY_KEY: secret(text, 'rk_live_...').means('A restricted key for sensitive results'),
  STRIPE_IDENTITY_WEBHOOK_SECRET: secret(text, 'whsec_...').means(
    'The secret of the endpoint /webhooks/stripe-identity',
  ),
})

export const SMILE_ID = group({ title: 'Identity checks: Smile ID', ...REAL, allOrNone: true })({
  SMILE_ID_PARTNER_ID: optional(text).means('The partner id'),
  SMILE_ID_API_KEY: secret(text).means('The key of the API'),
})

const CHECKERS = { 'stripe-identity': 'STRIPE_IDENTITY_KEY', 'smile-id': 'SMILE_ID_PARTNER_ID' } as const

const PLAN = `has another form: it names a provider and documents, such as smile-id:passport,id_card. The providers are stripe-identity and smile-id, the documents ${CHECKED_DOCUMENTS.join(', ')}`

/** Parses `smile-id:passport,id_card`; null for `off`. */
const plan = v.pipe(
  v.string(),
  v.transform((text) => {
    const [provider = '', list = ''] = text.split(':')
    const documents = list.split(',').map((document) => document.trim())
    return text === 'off' ? null : { provider, documents }
  }),
  v.nullable(
    v.object({
      provider: v.picklist(['stripe-identity', 'smile-id'], PLAN),
      documents: v.array(v.picklist(CHECKED_DOCUMENTS, PLAN)),
    }),
  ),
)
const AFRICAN = 'smile-id:passport,id_card,driving_licence,voter_id'
const AMERICAN = 'stripe-identity:passport,driving_licence,id_card'

export const IDENTITY_CHECKS = group({
  title: 'Identity checks: provider and documents by country, or off',
  emptyIsUnset: true,
  problems: (env) => (isSandbox(env) ? {} : missingKeys(env, 'IDENTITY_CHECKS_', CHECKERS)),
})(
  byCountry(
    ({ code, name }) => defaulted(code === 'US' ? AMERICAN : AFRICAN, plan).means(name),
    'IDENTITY_CHECKS_',
  ),
)
