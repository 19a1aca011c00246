import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { COMMON_ERRORS, type Call, type ObjectSchema } from './call.ts'
import { CUSTOMER_CODES, ERRORS, type ErrorCode } from './errors.ts'
import { proofOf } from './rules/proofs.ts'
import { errorBody } from './schema.ts'

/** A JSON Schema that Fastify compiles. */
export type JsonSchema = Record<string, unknown>

/** Returns the JSON Schema (draft 7) of a contract schema. Throws when JSON Schema cannot express the schema. */
export function jsonSchema(schema: ObjectSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: 'throw',
    // Patterns in JSON Schema match whole characters, so the regular expression has to as well.
    overrideAction({ valibotAction, jsonSchema: made }) {
      const rule = 'requirement' in valibotAction ? valibotAction.requirement : null
      return rule instanceof RegExp && rule.flags === 'u' ? { ...made, pattern: rule.source } : null
    },
  })
  return rest
}

/** Codes of these fields for a wrong type or form; all other fields get `invalid_field`. */
export const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  amount: 'amount_not_a_number',
  receiveAmount: 'amount_not_a_number',
  currency: 'currency_unknown',
  receiveCurrency: 'currency_unknown',
  country: 'country_not_served',
  network: 'network_unknown',
  phone: 'phone_invalid',
  'payer.network': 'network_unknown',
  'payer.phone': 'phone_invalid',
  phoneNumber: 'phone_invalid',
  name: 'name_invalid',
  email: 'email_invalid',
  dob: 'date_invalid',
  code: 'code_wrong',
  new: 'password_weak',
  token: 'link_expired',
}

/** Returns the codes that can reject a body of this schema, field by field. */
function bodyCodes(body: ObjectSchema | undefined): ErrorCode[] {
  if (!body) return []
  const { properties = {} } = jsonSchema(body) as { properties?: Record<string, JsonSchema> }
  return Object.keys(properties).flatMap((name) => FIELD_CODES[name] ?? [])
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function parameters(place: 'path' | 'query', schema: ObjectSchema | undefined): unknown[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }))
}

function codesOf({ body, errors }: Call): ErrorCode[] {
  return [...new Set([...errors, ...bodyCodes(body), ...COMMON_ERRORS])]
}

/** The documentation's chapter for each call, by the start of its path; the first match counts. */
const TAGS: readonly (readonly [start: string, tag: string])[] = [
  ['/auth', 'Signing in'],
  ['/create-payment-intent', 'Transfers'],
  ['/send-money', 'Transfers'],
  ['/complete', 'Transfers'],
  ['/user/transactions', 'Transfers'],
  ['/user/draft', 'Transfers'],
  ['/user/limits', 'Transfers'],
  ['/user/recipients', 'Recipients'],
  ['/recipients', 'Recipients'],
  ['/user/reminders', 'Recipients'],
  ['/user/rate-alerts', 'Rates'],
  ['/rate-alerts', 'Rates'],
  ['/currency', 'Rates'],
  ['/countries', 'Rates'],
  ['/user', 'Account'],
]

function tagOf(path: string): string {
  return TAGS.find(([start]) => path.startsWith(start))?.[1] ?? 'Service'
}

function operation(id: string, call: Call): Record<string, unknown> {
  const success = Object.entries(call.success).map(([status, schema]) => [
    status,
    schema
      ? { description: 'Success', content: { 'application/json': { schema: jsonSchema(schema) } } }
      : { description: 'Success, without a body' },
  ])
  const proof = proofOf(id)
  return {
    operationId: id,
    summary: call.summary,
    ...(proof &&
      'asks' in proof && { description: `Asks for a proof of the last ten minutes: ${proof.asks}.` }),
    tags: [tagOf(call.path)],
    security: call.auth === 'none' ? [] : [{ idToken: [] }],
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(call.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(call.body) } } },
    }),
    responses: { ...Object.fromEntries(success), ...errorResponses(codesOf(call)) },
  }
}

/** The shape of every error, without the codes that only the office answers. */
const customerError = v.object({
  error: v.object({ ...errorBody.entries.error.entries, code: v.picklist(CUSTOMER_CODES) }),
})

/** Returns the OpenAPI 3.1 document of the given calls (name → call), for `/openapi.json` and `/docs`. */
export function openApiDocument(calls: Readonly<Record<string, Call>>): Record<string, unknown> {
  const byPath = Map.groupBy(Object.entries(calls), ([, call]) => call.path)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sesa API',
      version: '1.0.0',
      description:
        'Amounts are integers in minor units unless stated otherwise; dates are ISO 8601 UTC. ' +
        'Errors have one shape and a code from a closed list.',
    },
    servers: [{ url: '/', 'x-internal': false }],
    tags: [...new Set([...TAGS.map(([, tag]) => tag), 'Service'])].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...byPath].map(([path, list]) => [
        path,
        Object.fromEntries(list.map(([id, call]) => [call.method.toLowerCase(), operation(id, call)])),
      ]),
    ),
    components: {
      securitySchemes: {
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An ES256 ID token, valid for at most 15 minutes and checked as RFC8725 requires.',
        },
      },
      schemas: { Error: jsonSchema(customerError) },
    },
  }
}
