import { freePort } from '@sesa/embedded-postgres'
import { expect, it } from 'vitest'
import { OPERATIONS, operationsOf } from '../config/server.ts'
import { readSettings, type Environment } from '../config/setting.ts'
import { callProvider } from '../lib/crash-points.ts'
import { Refused } from '../lib/refused.ts'
import { createMetrics } from './server/metrics.ts'
import { serveOperations } from './operations.ts'

const readOperations = (env: Environment) => operationsOf(readSettings(env, OPERATIONS))

it('serves health, readiness and metrics on a separate port', async () => {
  const port = await freePort()
  let isReady = true
  const readiness = {
    check: async () => {
      if (!isReady) throw new Refused('unavailable')
    },
    leave: () => undefined,
  }
  const close = await serveOperations(readOperations({ OPERATIONS_PORT: String(port) }), {
    readiness,
    metrics: createMetrics({}),
  })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: await response.text() }
  }
  try {
    expect(await get('/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' })
    expect((await get('/readyz')).status).toBe(200)
    isReady = false
    expect((await get('/readyz')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
    await callProvider('test.answers', async () => ({ ok: true, value: 1 }))
    await callProvider('test.answers', async () => ({ ok: false, reason: 'silent' }))
    await callProvider('test.answers', () => Promise.reject(new Error('no'))).catch(() => undefined)
    const { body } = await get('/metrics')
    for (const outcome of ['answered', 'silent', 'failed'])
      expect(body).toContain(
        `sesa_provider_call_duration_seconds_count{call="test.answers",outcome="${outcome}"} 1`,
      )
  } finally {
    await close()
  }
})

it('serves nothing without a port, and names a wrong setting', async () => {
  const nothing = {
    readiness: { check: async () => undefined, leave: () => undefined },
    metrics: createMetrics({}),
  }
  await (
    await serveOperations(readOperations({}), nothing)
  )()
  expect(() => readOperations({ OPERATIONS_PORT: '70000' })).toThrow('OPERATIONS_PORT is no port')
  expect(() => readOperations({ DRAIN_SECONDS: 'soon' })).toThrow('DRAIN_SECONDS is no number from 0 to 120')
})
