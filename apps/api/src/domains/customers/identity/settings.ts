/** Limits on sending and guessing codes. Seconds, codes or tries; days are UTC days. */
export interface CodeLimits {
  // The limits per number apply to all strangers together, and separately to each browser known to its account.
  /** Seconds between two codes to one number. */
  readonly resendAfter: number
  readonly perNumber10Minutes: number
  readonly perNumberHour: number
  readonly perNumberDay: number
  /** Wrong codes per number in 24 hours, across all codes. */
  readonly wrongPerNumberDay: number
  /** Wrong codes per number over its life; for strangers, until another kind of sign-in resets the count. */
  readonly wrongPerNumberLife: number
  /** Maximum share of strangers' daily codes and wrong codes for a number that one address can use. */
  readonly perNumberAndAddressDay: number
  readonly wrongPerNumberAndAddressDay: number
  /** Seconds between two long codes to one number, once strangers have used up its short ones. */
  readonly slowApart: number
  /** Long codes by email for one number. */
  readonly mailedPerNumberHour: number
  readonly mailedPerNumberDay: number
  /** Long codes by SMS, and as many by email, per number, address and day. */
  readonly longPerNumberAndAddressDay: number
  /** Codes per address (IPv4, or the /64 of IPv6) and hour. */
  readonly perAddressHour: number
  /** Codes per address and hour before each further one needs proof of work. */
  readonly withoutProofHour: number
  /** Codes per country and day before each further one needs proof of work. */
  readonly withoutProofDay: number
  readonly perCountryDay: number
  /** Codes of the whole service per day: the most that SMS pumping can cost. */
  readonly totalPerDay: number
  /** Strangers' share of a day's codes; the rest is reserved for known browsers. */
  readonly strangersShare: number
}

/** Limits on emails that anyone can request, and on guessing passwords. */
export interface EmailLimits {
  /** Links mailed to one address per hour. */
  readonly mailsPerEmail: number
  /** Links requested from one network address per hour. */
  readonly mailsPerAddress: number
  /**
   * Password attempts for one account in 15 minutes: one budget for all unknown browsers, one for each known browser. A
   * stranger who uses up the first keeps the owner's new browser from signing in by password for that long.
   */
  readonly triesPerAccount: number
  /** Wrong passwords over a password's life, for all strangers together and for each known browser (NIST 800-63B: 100). */
  readonly wrongPerPasswordLife: number
  /** Passwords tried from one network address in 15 minutes, across all accounts. */
  readonly triesPerAddress: number
}

export type SignInLimits = CodeLimits & EmailLimits

/** The limits of a public service (`reference/security.md`, section 4: OTP guessing and SMS pumping). */
export const STRICT_LIMITS: SignInLimits = {
  resendAfter: 30,
  perNumber10Minutes: 3,
  perNumberHour: 5,
  perNumberDay: 6,
  wrongPerNumberDay: 10,
  wrongPerNumberLife: 100,
  perNumberAndAddressDay: 4,
  wrongPerNumberAndAddressDay: 6,
  slowApart: 3_600,
  mailedPerNumberHour: 3,
  mailedPerNumberDay: 12,
  longPerNumberAndAddressDay: 3,
  perAddressHour: 10,
  withoutProofHour: 3,
  withoutProofDay: 500,
  perCountryDay: 1_000,
  totalPerDay: 2_500,
  strangersShare: 0.8,
  mailsPerEmail: 3,
  mailsPerAddress: 20,
  triesPerAccount: 10,
  wrongPerPasswordLife: 100,
  triesPerAddress: 50,
}

/** Limits of the sandbox: its SMS cost nothing, and all its users share one address. */
export const SANDBOX_LIMITS: SignInLimits = {
  ...STRICT_LIMITS,
  perNumberAndAddressDay: STRICT_LIMITS.perNumberDay,
  wrongPerNumberAndAddressDay: STRICT_LIMITS.wrongPerNumberDay,
  longPerNumberAndAddressDay: 24,
  perAddressHour: 10_000,
  withoutProofHour: 5_000,
  withoutProofDay: 25_000,
  perCountryDay: 50_000,
  totalPerDay: 100_000,
  mailsPerAddress: 10_000,
  triesPerAddress: 10_000,
}

/** Wrong tries that invalidate a code; the table's check constraint repeats it. */
export const TRIES_PER_CODE = 5

export const CODE_MINUTES = 10

/** Digits of a code, short within strangers' budgets and long beyond them: a guess is right with 10^-6 and 10^-10. */
export const SHORT_CODE = 6
export const LONG_CODE = 10
