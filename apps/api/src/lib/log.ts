import { hostname } from 'node:os'
import { destination, pino, type DestinationStream, type Logger } from 'pino'
import { quotesValue } from '../db/errors.ts'
import { traceFields } from './tracing.ts'

/** The process that writes a line; `staff` is a command of `npm run sesa`. */
export type ProcessKind = 'server' | 'worker' | 'office' | 'migrate' | 'staff'

/** `alert`: requires action by staff. */
export type Log = Logger<'alert'>

/** Above `fatal`, so that every level but `silent` shows alerts. */
const ALERT = 70

/** Returns the parts of an error without personal data: PostgreSQL's `detail` quotes the row's values. */
function describeError(error: Error & { code?: unknown }): {
  type: string
  message: string
  stack: string
  code: string
} {
  const code = typeof error.code === 'string' ? error.code : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const message = quotesValue(error) ? 'a value that PostgreSQL does not take' : error.message
  return { type: error.name, message, stack: frames.join('\n'), code }
}

interface LogOptions {
  readonly kind: ProcessKind
  /** Default: `info`. */
  readonly level?: string | undefined
  /** Default: standard output. */
  readonly to?: DestinationStream | undefined
}

/**
 * Creates a log of JSON lines, with the same fields in all processes: `level` (a word), `time` (milliseconds since
 * 1970), `pid`, `hostname`, `process` and `msg`, with `trace_id` and `span_id` where a trace is recorded.
 */
export function createLog({ kind, level = 'info', to = destination(1) }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid, hostname: hostname(), process: kind },
      customLevels: { alert: ALERT },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: () => ({ ...traceFields() }),
    },
    to,
  )
}

/** Commands print their results to standard output, so their log goes to standard error. */
let current: Log = createLog({ kind: 'staff', to: { write: (line) => void process.stderr.write(line) } })

/** Returns the log of this process. */
export const log = (): Log => current

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

/** Starts the log of a server, worker or migration. An unknown level counts as `info`: the settings refuse it. */
export function startLog(kind: ProcessKind, level: string | undefined): void {
  current = createLog({ kind, level: LEVELS.find((known) => known === level) })
}
