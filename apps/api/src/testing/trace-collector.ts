import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a process sent it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly service: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string }[]
}

type Attributes = { key: string; value: Record<string, unknown> }[]
interface Sent {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'links' | 'service'> & {
        attributes?: Attributes
        links?: { traceId: string }[]
      })[]
    }[]
  }[]
}

const valuesOf = (attributes: Attributes = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Receives spans as an OpenTelemetry collector does (OTLP over HTTP, as JSON). */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
        const service = String(valuesOf(resource.attributes)['service.name'])
        for (const { attributes, links = [], ...span } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: valuesOf(attributes), links })
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
