/** Parses bodies as pawaPay does: field by field, refusing unknown ones. */

/** A body that is answered with 400 and pawaPay's code. */
export class Malformed extends Error {
  readonly failureCode: string
  constructor(failureCode: string, message: string) {
    super(message)
    this.failureCode = failureCode
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** Parses an object with at most these fields. Throws Malformed. */
export function object(value: unknown, name: string, known: readonly string[]): Fields {
  if (value === undefined || value === null) throw new Malformed('MISSING_PARAMETER', `${name} is missing.`)
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Malformed('INVALID_INPUT', `${name} is not an object.`)
  }
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger !== undefined) throw new Malformed('UNSUPPORTED_PARAMETER', `${stranger} is not supported.`)
  return { ...value }
}

/** Parses a required field in this form. Throws Malformed. */
export function string(fields: Fields, name: string, pattern?: RegExp): string {
  const value = fields[name]
  if (value === undefined || value === null) throw new Malformed('MISSING_PARAMETER', `${name} is missing.`)
  if (typeof value !== 'string' || value === '' || pattern?.test(value) === false) {
    throw new Malformed('INVALID_PARAMETER', `${name} is not valid.`)
  }
  return value
}

/** Parses an optional field. Throws Malformed if its form is wrong. */
export function optional<Name extends string>(
  fields: Fields,
  name: Name,
  pattern: RegExp,
): { [key in Name]?: string } {
  const none: { [key in Name]?: string } = {}
  if (fields[name] === undefined || fields[name] === null) return none
  return { ...none, [name]: string(fields, name, pattern) }
}
