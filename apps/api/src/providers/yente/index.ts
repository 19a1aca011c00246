import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import {
  MOST_EXCLUDED,
  MOST_QUERIES,
  type EntityDetails,
  type ListAnswer,
  type ListQuery,
  type ListResult,
  type ScreeningList,
} from '../../domains/compliance/screening/ports.ts'
import type { HttpAnswer, HttpRequest, ProviderFetch } from '../../lib/provider-fetch.ts'

export interface YenteSettings {
  /** Without a trailing slash. */
  readonly url: string
  /** Required by OpenSanctions' hosted service; not by our own instance. */
  readonly apiKey?: string | undefined
  readonly dataset: string
  /** Pinned: `best` would change with a release of the engine. */
  readonly algorithm: string
  readonly threshold: number
  readonly timeout: number
}

/** Maximum results per query; staff never review more than this. */
const LIMIT = 20

/** A name in any script: short, and without control characters. */
const words = v.pipe(v.string(), v.regex(/^[^\p{C}]{1,500}$/u))
const score = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const strings = v.optional(v.array(v.string()), [])
const properties = v.objectWithRest(
  {
    name: strings,
    birthDate: v.optional(v.array(providerText), []),
    topics: v.optional(v.array(providerText), []),
    country: strings,
    alias: strings,
    weakAlias: strings,
    previousName: strings,
    nationality: strings,
    citizenship: strings,
    birthCountry: strings,
    program: strings,
    programId: strings,
  },
  v.unknown(),
)
const entity = v.object({
  id: providerText,
  caption: words,
  properties,
  datasets: strings,
  last_change: v.nullish(v.string(), null),
})
const result = v.object({
  ...entity.entries,
  score,
  match: v.boolean(),
  explanations: v.optional(
    v.record(v.string(), v.object({ score: v.number(), detail: v.nullish(v.string(), null) })),
    {},
  ),
})
const matched = v.object({
  responses: v.record(v.string(), v.object({ status: v.literal(200), results: v.array(result) })),
})
const catalog = v.object({
  datasets: v.array(
    v.object({
      name: v.string(),
      version: v.nullish(providerText, null),
      index_current: v.optional(v.boolean(), true),
      updated_at: v.nullish(v.string(), null),
    }),
  ),
  index_stale: v.optional(v.boolean(), false),
})

/**
 * Returns a digest of the facts on which a decision about an entity is based: its names, dates, countries and topics,
 * and its last change.
 */
function fingerprintOf({ properties: facts, last_change }: v.InferOutput<typeof entity>): string {
  const sorted = [facts.name, facts.birthDate, facts.country, facts.topics].map((values) => values.toSorted())
  return createHash('sha256')
    .update(JSON.stringify([...sorted, last_change]))
    .digest('hex')
}

/** Maximum number of stored values per property: an entity may have hundreds of spellings. */
const MOST_VALUES = 40
const kept = (values: readonly string[]): string[] =>
  [...new Set(values.map((value) => value.replaceAll(/\p{C}/gu, '').slice(0, 200)))].slice(0, MOST_VALUES)

function detailsOf({ caption, properties: facts, datasets }: v.InferOutput<typeof entity>): EntityDetails {
  const names = [...facts.name, ...facts.alias, ...facts.previousName, ...facts.weakAlias]
  const countries = [...facts.country, ...facts.nationality, ...facts.citizenship, ...facts.birthCountry]
  return {
    otherNames: kept(names.filter((name) => name !== caption)),
    countries: kept(countries.map((code) => code.toUpperCase())),
    programmes: kept([...facts.program, ...facts.programId]),
    sources: kept(datasets),
  }
}

function toResult(given: v.InferOutput<typeof result>, threshold: number): ListResult {
  const { id, caption, properties: facts, explanations } = given
  // Either one counts as a match; staff dismiss false positives.
  const isMatch = given.match || given.score >= threshold
  return {
    id,
    caption,
    topics: facts.topics,
    birthDates: facts.birthDate,
    score: given.score,
    isMatch,
    details: isMatch ? detailsOf(given) : null,
    explanations: Object.fromEntries(
      Object.entries(explanations).map(([feature, why]) => [
        feature.slice(0, 100),
        `${why.score} ${why.detail ?? ''}`.trim().slice(0, 500),
      ]),
    ),
    fingerprint: fingerprintOf(given),
  }
}

