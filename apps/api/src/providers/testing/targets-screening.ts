import * as v from 'valibot'
import { createYente } from '../yente/index.ts'
import { word, type Json, type Target } from './target.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const yente = (ask: ProviderFetch) =>
  createYente(
    {
      url: 'http://yente.example',
      apiKey: 'key',
      dataset: 'default',
      algorithm: 'logic-v2',
      threshold: 0.7,
      timeout: 10_000,
    },
    ask,
  )

const entity = {
  id: 'Q1',
  caption: 'Ekow Mensah',
  schema: 'Person',
  properties: { name: ['Ekow Mensah'], birthDate: ['1961'], topics: ['sanction'], country: ['gh'] },
  datasets: ['invented_list'],
  last_change: '2026-01-01T00:00:00',
}
const found = {
  ...entity,
  score: 0.91,
  match: true,
  explanations: { name_match: { score: 0.91, detail: 'likest name' } },
}
const responses = { q0: { status: 200, results: [found], total: { value: 1, relation: 'eq' } } }

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const answerOf = (value: v.GenericSchema) =>
  v.variant('ok', [
    v.strictObject({ ok: v.literal(true), value }),
    v.strictObject({
      ok: v.literal(false),
      reason: v.picklist(['unavailable', 'refused', 'malformed']),
    }),
  ])
const words = v.array(v.pipe(v.string(), v.maxLength(500)))
const result = v.strictObject({
  id: word,
  caption: v.pipe(v.string(), v.maxLength(500)),
  topics: v.array(word),
  birthDates: v.array(word),
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  isMatch: v.boolean(),
  details: v.nullable(
    v.strictObject({ otherNames: words, countries: words, programmes: words, sources: words }),
  ),
  explanations: v.record(v.string(), v.pipe(v.string(), v.maxLength(500))),
  fingerprint: digest,
})
const claims = (answer: unknown): boolean => (answer as { ok: boolean }).ok

/** Returns true when the body lists this many results for the query: "nothing found" must be explicit. */
function saysResults(answer: unknown, body: Json): boolean {
  const { value } = answer as { value: unknown[][] }
  const listed = body.at('responses', 'q0', 'results')
  return Array.isArray(listed) && value.length === 1 && value[0]?.length === listed.length
}

export const SCREENING_TARGETS: readonly Target[] = [
  {
    name: 'yente match',
    good: { status: 200, body: { responses, limit: 5 } },
    call: (ask) => yente(ask).match([{ name: 'Ekow Mensah', birthDate: '1961-03-14' }], ['Q2']),
    closed: answerOf(v.array(v.array(result))),
    claims,
    says: (answer, body, status) => status === 200 && saysResults(answer, body),
  },
  {
    name: 'yente catalog',
    good: {
      status: 200,
      body: {
        datasets: [
          {
            name: 'default',
            version: '20260127125418-igl',
            index_current: true,
            updated_at: '2026-01-27T12:54:18',
          },
        ],
        index_stale: false,
      },
    },
    call: (ask) => yente(ask).readVersion(null),
    closed: answerOf(
      v.strictObject({
        version: word,
        etag: v.nullable(word),
        updatedAt: v.nullable(
          v.pipe(
            v.date(),
            v.check((date) => !Number.isNaN(date.getTime())),
          ),
        ),
        isStale: v.boolean(),
      }),
    ),
    claims,
    says: (_answer, body, status) =>
      status === 200 &&
      Array.isArray(body.at('datasets')) &&
      JSON.stringify(body.at('datasets')).includes('"default"'),
  },
  {
    name: 'yente entity',
    good: { status: 200, body: entity },
    call: (ask) => yente(ask).readFingerprint('Q1'),
    closed: answerOf(v.nullable(digest)),
    claims,
    says: (answer, body, status) => {
      const { value } = answer as { value: string | null }
      return status === 404 ? value === null : status === 200 && (value === null) === (body.at('id') !== 'Q1')
    },
  },
]
