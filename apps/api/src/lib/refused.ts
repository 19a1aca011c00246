import { ERRORS, type ErrorCode } from '@sesa/contract'

export interface RefusalOptions {
  /** The field of the request it is about. */
  readonly field?: string
  /** Replaces the code's own sentence, where a limit or a name belongs in it. */
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; becomes the `Retry-After` header. */
  readonly retryAfter?: number
  /** The account of a failed sign-in, for the security log; never part of the answer. */
  readonly subject?: {
    /** The address or number that was tried. */
    readonly tried: string
    readonly account: string | null
  }
}

/**
 * An expected failure, thrown: whatever transaction it passes through rolls back by construction. It names a code
 * of the contract's closed list and knows nothing of HTTP; `http/errors.ts` turns it into an answer.
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