const dateOf = (text: string | null): Date | null => {
  // yente returns UTC without a zone.
  const date = text === null ? null : new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

const queryOf = ({ name, birthDate }: ListQuery) => ({
  schema: 'Person',
  properties: { name: [name], ...(birthDate !== null && { birthDate: [birthDate] }) },
})

type Read = ListAnswer<{ readonly response: HttpAnswer; readonly body: unknown }>

/** Creates OpenSanctions' yente, hosted or our own instance. Screens people with `POST /match`. */
export function createYente(settings: YenteSettings, fetchFunction: ProviderFetch): ScreeningList {
  const { url, apiKey, dataset, algorithm, threshold, timeout } = settings
  const headers = {
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `ApiKey ${apiKey}` }),
  }

  /** Sends a request; an answer with a status other than these is a failure. */
  async function request(path: string, init: HttpRequest, wanted: readonly number[] = [200]): Promise<Read> {
    try {
      const response = await fetchFunction(`${url}${path}`, {
        ...init,
        headers: { ...headers, ...init.headers },
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      if (!wanted.includes(response.status)) {
        const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429
        return { ok: false, reason: isRefused ? 'refused' : 'unavailable' }
      }
      return { ok: true, value: { response, body: response.status === 200 ? parse(text) : undefined } }
    } catch {
      return { ok: false, reason: 'unavailable' }
    }
  }

  return {
    dataset,
    algorithm,
    threshold,

    async match(queries, excluded) {
      if (queries.length === 0) return { ok: true, value: [] }
      if (queries.length > MOST_QUERIES || excluded.length > MOST_EXCLUDED)
        return { ok: false, reason: 'refused' }
      const search = new URLSearchParams([
        ['algorithm', algorithm],
        ['threshold', String(threshold)],
        ['limit', String(LIMIT)],
        ...excluded.map((id): [string, string] => ['exclude_entity_ids', id]),
      ])
      const asked = Object.fromEntries(queries.map((query, index) => [`q${index}`, queryOf(query)]))
      const read = await request(`/match/${encodeURIComponent(dataset)}?${search.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queries: asked }),
      })
      if (!read.ok) return read
      const parsed = v.safeParse(matched, read.value.body)
      if (!parsed.success) return { ok: false, reason: 'malformed' }
      const { responses } = parsed.output
      const results = queries.map((_, index) =>
        Object.hasOwn(responses, `q${index}`) ? responses[`q${index}`]?.results : undefined,
      )
      // An answer that omits a query must not pass as "nothing found".
      if (!results.every((one) => one !== undefined)) return { ok: false, reason: 'malformed' }
      return { ok: true, value: results.map((found) => found.map((one) => toResult(one, threshold))) }
    },

    async readVersion(etag) {
      const read = await request(
        '/catalog',
        { ...(etag !== null && { headers: { 'if-none-match': etag } }) },
        etag === null ? [200] : [200, 304],
      )
      if (!read.ok) return read
      const { response, body } = read.value
      if (response.status === 304) return { ok: true, value: null }
      const parsed = v.safeParse(catalog, body)
      const found = parsed.success ? parsed.output.datasets.find(({ name }) => name === dataset) : undefined
      if (!parsed.success || found === undefined || found.version === null)
        return { ok: false, reason: 'malformed' }
      const tag = response.headers.get('etag')
      return {
        ok: true,
        value: {
          version: found.version,
          etag: v.is(providerText, tag) ? tag : null,
          updatedAt: dateOf(found.updated_at),
          isStale: parsed.output.index_stale || !found.index_current,
        },
      }
    },

    async readFingerprint(id) {
      const read = await request(`/entities/${encodeURIComponent(id)}?nested=false`, {}, [200, 404])
      if (!read.ok) return read
      if (read.value.response.status === 404) return { ok: true, value: null }
      const parsed = v.safeParse(entity, read.value.body)
      if (!parsed.success) return { ok: false, reason: 'malformed' }
      // A merged entity is returned under another id.
      return { ok: true, value: parsed.output.id === id ? fingerprintOf(parsed.output) : null }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
