import { createSandbox, type Sandbox } from '@sesa/sandbox'
import { afterAll, beforeAll } from 'vitest'

/** Serves the sandbox over HTTP during a file's tests, only for adapters: it sends no callbacks. */
export function useSandbox(): { readonly url: string; readonly app: Sandbox['app'] } {
  let sandbox: Sandbox | undefined
  let url = ''
  beforeAll(async () => {
    const unused = 'http://127.0.0.1:9'
    sandbox = await createSandbox({
      dataFile: ':memory:',
      publicUrl: unused,
      webhookBase: unused,
      stripeWebhookSecret: 'whsec_unused',
    })
    url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => sandbox?.close())
  return {
    get url() {
      return url
    },
    get app() {
      if (sandbox === undefined) throw new Error('The sandbox runs while tests do')
      return sandbox.app
    },
  }
}
