import type { Asked } from './matching.ts'

/** A request that yente refuses; the detail is its answer's. */
export class Unprocessable extends Error {
  readonly status: 400 | 404 | 422

  constructor(status: 400 | 404 | 422, detail: string) {
    super(detail)
    this.status = status
  }
}

export const ALGORITHMS = ['logic-v2', 'logic-v1', 'name-based', 'name-qualified', 'regression-v1'] as const
/** The current meaning of `best`. */
export const BEST = 'logic-v2'

const MOST_QUERIES = 100
const MOST_EXCLUDED = 50
const MOST_RESULTS = 500
const CONFIG_KEYS = ['nm_name_cutoff', 'nm_family_name_weight', 'nm_extra_query_name', 'nm_extra_result_name']
const SCHEMAS = ['Person', 'Company', 'Organization', 'LegalEntity']

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Parameters {
  readonly limit: number
  readonly threshold: number
  readonly algorithm: string
  readonly excluded: readonly string[]
  readonly topics: readonly string[]
}

const listOf = (value: Query[string]): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

function numberOf(query: Query, name: string, otherwise: number, most: number): number {
  const given = listOf(query[name])[0]
  if (given === undefined) return otherwise
  const number = Number(given)
  if (!Number.isFinite(number) || number < 0 || number > most)
    throw new Unprocessable(422, `${name}: must be a number from 0 to ${most}`)
  return number
}

/** Parses the parameters of a match. Throws Unprocessable, where yente refuses them. */
export function readParameters(query: Query): Parameters {
  const algorithm = listOf(query['algorithm'])[0] ?? 'best'
  const known = algorithm === 'best' ? BEST : ALGORITHMS.find((one) => one === algorithm)
  if (known === undefined) throw new Unprocessable(400, `Unknown algorithm: ${algorithm}`)
  const excluded = listOf(query['exclude_entity_ids'])
  if (excluded.length > MOST_EXCLUDED)
    throw new Unprocessable(422, `exclude_entity_ids: at most ${MOST_EXCLUDED} items`)
  return {
    limit: numberOf(query, 'limit', 5, MOST_RESULTS),
    threshold: numberOf(query, 'threshold', 0.7, 1),
    algorithm: known,
    excluded,
    topics: listOf(query['topics']),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function stringsOf(properties: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = properties[name] ?? []
  if (!Array.isArray(value) || !value.every((one): one is string => typeof one === 'string'))
    throw new Unprocessable(422, `properties.${name}: must be a list of strings`)
  return value
}

function readQuery(key: string, query: unknown): Asked {
  if (!isRecord(query)) throw new Unprocessable(422, `queries.${key}: must be an object`)
  const { schema, properties } = query
  if (typeof schema !== 'string' || !SCHEMAS.includes(schema))
    throw new Unprocessable(400, `queries.${key}: unknown schema`)
  if (!isRecord(properties)) throw new Unprocessable(422, `queries.${key}.properties: must be an object`)
  for (const name of Object.keys(properties)) stringsOf(properties, name)
  const parts = ['firstName', 'fatherName', 'lastName'].flatMap((name) => stringsOf(properties, name))
  const names = [...stringsOf(properties, 'name'), ...(parts.length > 0 ? [parts.join(' ')] : [])]
  return { schema, names, birthDates: stringsOf(properties, 'birthDate') }
}

/** Parses the body of a match. Throws Unprocessable where yente refuses it: unknown config keys, more than 100 queries. */
export function readQueries(body: unknown): ReadonlyMap<string, Asked> {
  if (!isRecord(body) || !isRecord(body['queries'])) throw new Unprocessable(422, 'queries: field required')
  const { queries, weights = {}, config = {} } = body
  if (!isRecord(weights) || !Object.values(weights).every((one) => typeof one === 'number'))
    throw new Unprocessable(422, 'weights: must be numbers by feature')
  if (!isRecord(config)) throw new Unprocessable(422, 'config: must be an object')
  const unknown = Object.keys(config).find((key) => !CONFIG_KEYS.includes(key))
  if (unknown !== undefined) throw new Unprocessable(400, `Unknown config option: ${unknown}`)
  const entries = Object.entries(queries)
  if (entries.length === 0) throw new Unprocessable(400, 'No queries provided.')
  if (entries.length > MOST_QUERIES)
    throw new Unprocessable(400, 'Too many queries in one batch (limit: 100)')
  return new Map(entries.map(([key, query]) => [key, readQuery(key, query)]))
}
