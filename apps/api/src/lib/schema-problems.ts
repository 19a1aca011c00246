import * as v from 'valibot'
import { actionRefused } from './refused.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list in [ ]',
  Object: 'an object in { }',
}

/** Writes `("a" | "b")` as `"a" or "b"`, and `>=2` as `at least 2`. */
function describeExpected(expected: string): string {
  const bound = /^([<>])=(.+)$/.exec(expected)
  if (bound) return `${bound[1] === '<' ? 'at most' : 'at least'} ${bound[2] ?? ''}`
  return KINDS[expected] ?? expected.replace(/^\((.*)\)$/, '$1').replaceAll(' | ', ' or ')
}

function describe({ message, type, expected, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  if (expected === 'never') return 'isn’t a known field; remove it'
  if (received === 'undefined') return 'is missing'
  if (type === 'integer' || type === 'safe_integer') return `must be a whole number, not ${received}`
  if (expected === null) return `cannot be ${received}`
  const isLength = type.endsWith('_length')
  return `must ${isLength ? 'have' : 'be'} ${describeExpected(expected)}${isLength ? ' of them' : ''}, not ${received}`
}

/**
 * Lists the problems of JSON that staff wrote, one line each: `rules.0.look.days: is missing`. A schema's own messages
 * are unchanged.
 * @param whole The name to use where no single field is wrong, such as `rules`.
 */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[], whole: string): string[] {
  return issues.map((issue) => `${v.getDotPath(issue) ?? whole}: ${describe(issue)}`)
}

/** The value of a text or document that staff wrote, or its problems, one line each. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Parses a document that staff wrote by its schema. @param whole As for `describeIssues`. */
export function readBy<S extends v.GenericSchema>(
  schema: S,
  whole: string,
  given: unknown,
): Read<v.InferOutput<S>> {
  const read = v.safeParse(schema, given)
  return read.success
    ? { ok: true, value: read.output }
    : { ok: false, problems: describeIssues(read.issues, whole) }
}

/** Returns the parsed value. Throws Refused `action_refused` with the problems. */
export function accepted<T>(read: Read<T>): T {
  if (read.ok) return read.value
  throw actionRefused(read.problems.join(' '))
}
