import * as v from 'valibot'
import { ConfigError } from './provider-settings.ts'

/** Where spans go, and which share of the traces is recorded. */
export interface TracingSettings {
  /** The OTLP endpoint over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** What the collector asks for, such as a key. */
  readonly headers: Readonly<Record<string, string>>
  /** From 0 to 1. */
  readonly ratio: number
}

const endpoint = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'is no http or https URL'),
  v.transform((text) => text.replace(/\/+$/, '')),
)

const HEADERS = /^[\w-]+=[^,]*(?:,[\w-]+=[^,]*)*$/

const settings = v.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      v.regex(HEADERS, 'is no list such as api-key=abc,tenant=sesa'),
      v.transform((text) =>
        Object.fromEntries(
          text.split(',').map((pair): [string, string] => {
            const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? []
            return [name, value]
          }),
        ),
      ),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'is no number from 0 to 1'),
      v.transform(Number),
    ),
    '1',
  ),
})

/** Reads the settings of tracing; undefined without an endpoint: no traces. Throws ConfigError. */
export function readTracing(env: Readonly<Record<string, string | undefined>>): TracingSettings | undefined {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return undefined
  const read = v.safeParse(settings, env)
  if (!read.success) {
    const issue = read.issues[0]
    throw new ConfigError(`Setting ${v.getDotPath(issue) ?? '?'} ${issue.message}.`)
  }
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS = {},
    OTEL_TRACES_SAMPLER_ARG,
  } = read.output
  return {
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: OTEL_EXPORTER_OTLP_HEADERS,
    ratio: OTEL_TRACES_SAMPLER_ARG,
  }
}
