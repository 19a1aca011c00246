import { isSpanContextValid, TraceFlags, type SpanContext } from '@opentelemetry/api'

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a W3C `traceparent` of version 00; undefined for any other text. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = typeof text === 'string' ? (FORM.exec(text) ?? []) : []
  const read = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  }
  return isSpanContextValid(read) ? read : undefined
}

/** Formats a `traceparent`: random ids and whether the trace is recorded, nothing else. */
export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
}
