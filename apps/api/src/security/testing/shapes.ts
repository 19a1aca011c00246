import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Answer } from './client.ts'
import type { Operation, Schema } from './operations.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats.default(ajv)

/** Returns the schema with no additional fields allowed. */
function closed(schema: Schema): Schema {
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, value]) => [name, closed(value)]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
    ...(schema.items && { items: closed(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closed) }),
  }
}

const validators = new Map<Schema, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(closed(schema))
  validators.set(schema, known)
  return known
}

/** Describes how an answer differs from the document: its status, a missing or an extra field; '' when it does not. */
export function shapeProblem({ id, answers }: Operation, { status, headers, text, body }: Answer): string {
  if (!answers.has(status)) return `${id}: ${status} is not documented: ${text.slice(0, 200)}`
  const schema = answers.get(status)
  if (schema === undefined) return text === '' ? '' : `${id}: ${status} has a body: ${text.slice(0, 200)}`
  // With format=csv, the history is a file.
  if (id === 'listTransfers' && headers.get('content-type')?.startsWith('text/csv')) return ''
  const validate = validatorOf(schema)
  return validate(body) ? '' : `${id}: ${status}: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`
}
