import { money, type Money } from '@sesa/money'

/** How people are screened against lists of sanctions. */
export interface ScreeningSettings {
  /** The engine's address, without a trailing slash. */
  readonly url: string
  readonly apiKey: string | undefined
  readonly dataset: string
  readonly algorithm: string
  readonly threshold: number
  /** While the list is away, pay-outs above it wait. */
  readonly withoutListUpTo: Money<'USD'>
}

/** The settings that a start with real providers needs. */
export const SCREENING_NAMES = [
  'SCREENING_URL',
  'SCREENING_DATASET',
  'SCREENING_ALGORITHM',
  'SCREENING_THRESHOLD',
  'SCREENING_WITHOUT_LIST_UP_TO',
] as const

/** The threshold at which an alert opens in the engine's own default, and the amount that leaves without the list. */
export const SANDBOX_SCREENING = {
  dataset: 'default',
  algorithm: 'logic-v2',
  threshold: 0.7,
  withoutListUpTo: money(20_000n, 'USD'),
}

/** Reads the settings of screening, once their forms were checked. */
export function readScreening(env: Readonly<Record<string, string | undefined>>): ScreeningSettings {
  const get = (name: (typeof SCREENING_NAMES)[number]): string => env[name] ?? ''
  return {
    url: get('SCREENING_URL').replace(/\/$/, ''),
    apiKey: env['SCREENING_API_KEY'] || undefined,
    dataset: get('SCREENING_DATASET'),
    algorithm: get('SCREENING_ALGORITHM'),
    threshold: Number(get('SCREENING_THRESHOLD')),
    withoutListUpTo: money(BigInt(get('SCREENING_WITHOUT_LIST_UP_TO')) * 100n, 'USD'),
  }
}
