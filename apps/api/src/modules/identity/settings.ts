/** Limits on sending and guessing codes. Numbers of seconds, codes or tries; days are UTC days. */
export interface CodeLimits {
  /** Seconds between two codes to one number. */
  readonly resendAfter: number
  readonly perNumber10Minutes: number
  readonly perNumberHour: number
  readonly perNumberDay: number
  /** Wrong codes for one number in 24 hours, whichever codes they were tried against. */
  readonly wrongPerNumberDay: number
  /** Codes asked for from one address (IPv4, or the /64 of IPv6) in an hour. */
  readonly perAddressHour: number
  readonly perCountryDay: number
  /** Codes of the whole service in a day: the money that SMS pumping can cost at the most. */
  readonly totalPerDay: number
}

/** What a public service runs with (`reference/security.md`, section 4: OTP guessing and SMS pumping). */
export const STRICT_LIMITS: CodeLimits = {
  resendAfter: 30,
  perNumber10Minutes: 3,
  perNumberHour: 5,
  perNumberDay: 6,
  wrongPerNumberDay: 10,
  perAddressHour: 10,
  perCountryDay: 1_000,
  totalPerDay: 2_500,
}

/** The sandbox's SMS cost nothing and everybody there comes from one address. */
export const SANDBOX_LIMITS: CodeLimits = {
  ...STRICT_LIMITS,
  perAddressHour: 10_000,
  perCountryDay: 50_000,
  totalPerDay: 100_000,
}

/** Wrong tries after which a code is dead; the table's check constraint repeats it. */
export const TRIES_PER_CODE = 5

export const CODE_MINUTES = 10
