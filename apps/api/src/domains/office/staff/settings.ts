/** A session ends after this many hours, or this many minutes without a call. */
export const SESSION_HOURS = 8
export const IDLE_MINUTES = 15
/** Minutes that a command line waits for its member, and the wrong codes it allows. */
export const COMMAND_LINE_MINUTES = 10
export const WRONG_CODES = 5
export const CHALLENGE_MINUTES = 5

/** Maximum calls in each window. */
export interface OfficeLimits {
  /** Sign-ins and invitations from one address: many, since a company shares one. Both require a secret of 128 bits. */
  readonly perAddress15Minutes: number
  /** Sign-ins with one passkey, and uses of one invitation. */
  readonly perCredential15Minutes: number
  /** Calls of a member with a session. */
  readonly perMemberMinute: number
  /** Reveals of personal data by one member. */
  readonly revealsPerHour: number
}
export const OFFICE_LIMITS: OfficeLimits = {
  perAddress15Minutes: 600,
  perCredential15Minutes: 20,
  perMemberMinute: 300,
  revealsPerHour: 60,
}
