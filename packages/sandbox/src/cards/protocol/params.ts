import { invalid } from './wire.ts'

/** The nested hash parsed from a form-encoded body or a query; leaves are strings. */
export type Params = Record<string, unknown>

/** Returns a nested parameter's name in Stripe's notation, such as `payment_method_data[card]`. */
export const nested = (within: string, name: string): string => (within === '' ? name : `${within}[${name}]`)

/**
 * Refuses parameters that the endpoint does not have, as Stripe does. `expand` is always allowed. `within` names the
 * hash that contains them, if any.
 */
export function allowOnly(params: Params, allowed: readonly string[], within = ''): void {
  const name = Object.keys(params).find((key) => key !== 'expand' && !allowed.includes(key))
  if (name === undefined) return
  const param = nested(within, name)
  throw invalid(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' })
}

/** The names within a hash. Null: the value is not a hash, or its parser checks it. */
export interface Shape {
  readonly [name: string]: Shape | null
}

/** Refuses parameters that a shape does not name, at any depth. */
export function checkShape(params: Params, shape: Shape, within = ''): void {
  allowOnly(params, Object.keys(shape), within)
  for (const [name, inner] of Object.entries(shape)) {
    const held = inner === null ? undefined : hash(params, name)
    if (inner !== null && held !== undefined) checkShape(held, inner, nested(within, name))
  }
}

/** Parses a text of at most `most` characters. */
export function shortText(params: Params, name: string, most: number): string | undefined {
  const value = text(params, name)
  if (value !== undefined && value.length > most) {
    throw invalid(`Invalid string: ${value.slice(0, 10)}...; must be at most ${most} characters`, {
      param: name,
    })
  }
  return value
}

/** Parses an email address. */
export function email(params: Params, name: string): string | undefined {
  const value = text(params, name)
  if (value !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
    throw invalid(`Invalid email address: ${value}`, { param: name, code: 'email_invalid' })
  }
  return value
}

/** Parses a text parameter; undefined when absent or empty (an empty value unsets, in Stripe's protocol). */
export function text(params: Params, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw invalid('Invalid string', { param: name })
  return value
}

/** Parses like `text`, but refuses an absent parameter. */
export function required(params: Params, name: string): string {
  const value = text(params, name)
  if (value === undefined) {
    throw invalid(`Missing required param: ${name}.`, { param: name, code: 'parameter_missing' })
  }
  return value
}

/** Parses one of a closed set of words. `within` names the hash that contains them, if any. */
export function choice<T extends string>(
  params: Params,
  name: string,
  choices: readonly T[],
  within = '',
): T | undefined {
  const value = text(params, name)
  if (value === undefined) return undefined
  const found = choices.find((candidate) => candidate === value)
  if (found === undefined) {
    const param = nested(within, name)
    throw invalid(`Invalid ${param}: must be one of ${choices.join(', ')}`, { param })
  }
  return found
}

/**
 * Parses an unsigned integer, such as minor units or a month. At most 12 digits, so it is exact as a JSON number.
 * `within` names the hash that contains it, if any.
 */
export function integer(params: Params, name: string, within = ''): number | undefined {
  const value = text(params, name)
  const param = nested(within, name)
  if (value === undefined) return undefined
  if (/^-\d{1,12}$/.test(value)) {
    throw invalid('This value must be greater than or equal to 1.', {
      param,
      code: 'parameter_invalid_integer',
    })
  }
  if (!/^\d{1,12}$/.test(value)) {
    throw invalid(`Invalid integer: ${value}`, { param, code: 'parameter_invalid_integer' })
  }
  return Number.parseInt(value, 10)
}

/** Parses `true` or `false`. */
export function flag(params: Params, name: string): boolean | undefined {
  const value = choice(params, name, ['true', 'false'])
  return value === undefined ? undefined : value === 'true'
}

/** Parses a nested hash, such as `payment_method_data`. */
export function hash(params: Params, name: string): Params | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('Invalid hash', { param: name })
  }
  return value as Params
}

/** Parses a list of words, such as `payment_method_types[]` or `expand[]`. */
export function words(params: Params, name: string): string[] | undefined {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : []
  if (list.length === 0 || !list.every((item) => typeof item === 'string')) {
    throw invalid('Invalid array', { param: name })
  }
  return list
}

/** Returns `before` merged with the call's metadata: an empty value removes its key, an empty `metadata` removes all. */
export function metadata(params: Params, before: Record<string, string>): Record<string, string> {
  if (params['metadata'] === '') return {}
  const after = { ...before }
  for (const [key, value] of Object.entries(hash(params, 'metadata') ?? {})) {
    const param = `metadata[${key}]`
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', { param })
    if (key.length > 40) throw invalid('Metadata keys may have at most 40 characters', { param })
    if (value.length > 500) throw invalid('Metadata values may have at most 500 characters', { param })
    if (value === '') delete after[key]
    else after[key] = value
  }
  if (Object.keys(after).length > 50) {
    throw invalid('Metadata may have at most 50 keys', { param: 'metadata' })
  }
  return after
}
