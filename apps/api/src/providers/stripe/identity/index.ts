import type { CheckedDocument } from '@sesa/contract'
import type Stripe from 'stripe'
import * as v from 'valibot'
import { providerText } from '../../../lib/provider-values.ts'
import type {
  CheckAnswer,
  CheckedPerson,
  IdentityProvider,
  Reading,
} from '../../../domains/compliance/identity-checks/ports.ts'
import { answer } from '../answers.ts'
import { createClient } from '../client.ts'
import { readSignedEvent } from '../signed-event.ts'
import { stripeIdentityOutcome } from './outcomes.ts'
import type { ProviderFetch } from '../../../lib/provider-fetch.ts'

export interface StripeIdentitySettings {
  /** A restricted key: other keys cannot read dates of birth and document numbers. */
  readonly key: string
  readonly webhookSecret: string
  /** The API's address, without a path. Default: Stripe's own host. */
  readonly baseUrl?: string | undefined
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

type AllowedType = NonNullable<
  NonNullable<
    NonNullable<Stripe.Identity.VerificationSessionCreateParams['options']>['document']
  > extends infer Options
    ? Options extends { allowed_types?: (infer Type)[] }
      ? Type
      : never
    : never
>

/** Stripe does not accept voter cards. */
const TYPES: Readonly<Partial<Record<CheckedDocument, AllowedType>>> = {
  passport: 'passport',
  id_card: 'id_card',
  driving_licence: 'driving_license',
}

const number = v.pipe(v.number(), v.integer())
const day = v.nullish(
  v.object({ day: v.nullable(number), month: v.nullable(number), year: v.nullable(number) }),
)
const words = v.nullish(v.pipe(v.string(), v.maxLength(500)))
const session = v.object({
  id: providerText,
  object: v.literal('identity.verification_session'),
  status: v.picklist(['requires_input', 'processing', 'verified', 'canceled']),
  url: v.nullish(v.pipe(v.string(), v.url(), v.maxLength(2_000))),
  last_error: v.nullish(v.object({ code: v.nullish(providerText) })),
  last_verification_report: v.nullish(
    v.union([
      providerText,
      v.object({
        id: providerText,
        document: v.nullish(
          v.object({
            type: words,
            issuing_country: words,
            number: words,
            expiration_date: day,
          }),
        ),
      }),
    ]),
  ),
  verified_outputs: v.nullish(v.object({ first_name: words, last_name: words, dob: day })),
})
type Session = v.InferOutput<typeof session>

/** Fields that require a restricted key, and that Stripe omits unless requested. */
const OUTPUTS = [
  'verified_outputs',
  'verified_outputs.dob',
  'last_verification_report',
  'last_verification_report.document.number',
  'last_verification_report.document.expiration_date',
]

function dateOf(told: v.InferOutput<typeof day>): string | null {
  if (!told?.day || !told.month || !told.year) return null
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${String(told.year).padStart(4, '0')}-${two(told.month)}-${two(told.day)}`
  const isReal = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  return isReal ? date : null
}

function personOf({ verified_outputs: outputs, last_verification_report: report }: Session): CheckedPerson {
  const document = typeof report === 'object' ? report?.document : null
  const name = [outputs?.first_name, outputs?.last_name].filter(Boolean).join(' ')
  return {
    name: name === '' ? null : name,
    dob: dateOf(outputs?.dob),
    documentType: document?.type ?? null,
    documentCountry: document?.issuing_country ?? null,
    documentNumber: document?.number ?? null,
    documentExpires: dateOf(document?.expiration_date),
  }
}

function toReading(body: unknown, reference: string): Reading {
  const told = v.parse(session, body)
  if (told.id !== reference) throw new TypeError('Another session than the one asked for')
  const report = told.last_verification_report ?? null
  const code = told.last_error?.code ?? null
  const submission = (typeof report === 'object' ? report?.id : report) ?? code
  const rest = { code, submission, person: null }
  switch (told.status) {
    case 'processing':
      return { state: 'processing', reason: null, ...rest }
    case 'verified':
      return { state: 'verified', reason: null, ...rest, person: personOf(told) }
    case 'canceled':
      return { state: 'failed_retryable', reason: 'not_finished', ...rest, code: 'canceled' }
    case 'requires_input':
      return code === null
        ? { state: 'waiting_for_user', reason: null, ...rest }
        : { ...stripeIdentityOutcome(code), ...rest }
  }
}

async function checkAnswer<T>(call: () => Promise<T>): Promise<CheckAnswer<T>> {
  const told = await answer(call)
  return told.ok ? told : { ok: false, reason: told.reason === 'refused' ? 'refused' : 'unknown' }
}

/** Creates Stripe Identity, with its own page. One session covers a customer's submissions until one succeeds. */
export function createStripeIdentity(
  { key, webhookSecret, baseUrl, timeout }: StripeIdentitySettings,
  fetchFunction: ProviderFetch,
): IdentityProvider {
  const stripe = createClient(
    { secretKey: key, webhookSecret, baseUrl, ...(timeout !== undefined && { timeout }) },
    fetchFunction,
  )
  const live = /^(sk|rk)_live_/.test(key)
  const sessions = stripe.identity.verificationSessions

  const create = (
    { checkId, documents, returnUrl }: Parameters<IdentityProvider['open']>[0],
    idempotencyKey: string,
  ) =>
    sessions.create(
      {
        type: 'document',
        client_reference_id: checkId,
        metadata: { check_id: checkId },
        return_url: returnUrl,
        options: {
          document: {
            allowed_types: documents.flatMap((document) => TYPES[document] ?? []),
            require_live_capture: true,
            require_matching_selfie: true,
          },
        },
      },
      { idempotencyKey },
    )

  return {
    name: 'stripe-identity',
    reusesReference: true,
    async open(request) {
      const { checkId, reference } = request
      const told = await checkAnswer(async () => {
        if (reference === null) return v.parse(session, await create(request, `identity-${checkId}`))
        const known = v.parse(session, await sessions.retrieve(reference))
        if (known.id !== reference) throw new TypeError('Another session than the one asked for')
        if (known.status !== 'canceled') return known
        return v.parse(session, await create(request, `identity-${checkId}-${reference}`))
      })
      if (!told.ok) return told
      const { status, url, id } = told.value
      if (status !== 'requires_input') return { ok: false, reason: 'closed' }
      return url ? { ok: true, value: { reference: id, url } } : { ok: false, reason: 'unknown' }
    },
    read: (reference) =>
      checkAnswer(async () => toReading(await sessions.retrieve(reference, { expand: OUTPUTS }), reference)),
    redact: (reference) =>
      checkAnswer(async () => {
        if (v.parse(session, await sessions.redact(reference)).id !== reference)
          throw new TypeError('Another session than the one asked for')
        return null
      }),
    readNotification(body, headers) {
      const signature = headers['stripe-signature']
      const event =
        typeof signature === 'string'
          ? readSignedEvent(stripe, body, signature, { secret: webhookSecret, live })
          : null
      if (event === null) return 'refused'
      const told: unknown = event
      const ours = v.safeParse(
        v.object({
          type: v.pipe(v.string(), v.startsWith('identity.verification_session.')),
          data: v.object({ object: v.object({ id: providerText }) }),
        }),
        told,
      )
      return ours.success ? { reference: ours.output.data.object.id } : null
    },
  }
}
