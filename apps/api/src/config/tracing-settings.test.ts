import { describe, expect, it } from 'vitest'
import { readTracing } from './tracing-settings.ts'

describe('the settings of tracing', () => {
  it('are off without an endpoint', () => {
    expect(readTracing({})).toBeUndefined()
    expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 'x' })).toBeUndefined()
  })

  it('record every transfer unless a share is set', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    expect(readTracing(endpoint)).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: {}, ratio: 1 })
    expect(
      readTracing({
        ...endpoint,
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b,tenant=sesa',
      }),
    ).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'api-key': 'a=b', tenant: 'sesa' },
      ratio: 0.05,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT is no http or https URL'],
    ['OTEL_TRACES_SAMPLER_ARG', '5', 'OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'OTEL_EXPORTER_OTLP_HEADERS is no list such as api-key=abc'],
  ])('name %s when it is wrong', (name, value, message) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value }
    expect(() => readTracing(env)).toThrow(message)
  })
})
