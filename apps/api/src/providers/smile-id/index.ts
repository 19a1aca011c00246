import type { CheckedDocument } from '@sesa/contract'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import type {
  CheckedPerson,
  IdentityProvider,
  Reading,
} from '../../domains/compliance/identity-checks/ports.ts'
import { smileIdOutcome } from './outcomes.ts'
import { isSignedNow, signTime } from './signature.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface SmileIdSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly partnerId: string
  readonly apiKey: string
  /** The company's name on Smile ID's page. */
  readonly companyName: string
  /** The product's public address, without a trailing slash. */
  readonly publicUrl: string
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

/** How long a link stays valid, in milliseconds. */
const LINK_MS = 24 * 60 * 60 * 1_000

const TYPES: Readonly<Record<CheckedDocument, string>> = {
  passport: 'PASSPORT',
  id_card: 'IDENTITY_CARD',
  driving_licence: 'DRIVERS_LICENSE',
  voter_id: 'VOTER_ID',
}

const words = v.pipe(v.string(), v.maxLength(500))
const address = v.pipe(v.string(), v.url(), v.maxLength(2_000))
/** Documented as `link`; one public client reads `link_url`. */
const opened = v.union([
  v.pipe(
    v.object({ link: address }),
    v.transform(({ link }) => link),
  ),
  v.pipe(
    v.object({ link_url: address }),
    v.transform(({ link_url }) => link_url),
  ),
])
const code = v.pipe(v.string(), v.regex(/^\d{4}$/))
const result = v.object({
  ResultCode: code,
  PartnerParams: v.object({ job_id: words }),
  IsFinalResult: v.nullish(v.union([v.string(), v.boolean()])),
  Actions: v.nullish(v.record(v.string(), v.unknown())),
  FullName: v.nullish(words),
  DOB: v.nullish(words),
  IDNumber: v.nullish(words),
  IDType: v.nullish(words),
  Country: v.nullish(words),
  ExpirationDate: v.nullish(words),
})
/** Until the customer has submitted, the result is a sentence. */
const status = v.object({
  timestamp: v.string(),
  signature: v.string(),
  job_complete: v.boolean(),
  result: v.nullish(v.union([result, v.string()])),
})
const callback = v.object({
  timestamp: v.string(),
  signature: v.string(),
  PartnerParams: v.object({ job_id: v.pipe(v.string(), v.uuid()) }),
})

/** Removes Smile ID's placeholder for a part that the document lacks. */
const known = (told: string | null | undefined): string | null =>
  told && told !== 'Not Available' ? told : null

function dateIn(told: string | null | undefined): string | null {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(told ?? '')?.[0]
  if (date === undefined || Number.isNaN(Date.parse(date))) return null
  return new Date(date).toISOString().startsWith(date) ? date : null
}

function personOf(told: v.InferOutput<typeof result>): CheckedPerson {
  return {
    name: known(told.FullName),
    dob: dateIn(told.DOB),
    documentType: known(told.IDType),
    documentCountry: known(told.Country),
    documentNumber: known(told.IDNumber),
    documentExpires: dateIn(told.ExpirationDate),
  }
}

/** Parses a job's status. Throws when it is the status of another job. */
function toReading({ job_complete, result: told }: v.InferOutput<typeof status>, jobId: string): Reading {
  const rest = { code: null, submission: null, person: null }
  if (typeof told !== 'object' || told === null)
    return { state: job_complete ? 'processing' : 'waiting_for_user', reason: null, ...rest }
  if (told.PartnerParams.job_id !== jobId) throw new TypeError('Another job than the one asked for')
  const { ResultCode } = told
  const isProvisional = String(told.IsFinalResult) === 'false'
  if (!job_complete || isProvisional) return { state: 'processing', reason: null, ...rest, code: ResultCode }
  const outcome = smileIdOutcome(ResultCode, told.Actions ?? {})
  const person = outcome.state === 'verified' ? personOf(told) : null
  return { ...outcome, ...rest, code: ResultCode, person }
}

/** Creates Smile ID with its v1 protocol: a one-time link to its own page, a signed callback, and the job's status. */
export function createSmileId(settings: SmileIdSettings, fetchFunction: ProviderFetch): IdentityProvider {
  const { baseUrl, partnerId, companyName, publicUrl, timeout = 10_000 } = settings

  /** Posts a signed body; returns null without a readable answer. */
  async function post(path: string, body: object): Promise<{ status: number; body: unknown } | null> {
    const timestamp = new Date().toISOString()
    const signature = signTime(settings, timestamp)
    try {
      const response = await fetchFunction(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ partner_id: partnerId, timestamp, signature, ...body }),
        signal: AbortSignal.timeout(timeout),
      })
      return { status: response.status, body: parseJson(await response.text()) }
    } catch {
      return null
    }
  }

  return {
    name: 'smile-id',
    reusesReference: false,
    async open({ checkId, country, documents, returnUrl }) {
      const told = await post('/v1/smile_links', {
        name: 'Identity check',
        company_name: companyName,
        id_types: documents.map((document) => ({
          country,
          id_type: TYPES[document],
          verification_method: 'doc_verification',
        })),
        callback_url: `${publicUrl}/webhooks/smile-id`,
        redirect_url: returnUrl,
        data_privacy_policy_url: `${publicUrl}/privacy`,
        is_single_use: true,
        user_id: checkId,
        partner_params: { user_id: checkId, job_id: checkId, job_type: 6 },
        expires_at: new Date(Date.now() + LINK_MS).toISOString(),
      })
      if (told === null || told.status >= 500 || told.status === 429) return { ok: false, reason: 'unknown' }
      if (told.status >= 400) return { ok: false, reason: 'refused' }
      const read = v.safeParse(opened, told.body)
      if (told.status >= 300 || !read.success) return { ok: false, reason: 'unknown' }
      return { ok: true, value: { reference: checkId, url: read.output } }
    },
    async read(reference) {
      const told = await post('/v1/job_status', {
        user_id: reference,
        job_id: reference,
        image_links: false,
        history: false,
      })
      if (told === null) return { ok: false, reason: 'unknown' }
      // A link that was never used has no job yet.
      if (told.status === 404)
        return {
          ok: true,
          value: { state: 'waiting_for_user', reason: null, code: null, submission: null, person: null },
        }
      const read = v.safeParse(status, told.body)
      if (told.status !== 200 || !read.success || !isSignedNow(settings, read.output))
        return { ok: false, reason: 'unknown' }
      try {
        return { ok: true, value: toReading(read.output, reference) }
      } catch {
        return { ok: false, reason: 'unknown' }
      }
    },
    redact: null,
    readNotification(body) {
      const read = v.safeParse(callback, parseJson(body.toString('utf8')))
      if (!read.success || !isSignedNow(settings, read.output)) return 'refused'
      return { reference: read.output.PartnerParams.job_id }
    },
  }
}
