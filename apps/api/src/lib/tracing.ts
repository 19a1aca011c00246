import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { parseTraceparent, writeTraceparent } from './traceparent.ts'

/** Undefined unless this process records traces: then every function here only runs the work it is given. */
let tracer: Tracer | undefined

/** Begins to record spans with this tracer; undefined ends it. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== undefined

/** Milliseconds since 1970, finer than `Date.now`. */
const timestamp = (): number => performance.timeOrigin + performance.now()

/** A trace and a span, as OpenTelemetry names them in logs. */
export interface TraceFields {
  readonly trace_id: string
  readonly span_id: string
}

interface RequestFacts {
  readonly name: string
  readonly attributes: Attributes
  /** The caller's own trace, when a proxy of ours names one. */
  readonly parent: SpanContext | undefined
  /** A trace that a stranger names: shown as a link, since nobody may write into another's trace. */
  readonly stranger: SpanContext | undefined
}

/**
 * The span of one request. It begins when its first part does, so that a request that concerns a transfer can still join
 * that transfer's trace: which transfer it is, only the handler finds out.
 */
export class RequestSpan {
  readonly #facts: RequestFacts
  readonly #began = timestamp()
  #joined: SpanContext | undefined
  readonly #linked = new Map<string, SpanContext>()
  #span: Span | undefined
  #ended = false
  #waiting: ((within: Context) => void)[] = []

  constructor(facts: RequestFacts) {
    this.#facts = facts
  }

  /** Makes the request a part of another trace, or links to it once the request has begun one of its own. */
  join(other: SpanContext): void {
    const known = this.#span?.spanContext() ?? this.#joined
    if (known === undefined) this.#joined = other
    else if (known.traceId !== other.traceId) this.#linked.set(other.traceId, other)
  }

  /** Adds a part that has ended, without beginning the span for it. */
  add(part: (within: Context) => void): void {
    if (this.#span === undefined) this.#waiting.push(part)
    else part(trace.setSpan(ROOT_CONTEXT, this.#span))
  }

  /** Returns the context in which the parts of the request run. */
  enter(within: Context): Context {
    return trace.setSpan(within, this.#begin())
  }

  /** Returns the fields that lead from a log line of the request to its trace. */
  fields(): TraceFields {
    const { traceId, spanId } = this.#begin().spanContext()
    return { trace_id: traceId, span_id: spanId }
  }

  /** Ends the span, once. `aborted`: the client closed the connection before the answer was sent. */
  end(status: number, { aborted }: { readonly aborted: boolean }): void {
    if (this.#ended) return
    this.#ended = true
    const span = this.#begin()
    for (const other of this.#linked.values()) span.addLink({ context: other })
    span.setAttribute('http.response.status_code', status)
    if (aborted) span.setAttribute('error.type', 'aborted')
    if (aborted || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(timestamp())
  }

  #begin(): Span {
    if (this.#span !== undefined) return this.#span
    const { name, attributes, parent, stranger } = this.#facts
    const within = this.#joined ?? parent
    const others = [stranger, within === parent ? undefined : parent].filter((other) => other !== undefined)
    const span = (tracer ?? trace.getTracer('sesa')).startSpan(
      name,
      {
        kind: SpanKind.SERVER,
        startTime: this.#began,
        attributes,
        links: others.map((other) => ({ context: other })),
      },
      within === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, within),
    )
    this.#span = span
    const inside = trace.setSpan(ROOT_CONTEXT, span)
    for (const part of this.#waiting.splice(0)) part(inside)
    return span
  }
}

const REQUEST = createContextKey('sesa.request')

const requestOf = (within: Context): RequestSpan | undefined =>
  trace.getSpan(within) === undefined ? (within.getValue(REQUEST) as RequestSpan | undefined) : undefined

/** Runs the handling of a request, whose parts become parts of its span. */
export function inRequest<T>(request: RequestSpan, work: () => T): T {
  return context.with(context.active().setValue(REQUEST, request), work)
}

/** The context of the parts to come: inside the request's span if there is no closer one. */
function current(): Context {
  const active = context.active()
  return requestOf(active)?.enter(active) ?? active
}

/** A span as its seam names it; attributes hold names and states, never what a person typed. */
export interface SpanFacts {
  readonly name: string
  readonly kind?: 'client' | 'consumer'
  readonly attributes?: Attributes
}

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

function markFailed(span: Span, error: unknown): void {
  // The message may quote personal data; the log has it, cleaned.
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Runs work inside a span of its own. `describe` returns attributes of the result. */
export async function inSpan<T>(
  { name, kind, attributes = {} }: SpanFacts,
  work: () => Promise<T>,
  describe: (result: T) => Attributes = () => ({}),
): Promise<T> {
  if (tracer === undefined) return work()
  const within = current()
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

/**
 * Runs work that has no parts of its own, and records its span when it ends: so it may find out the trace to which its
 * request belongs. Outside a span or request it records nothing.
 */
export async function asPart<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (tracer === undefined) return work()
  const began = timestamp()
  const record = (error?: unknown): void => {
    const ended = timestamp()
    const part = (within: Context): void => {
      const span = tracer?.startSpan(name, { startTime: began }, within)
      if (span === undefined) return
      if (error !== undefined) markFailed(span, error)
      span.end(ended)
    }
    const active = context.active()
    const request = requestOf(active)
    if (request !== undefined) request.add(part)
    else if (trace.getSpan(active) !== undefined) part(active)
  }
  try {
    const result = await work()
    record()
    return result
  } catch (error) {
    record(error)
    throw error
  }
}

/** Makes the current request a part of a transfer's trace. Call it only for a transfer that is the caller's to see. */
export function joinTrace(traceparent: string | null): void {
  const other = tracer && parseTraceparent(traceparent)
  if (other) requestOf(context.active())?.join(other)
}

/** Runs work in the trace that began elsewhere, unless the current span is a part of it already. */
export async function continueTrace<T>(traceparent: unknown, work: () => Promise<T>): Promise<T> {
  const other = tracer && parseTraceparent(traceparent)
  if (!other) return work()
  const within = current()
  if (trace.getSpanContext(within)?.traceId === other.traceId) return context.with(within, work)
  return context.with(trace.setSpanContext(ROOT_CONTEXT, other), work)
}

/** Returns the `traceparent` of the current span; null without one. */
export function currentTraceparent(): string | null {
  if (tracer === undefined) return null
  const span = trace.getSpanContext(current())
  return span === undefined ? null : writeTraceparent(span)
}

/** Returns the fields that lead from a log line to its trace; none without one. */
export function traceFields(): Partial<TraceFields> {
  if (tracer === undefined) return {}
  const span = trace.getSpanContext(current())
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}
