import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'

export type Environment = Readonly<Record<string, string | undefined>>

/** Missing or invalid settings: one line for each, with its name and the remedy. */
export class ConfigError extends Error {}

/** Settings that belong together: a section of `.env.example` and of docs/settings.md. */
export interface Group {
  readonly title: string
  /** Rules for the whole group. */
  readonly intro?: string
  /** Set by the launcher, never by people. */
  readonly isInternal?: boolean
  /** Returns true if the settings count in this environment (default: always). */
  isRead?(env: Environment): boolean
  /** Env files may list these settings without a value. Elsewhere an empty value is an error. */
  readonly emptyIsUnset?: boolean
  /** Either all of them or none must be set, except for extra ones and those with a default. */
  readonly allOrNone?: boolean
  /** The group's purpose: one complete group of the same purpose is enough. */
  readonly purpose?: string
  /** Returns lines about values that conflict with other settings, each with whether it applies. */
  problems?(env: Environment): Readonly<Record<string, boolean>>
}

export interface Setting<V> {
  /** One sentence, without a full stop. */
  readonly means: string
  readonly schema: v.GenericSchema<string | undefined, V>
  readonly fallback?: string
  readonly example?: string
  /** True if the value may be in a file, named by `NAME_FILE`. */
  readonly isSecret?: boolean
  /** True if it may be missing in a group of all or none. */
  readonly isExtra?: boolean
}

export type Table = Readonly<Record<string, Setting<unknown> & { readonly group: Group }>>
export type Values<T> = { readonly [N in keyof T]: T[N] extends Setting<infer V> ? V : never }

type Schema<V> = v.GenericSchema<string, V>

type Marks = Pick<Setting<unknown>, 'isSecret' | 'isExtra'>

const row = <V>(setting: Omit<Setting<V>, 'means'>) => ({
  means: (means: string): Setting<V> => ({ ...setting, means }),
})
export const required = <V>(schema: Schema<V>, example = '', marks: Marks = {}) =>
  row<V>({ schema, example, ...marks })
export const optional = <V>(schema: Schema<V>, example = '', marks: Marks = {}) =>
  row<V | undefined>({ schema: v.optional(schema), example, ...marks })
export const extra = <V>(schema: Schema<V>, example = '') => optional(schema, example, { isExtra: true })
export const secret = <V>(schema: Schema<V>, example = '', marks: Marks = {}) =>
  optional(schema, example, { ...marks, isSecret: true })
export const defaulted = <V>(fallback: string, schema: Schema<V>) =>
  row<V>({ schema: v.pipe(v.optional(v.string(), fallback), schema), fallback })

/** Returns a function that assigns rows to a group. */
export const group =
  (about: Group) =>
  <T extends Readonly<Record<string, Setting<unknown>>>>(rows: T) => {
    const named = Object.entries(rows).map(([name, its]) => [name, { ...its, group: about }])
    return Object.fromEntries(named) as { readonly [N in keyof T]: T[N] & { readonly group: Group } }
  }

export const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== ''

/** Returns the line about `other`, which a setting requires, with whether it is missing. */
export const needs = (env: Environment, name: string, other: string): Record<string, boolean> => ({
  [`Setting ${other} is missing beside ${name}.`]: isSet(env, name) && !isSet(env, other),
})

type Complete<T> = { [K in keyof T]: NonNullable<T[K]> }

/** Returns the values of a complete group; undefined if it is unset. The reader has refused partial groups. */
export const complete = <T extends object>(parts: T): Complete<T> | undefined =>
  Object.values(parts).includes(undefined) ? undefined : (parts as Complete<T>)

/** Returns the values of a group that the reader has required. */
export function needed<T extends object>(parts: T): Complete<T> {
  const values = complete(parts)
  if (values === undefined) throw new ConfigError(`A setting is missing: ${Object.keys(parts).join(', ')}.`)
  return values
}

/**
 * Throws the problems, if there are any.
 * @throws ConfigError
 */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

