/**
 * SQLSTATE classes that mean "not now": connection trouble, out of resources, shutting down, lock or idle time-outs, in
 * recovery, and conflicts that outlasted the retries.
 */
const UNAVAILABLE_SQLSTATE = /^(08|40001|40P01|53|57P|57014|25006|25P03|25P04|55P03|58030)/
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when (?:trying to connect|waiting for an answer)|Connection terminated|Client has encountered|Client was closed|after calling end/

/** Text that PostgreSQL cannot store: a NUL, or invalid UTF-8. */
const INVALID_TEXT_SQLSTATE = /^22(021|P05)$/

/** Errors of class 22, data exceptions, quote the value in their message. */
const QUOTING_SQLSTATE = /^22[0-9A-Z]{3}$/

/** An internal error that ended the connection, such as a full disk while a connection starts ("could not write init file"). */
const INTERNAL_SQLSTATE = /^XX/
const ENDS_CONNECTION = /^(FATAL|PANIC)$/

interface DatabaseError {
  readonly code?: unknown
  readonly severity?: unknown
  readonly message: string
}

const codeOf = ({ code }: DatabaseError): string => (typeof code === 'string' ? code : '')

/** Returns true if the same request may succeed soon: the database is unreachable, overloaded or in conflict. */
export function isDatabaseUnavailable(error: DatabaseError): boolean {
  const code = codeOf(error)
  return (
    /^E(CONN|PIPE|HOST|TIMEDOUT)/.test(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_SQLSTATE.test(code)) ||
    (INTERNAL_SQLSTATE.test(code) && ENDS_CONNECTION.test(String(error.severity))) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  )
}

/** Returns true if the database refused characters that it cannot store. */
export function isInvalidText(error: DatabaseError): boolean {
  return INVALID_TEXT_SQLSTATE.test(codeOf(error))
}

/** Returns true if the error's message quotes a value, which may be personal data. */
export function quotesValue(error: DatabaseError): boolean {
  return QUOTING_SQLSTATE.test(codeOf(error))
}
