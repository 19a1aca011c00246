import * as v from 'valibot'
import { ConfigError } from './provider-settings.ts'

/** Where spans go, and which share of the traces is recorded. */
export interface TracingSettings {
  /** The OTLP endpoint over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** From 0 to 1. */
  readonly ratio: number
}

const settings = v.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^/]+/, 'is no http or https URL'),
      v.url('is no http or https URL'),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(v.string(), v.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'is no number from 0 to 1'), v.transform(Number)),
    '1',
  ),
})

/** Reads the settings of tracing; undefined: no traces. Throws ConfigError. */
export function readTracing(
  env: Readonly<Record<string, string | undefined>>,
): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...rest } = env
  const read = v.safeParse(settings, endpoint ? { ...rest, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : rest)
  if (!read.success) {
    const issue = read.issues[0]
    throw new ConfigError(`Setting ${v.getDotPath(issue) ?? '?'} ${issue.message}.`)
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = read.output
  return OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : { endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, ratio: OTEL_TRACES_SAMPLER_ARG }
}
