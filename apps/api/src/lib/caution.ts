import { Refused } from './refused.ts'

/** Warnings for people before they request something, or approve it. */
export interface Caution {
  readonly warnings: readonly string[]
  /** Text that both people must type because a value exceeds a bound; null when a click is enough. */
  readonly confirm: string | null
}

export const NO_CAUTION: Caution = { warnings: [], confirm: null }

/** Throws Refused `invalid_field` unless the required text was typed. */
export function requireConfirmed({ warnings, confirm }: Caution, typed: string | undefined): void {
  if (confirm === null || typed?.trim() === confirm) return
  throw new Refused('invalid_field', {
    field: 'confirmed',
    message: `${warnings.join(' ')} If this is right, type: ${confirm}`,
    details: { confirm },
  })
}
