import * as v from 'valibot'

/** Codes with their meanings. */
export type Codes = Readonly<Record<string, string>>
export type CodeLists = Readonly<Record<string, Codes>>

const withIndicators = v.object({ codes: v.object({ indicators: v.record(v.string(), v.string()) }) })

/** Returns the indicators of a country: of the schema's list or, where it has none, of the profile's. */
export function indicatorsOf({ profile, codeLists }: { profile: unknown; codeLists: CodeLists }): Codes {
  const own = v.safeParse(withIndicators, profile)
  return codeLists['codes.indicators'] ?? (own.success ? own.output.codes.indicators : {})
}

/** Returns the codes as choices. */
export const codesAt = (codes: Codes): { value: string; label: string }[] =>
  Object.entries(codes).map(([code, meaning]) => ({
    value: code,
    label: code === meaning ? code : `${code}: ${meaning}`,
  }))

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a place of a profile, such as `codes.single.report_code`; empty where there is none. */
export function valueAt(profile: Json, place: string): string {
  const found = place.split('.').reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), profile)
  return typeof found === 'string' ? found : ''
}

/** Returns the profile with another value at a place. */
export function withValue(profile: Json, place: string, value: unknown): Json {
  const [key = '', ...rest] = place.split('.')
  const below = profile[key]
  return {
    ...profile,
    [key]: rest.length === 0 ? value : withValue(isJson(below) ? below : {}, rest.join('.'), value),
  }
}
