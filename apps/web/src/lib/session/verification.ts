import * as v from 'valibot'

/** A code that was sent to a phone or a mailbox. Contains only the last digits of the number. */
const verificationSchema = v.object({
  verificationId: v.string(),
  resendAfter: v.string(),
  lastDigits: v.string(),
  digits: v.number(),
  byMail: v.optional(v.boolean()),
})

export type Verification = v.InferOutput<typeof verificationSchema>

/** A device's clock may be minutes off, so no wait is longer than this. The server enforces the real one. */
const LONGEST_WAIT_S = 60

/**
 * Reads the verification from a history entry's state, so that the code step survives a reload (phones drop a
 * page while the customer reads the message) and Back leads to the number. Null for any other state.
 */
export function verificationIn(state: unknown): Verification | null {
  const result = v.safeParse(v.object({ verification: verificationSchema }), state)
  return result.success ? result.output.verification : null
}

/** Returns the whole seconds from `now` (ms since 1970) until another code may be requested. */
export function secondsUntilResend(resendAfter: string, now: number): number {
  const seconds = Math.ceil((Date.parse(resendAfter) - now) / 1000)
  return Math.min(Math.max(seconds, 0), LONGEST_WAIT_S)
}

/** Formats seconds: "0:09". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
