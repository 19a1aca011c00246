import { log } from '../lib/log.ts'
import { useTracer } from '../lib/tracing.ts'
import type { Config } from '../config/config.ts'

/** How long spans wait for others before they are sent, in milliseconds. */
const BATCH_MS = 2_000
/** How long a collector may take, in milliseconds: a process that stops waits for it. */
const SEND_MS = 3_000

/** The pause between two lines about a collector that takes nothing, in milliseconds. */
const COMPLAIN_MS = 60_000

const SILENT = {
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  verbose: () => undefined,
}

/** Returns a function that logs once a minute that spans are lost. */
function createComplaint(): () => void {
  let saidAt = -Infinity
  return () => {
    if (performance.now() - saidAt < COMPLAIN_MS) return
    saidAt = performance.now()
    log().warn({ part: 'traces' }, 'spans are lost: the collector at OTEL_EXPORTER_OTLP_ENDPOINT takes none')
  }
}

/**
 * Starts to record traces and to send them to a collector; without settings it loads nothing. Returns a function that sends
 * what is left and stops. A collector that does not answer costs spans, never a request.
 */
export async function startTracing(
  settings: Config['tracing'],
  kind: 'server' | 'worker' | 'office',
): Promise<() => Promise<void>> {
  if (settings === undefined) return async () => undefined
  const [{ context, diag, DiagLogLevel }, sdk, hooks, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  diag.setLogger({ ...SILENT, error: createComplaint() }, DiagLogLevel.ERROR)
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: SEND_MS,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `sesa-${kind}`, 'process.pid': process.pid }),
    // A transfer's later requests and steps follow the decision that its first request got.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  })
  useTracer(provider.getTracer('sesa'))
  return async () => {
    useTracer(undefined)
    await provider.shutdown().catch(() => undefined)
    context.disable()
    diag.disable()
  }
}
