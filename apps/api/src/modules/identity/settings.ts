/** Limits on sending and guessing codes. Numbers of seconds, codes or tries; days are UTC days. */
export interface CodeLimits {
  /** Seconds between two codes to one number. */
  readonly resendAfter: number
  readonly perNumber10Minutes: number
  readonly perNumberHour: number
  readonly perNumberDay: number
  /** Wrong codes for one number in 24 hours, whichever codes they were tried against. */
  readonly wrongPerNumberDay: number
  /** Wrong codes for one number ever, until a proof of another kind starts the count again. */
  readonly wrongPerNumberLife: number
  /** Codes asked for from one address (IPv4, or the /64 of IPv6) in an hour. */
  readonly perAddressHour: number
  /** Codes asked for from one address in an hour before its browsers have to prove work for each further one. */
  readonly withoutProofHour: number
  /** Codes to one country in a day before everybody has to prove work for each further one. */
  readonly withoutProofDay: number
  readonly perCountryDay: number
  /** Codes of the whole service in a day: the money that SMS pumping can cost at the most. */
  readonly totalPerDay: number
}

/** Limits on mails that anybody can ask for and on guessing passwords. */
export interface EmailLimits {
  /** Links mailed to one address in an hour. */
  readonly mailsPerEmail: number
  /** Links asked for from one network address in an hour. */
  readonly mailsPerAddress: number
  /**
   * Passwords tried for one account in 15 minutes. Who uses them up for somebody else keeps them from this one way of
   * signing in for that long: a code, a passkey, Google or a reset link still work.
   */
  readonly triesPerAccount: number
  /** Passwords tried from one network address in 15 minutes, whatever the accounts. */
  readonly triesPerAddress: number
}

export type SignInLimits = CodeLimits & EmailLimits

/** What a public service runs with (`reference/security.md`, section 4: OTP guessing and SMS pumping). */
export const STRICT_LIMITS: SignInLimits = {
  resendAfter: 30,
  perNumber10Minutes: 3,
  perNumberHour: 5,
  perNumberDay: 6,
  wrongPerNumberDay: 10,
  wrongPerNumberLife: 100,
  perAddressHour: 10,
  withoutProofHour: 3,
  withoutProofDay: 500,
  perCountryDay: 1_000,
  totalPerDay: 2_500,
  mailsPerEmail: 3,
  mailsPerAddress: 20,
  triesPerAccount: 10,
  triesPerAddress: 50,
}

/** The sandbox's SMS cost nothing and everybody there comes from one address. */
export const SANDBOX_LIMITS: SignInLimits = {
  ...STRICT_LIMITS,
  perAddressHour: 10_000,
  withoutProofHour: 5_000,
  withoutProofDay: 25_000,
  perCountryDay: 50_000,
  totalPerDay: 100_000,
  mailsPerAddress: 10_000,
  triesPerAddress: 10_000,
}

/** Wrong tries after which a code is dead; the table's check constraint repeats it. */
export const TRIES_PER_CODE = 5

export const CODE_MINUTES = 10
