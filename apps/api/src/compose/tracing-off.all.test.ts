import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Loads the product as a process does and prints which parts of the SDK it asked for. */
const script = (settings: string) => `
  const { registerHooks } = require('node:module')
  const loaded = []
  registerHooks({
    resolve(name, context, next) {
      if (/^@opentelemetry\\/(?!api)/.test(name) && !context.parentURL.includes('node_modules')) loaded.push(name)
      return next(name, context)
    },
  })
  Promise.all([import('./product.ts'), import('./tracing.ts')])
    .then(([, { startTracing }]) => startTracing(${settings}, 'server'))
    .then((stop) => stop())
    .then(() => console.log(JSON.stringify(loaded.sort())))`

function loadedWith(settings: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script(settings)], {
    cwd: join(import.meta.dirname),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

it('loads nothing of the SDK unless traces are recorded', () => {
  expect(loadedWith('undefined')).toEqual([])
  expect(loadedWith(`{ endpoint: 'http://127.0.0.1:9', headers: {}, ratio: 1 }`)).toEqual([
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ])
})
