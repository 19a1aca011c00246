import { continueTrace, currentTraceparent, inSpan } from '../lib/tracing.ts'

/** The field of a queued job that names the trace in which it was queued. Earlier workers ignore it. */
const FIELD = 'traceparent'

/** Adds the current trace to the payload, so that the job continues it. */
export function withTrace(payload: Record<string, unknown>): Record<string, unknown> {
  const traceparent = currentTraceparent()
  return traceparent === null ? payload : { ...payload, [FIELD]: traceparent }
}

/** Runs a job or cron in a span, in the trace that queued it. */
export function runTraced(
  task: string,
  payload: unknown,
  run: (payload: unknown) => Promise<void>,
): Promise<void> {
  const { [FIELD]: traceparent, ...rest } = (payload ?? {}) as Record<string, unknown>
  return continueTrace(traceparent, () => inSpan({ name: `job ${task}`, kind: 'consumer' }, () => run(rest)))
}
