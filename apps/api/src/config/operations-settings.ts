import * as v from 'valibot'
import { ConfigError } from './provider-settings.ts'

/** Where a process shows its health, and how it stops. */
export interface OperationsSettings {
  readonly host: string
  /** Null: the process shows its health on no port of its own. */
  readonly port: number | null
  /** How long a stopping process answers that it is not ready before it takes no more requests, in milliseconds. */
  readonly drainMs: number
}

const whole = (most: number, message: string) =>
  v.pipe(v.string(), v.regex(/^\d{1,5}$/, message), v.transform(Number), v.maxValue(most, message))

const settings = v.object({
  OPERATIONS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('is empty')), '127.0.0.1'),
  OPERATIONS_PORT: v.optional(whole(65_535, 'is no port. Set it to a number from 1 to 65535')),
  DRAIN_SECONDS: v.optional(whole(120, 'is no number from 0 to 120'), '0'),
})

/** Reads the settings of operations. Throws ConfigError. */
export function readOperations(env: Readonly<Record<string, string | undefined>>): OperationsSettings {
  const read = v.safeParse(settings, env)
  if (!read.success) {
    const issue = read.issues[0]
    throw new ConfigError(`Setting ${v.getDotPath(issue) ?? '?'} ${issue.message}.`)
  }
  const { OPERATIONS_HOST: host, OPERATIONS_PORT: port = null, DRAIN_SECONDS: seconds } = read.output
  return { host, port, drainMs: seconds * 1_000 }
}
