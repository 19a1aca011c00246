import type { ProfileValues } from './form-schema.ts'

/**
 * What somebody typed and has not saved, so that it is there again after a lost sign-in. In memory only, since nothing
 * personal goes into the browser's storage, and only for the account that typed it.
 */
let kept: { uid: string; values: ProfileValues } | null = null

export function keepValues(uid: string, values: ProfileValues): void {
  kept = { uid, values }
}

export function keptValues(uid: string): ProfileValues | null {
  return kept?.uid === uid ? kept.values : null
}

export function forgetValues(): void {
  kept = null
}
