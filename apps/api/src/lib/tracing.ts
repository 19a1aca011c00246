import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { parseTraceparent, writeTraceparent } from './traceparent.ts'

/** Undefined unless this process records traces: then every function here only runs the given work. */
let tracer: Tracer | undefined

/** Starts recording spans with this tracer; undefined stops it. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== undefined

/** A trace and a span, as OpenTelemetry names them in logs. */
export interface TraceFields {
  readonly trace_id: string
  readonly span_id: string
}

const fieldsOf = ({ traceId, spanId }: SpanContext): TraceFields => ({ trace_id: traceId, span_id: spanId })

/** The span of a request, which ends with its connection and not with a promise. */
export interface RequestSpan {
  /** Fields that connect a log line of the request to its trace. */
  readonly fields: TraceFields
  /** Runs the handling of the request, whose spans become children of this one. */
  enter<T>(work: () => T): T
  /** Ends the span, once. `aborted`: the client closed the connection before the answer was sent. */
  end(status: number, options: { readonly aborted: boolean }): void
}

/**
 * Starts the span of a request. `parent` is the caller's own trace, if one of our proxies names it. A trace that a
 * stranger names becomes a link, since strangers must not write into our traces.
 */
export function beginRequest(
  name: string,
  attributes: Attributes,
  {
    parent,
    stranger,
  }: { readonly parent?: SpanContext | undefined; readonly stranger?: SpanContext | undefined },
): RequestSpan | null {
  if (tracer === undefined) return null
  const within = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const links = stranger === undefined ? [] : [{ context: stranger }]
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, within)
  return {
    fields: fieldsOf(span.spanContext()),
    enter: (work) => context.with(trace.setSpan(context.active(), span), work),
    end(status, { aborted }) {
      if (!span.isRecording()) return
      span.setAttribute('http.response.status_code', status)
      if (aborted) span.setAttribute('error.type', 'aborted')
      if (aborted || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Name and attributes of a span; attributes contain names and states, never personal input. */
export interface SpanFacts {
  readonly name: string
  readonly kind?: 'client' | 'consumer'
  readonly attributes?: Attributes
}

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

function markFailed(span: Span, error: unknown): void {
  // The message may quote personal data; the log contains it, cleaned.
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Runs work inside a new span. `describe` returns attributes of the result. */
export async function inSpan<T>(
  { name, kind, attributes = {} }: SpanFacts,
  work: () => Promise<T>,
  describe: (result: T) => Attributes = () => ({}),
): Promise<T> {
  if (tracer === undefined) return work()
  const within = context.active()
  const span = tracer.startSpan(name, { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes }, within)
  try {
    const result = await context.with(trace.setSpan(within, span), work)
    span.setAttributes(describe(result))
    return result
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs work inside a new span, as a child of the current one. Without one, it records nothing. */
export const asPart = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  trace.getActiveSpan() === undefined ? work() : inSpan({ name }, work)

/** Links the current span to a transfer's trace. Call it only for a transfer that the caller may see. */
export function linkTrace(traceparent: string | null): void {
  const span = trace.getActiveSpan()
  const other = span && parseTraceparent(traceparent)
  if (other && other.traceId !== span.spanContext().traceId) span.addLink({ context: other })
}

/** Runs work in a trace that started elsewhere, unless the current span already belongs to it. */
export async function continueTrace<T>(traceparent: unknown, work: () => Promise<T>): Promise<T> {
  const other = tracer && parseTraceparent(traceparent)
  if (!other || trace.getActiveSpan()?.spanContext().traceId === other.traceId) return work()
  return context.with(trace.setSpanContext(ROOT_CONTEXT, other), work)
}

/** Returns the `traceparent` of the current span; null without one. */
export function currentTraceparent(): string | null {
  const span = trace.getActiveSpan()
  return span === undefined ? null : writeTraceparent(span.spanContext())
}

/** Returns the fields that connect a log line to its trace; none without one. */
export function traceFields(): Partial<TraceFields> {
  const span = trace.getActiveSpan()
  return span === undefined ? {} : fieldsOf(span.spanContext())
}
