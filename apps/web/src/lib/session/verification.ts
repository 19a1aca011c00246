import * as v from 'valibot'

/** Digits of a code, unless it says otherwise. */
export const CODE_DIGITS = 6

/** A code on its way to a phone or a mailbox. No number is kept, only the end of it. */
const verificationSchema = v.object({
  verificationId: v.string(),
  resendAfter: v.string(),
  lastDigits: v.string(),
  digits: v.optional(v.number()),
  byMail: v.optional(v.boolean()),
})

export type Verification = v.InferOutput<typeof verificationSchema>

/** A device's clock may be off by minutes; nobody waits longer than this for a button the server guards anyway. */
const LONGEST_WAIT_S = 60

/**
 * The verification in a history entry's state, so that the code step survives a reload (phones drop a page while the
 * message is read) and Back leads to the number. Null for any other state.
 */
export function verificationIn(state: unknown): Verification | null {
  const result = v.safeParse(v.object({ verification: verificationSchema }), state)
  return result.success ? result.output.verification : null
}

/** Whole seconds from `now` (ms since 1970) until another code may be asked for. */
export function secondsUntilResend(resendAfter: string, now: number): number {
  const seconds = Math.ceil((Date.parse(resendAfter) - now) / 1000)
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_S)
}

/** "0:09". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
