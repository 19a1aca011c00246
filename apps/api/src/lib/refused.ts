import { ERRORS, type ErrorCode } from '@sesa/contract'

export interface RefusalOptions {
  /** The invalid request field. */
  readonly field?: string
  /** Replaces the code's own message, for example to name a limit. */
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense; becomes the `Retry-After` header. */
  readonly retryAfter?: number
  /** The account of a failed sign-in, for the security log; never part of the response. */
  readonly subject?: {
    /** The attempted address or number. */
    readonly tried: string
    readonly account: string | null
  }
}

/**
 * An expected failure, thrown so that any transaction it passes through rolls back. It has a code from the contract's
 * closed list and knows nothing of HTTP; `http/errors.ts` turns it into a response.
 */
export class Refused extends Error {
  readonly code: ErrorCode
  readonly options: RefusalOptions

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? ERRORS[code].message)
    this.name = 'Refused'
    this.code = code
    this.options = options
  }
}

/** Returns the refusal of a provider's notification without its signature; `field`: the header. */
export const signatureRefused = (field: string): Refused =>
  new Refused('unauthenticated', { field, message: 'The signature does not match, or its time is not now.' })

/** Returns the refusal of a staff action that cannot be carried out; the message gives the reason and the remedy. */
export const actionRefused = (message: string): Refused => new Refused('action_refused', { message })
