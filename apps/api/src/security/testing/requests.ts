import fc from 'fast-check'
import type { Sent } from './client.ts'
import { addressOf, type Operation, type Schema } from './operations.ts'

/** Text that has broken servers before. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  'a\u0301'.repeat(50),
  '🧨'.repeat(60),
  "' or 1=1 --",
  '"; drop table users;',
  '../../etc/passwd',
  '%00',
  '%',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'NaN',
  '1e309',
  '-0',
  '0x10',
  '9'.repeat(40),
  '٣٤',
  'null',
  'undefined',
  '2026-02-30T00:00:00.000Z',
  '0000-00-00',
  '+231770123456',
  '077 012 3456',
  'a@b.co',
  'x'.repeat(5_000),
  '\r\nset-cookie: a=b',
  '5',
  '1.005',
  '-1',
] as const

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.constantFrom(null, true, 0, -1, 0.1, 1e21, Number.MAX_SAFE_INTEGER, -1e-7, [], {}, [[]], {
    a: { b: null },
  }),
  fc.jsonValue({ maxDepth: 3 }),
)

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: 'binary' }),
    fc.constantFrom(...NASTY).filter((text) => text.length >= minLength && text.length <= maxLength),
  )
}

/** Generates values that fit the schema. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  const { minimum = -1e15, maximum = 1e15 } = schema
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
    case 'number':
      return fc.oneof(
        fc.integer({ min: -10, max: 1_000_000 }),
        fc.double({ noNaN: true, min: minimum, max: maximum }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return objectOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function objectOf({ properties, required = [] }: Schema): fc.Arbitrary<unknown> {
  if (!properties)
    return fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const fields = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, fitting(value)]))
  return fc.record(fields, { requiredKeys: [...required] })
}

/** Generates bodies that fit the schema, that have one wrong field, or that do not fit at all. */
function almost(schema: Schema): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), 'stray', '__proto__']
  const spoilt = fc
    .tuple(objectOf(schema), fc.constantFrom(...names), nasty)
    .map(([body, name, value]) =>
      Object.defineProperty({ ...(body as object) }, name, { value, enumerable: true }),
    )
  return fc.oneof(
    { weight: 5, arbitrary: objectOf(schema) },
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: nasty },
  )
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export type Who = 'a sender' | 'a newcomer' | 'nobody' | 'a forger'

export interface Request {
  readonly operation: Operation
  readonly who: Who
  readonly path: string
  readonly sent: Sent
}

function requestOf(operation: Operation, known: readonly string[]): fc.Arbitrary<Request> {
  const valueOf = (schema: Schema): fc.Arbitrary<string> =>
    fc.oneof(fitting(schema), fc.constantFrom(...NASTY), fc.constantFrom(...known)).map(asText)
  const record = (place: 'path' | 'query'): fc.Arbitrary<Record<string, string>> =>
    fc.record<Record<string, string>>(
      Object.fromEntries(
        operation.parameters
          .filter((each) => each.in === place)
          .map(({ name, schema }) => [name, valueOf(schema)]),
      ),
      place === 'path' ? undefined : { requiredKeys: [] },
    )
  const isChange = operation.method !== 'GET'
  return fc
    .record({
      who: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Who>('a sender') },
        { weight: 4, arbitrary: fc.constantFrom<Who>('a newcomer', 'nobody', 'a forger') },
      ),
      values: record('path'),
      query: record('query'),
      body: operation.body ? almost(operation.body) : isChange ? maybe(nasty) : fc.constant(undefined),
      key: maybe(fc.oneof(fc.uuid(), fc.constantFrom('', 'a b', 'x'.repeat(300)))),
    })
    .map(({ who, values, query, body, key }) => {
      const search = new URLSearchParams(query).toString()
      const address = addressOf(operation, wellFormed(values))
      return {
        operation,
        who,
        path: search === '' ? address : `${address}?${search}`,
        sent: { ...(body !== undefined && { raw: asJson(body) }), headers: { 'idempotency-key': key } },
      }
    })
}

/** Replaces lone surrogates, which no address can contain. */
const wellFormed = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toWellFormed()]))

const asJson = (body: unknown): string => JSON.stringify(body) ?? 'null'

/** Generates requests for all operations equally; `known` has ids and other values that exist. */
export function generateRequests(
  operations: readonly Operation[],
  known: readonly string[],
  { count, seed }: { count: number; seed: number },
): Request[] {
  const arbitrary = fc.nat(operations.length - 1).chain((index) => {
    const operation = operations[index]
    if (!operation) throw new RangeError('No such operation')
    return requestOf(operation, known)
  })
  return fc.sample(arbitrary, { numRuns: count, seed })
}