/** Returns the content of a secret's file, or describes its fault. */
function readSecretFile(setting: string, file: string): { content?: string; problem?: string } {
  try {
    const content = readFileSync(file, 'utf8').trim()
    if ((statSync(file).mode & 0o007) !== 0)
      return { problem: `Setting ${setting}: everybody here may read the file. chmod 600 ${file}` }
    return content === '' ? { problem: `Setting ${setting}: the file is empty.` } : { content }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { problem: `Setting ${setting}: the file cannot be read (${why}).` }
  }
}

/**
 * Returns the environment with the secrets from files, as secret managers mount them (`STRIPE_SECRET_KEY_FILE` and so
 * on; surrounding space is ignored), and a line for each secret that is set twice, or whose file is unreadable or
 * readable by others.
 */
export function readSecretFiles(env: Environment, table: Table): readonly [Environment, string[]] {
  const read: Record<string, string | undefined> = { ...env }
  const problems: string[] = []
  for (const [name, { isSecret }] of Object.entries(table)) {
    const setting = `${name}_FILE`
    const file = env[setting]
    if (isSecret !== true || file === undefined || file === '') continue
    const { content, problem } = isSet(env, name)
      ? { problem: `Settings ${name} and ${setting} say the same thing. Remove one.` }
      : readSecretFile(setting, file)
    if (problem !== undefined) problems.push(problem)
    // Omits the file's name, so that reading the result again does not find the secret twice.
    Object.assign(read, { [name]: content ?? env[name], [setting]: undefined })
  }
  return [read, problems]
}

/** Returns a line for each incomplete group, and for each purpose without a complete group. */
function wholeProblems(env: Environment, table: Table, groups: readonly Group[]): string[] {
  const wholes = groups
    .filter(({ allOrNone }) => allOrNone === true)
    .map((one) => {
      const rows = Object.entries(table).filter(([, { group: its }]) => its === one)
      const names = rows.filter(([, { fallback, isExtra }]) => fallback === undefined && isExtra !== true)
      return { purpose: one.purpose, names: names.map(([name]) => name) }
    })
  const halves = wholes.flatMap(({ names }) => {
    const present = names.filter((name) => isSet(env, name))
    const missing = names.filter((name) => !present.includes(name))
    return missing.length === 0 || present.length === 0
      ? []
      : [
          `Setting ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing beside ${present.join(' and ')}.`,
        ]
  })
  const absent = [...Map.groupBy(wholes, ({ purpose }) => purpose)].flatMap(([purpose, its]) =>
    purpose === undefined || its.some(({ names }) => names.every((name) => isSet(env, name)))
      ? []
      : [`${purpose}: set ${its.map(({ names }) => names.join(', ')).join('; or ')}.`],
  )
  return [...halves, ...absent]
}

/** Returns the message as it follows the setting's name. Valibot's own messages are sentences. */
const continued = (message: string): string =>
  message.startsWith(':') ? message : `${/^[A-Z]/.test(message) ? ':' : ''} ${message}`

/** Parses the settings of a table. Throws ConfigError with a line for each problem. */
export function readSettings<T extends Table>(given: Environment, table: T): Values<T> {
  const [env, problems] = readSecretFiles(given, table)
  const groups = new Set(Object.values(table).map((row) => row.group))
  const inForce = [...groups].filter((one) => one.isRead?.(env) ?? true)
  const values: Record<string, unknown> = {}
  for (const [name, { group: its, schema, means }] of Object.entries(table)) {
    const value = its.emptyIsUnset === true ? env[name] || undefined : env[name]
    const read = v.safeParse(schema, inForce.includes(its) ? value : undefined)
    if (read.success) values[name] = read.output
    else if (value === undefined) problems.push(`Setting ${name} is missing: ${means}.`)
    else problems.push(`Setting ${name}${continued(read.issues[0].message)}.`)
  }
  for (const one of inForce)
    for (const [line, isSo] of Object.entries(one.problems?.(env) ?? {})) if (isSo) problems.push(line)
  refuse([...problems, ...wholeProblems(env, table, inForce)])
  return values as Values<T>
}
