import { Refused } from './refused.ts'

/** What people should know before they ask for something, or approve it. */
export interface Caution {
  readonly warnings: readonly string[]
  /** The text that both people type because a value is beyond a bound; null when a click is enough. */
  readonly confirm: string | null
}

export const NO_CAUTION: Caution = { warnings: [], confirm: null }

/** Throws Refused `invalid_field` unless what must be typed was. */
export function requireConfirmed({ warnings, confirm }: Caution, typed: string | undefined): void {
  if (confirm === null || typed?.trim() === confirm) return
  throw new Refused('invalid_field', {
    field: 'confirmed',
    message: `${warnings.join(' ')} If this is right, type: ${confirm}`,
    details: { confirm },
  })
}
