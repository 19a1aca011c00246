import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox } from '../index.ts'

interface Received {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Simulates the product's side of webhooks: records requests and answers with the next of `answers`, else 200. */
export async function listenForWebhooks() {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    answers,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts a listening sandbox with a clock that can be moved forward. */
export async function startSandbox(webhookBase: string, dataFile = ':memory:', ahead = 0) {
  let skipped = ahead
  const sandbox = await createSandbox({
    dataFile,
    publicUrl: 'http://localhost:3000/sandbox',
    webhookBase,
    stripeWebhookSecret: 'whsec_test',
    now: () => Date.now() + skipped,
  })
  const url = await sandbox.app.listen({ port: 0, host: '127.0.0.1' })

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }

  return {
    url,
    call,
    close: () => sandbox.close(),
    /** Moves the sandbox's clock forward. */
    skip(ms: number) {
      skipped += ms
    },
    phone: async (msisdn: string) => (await call('GET', `/sandbox/phones/${msisdn}`)).json,
    setPhone: (msisdn: string, settings: { prompts: string; endsAfterMinutes?: number; holder?: string }) =>
      call('PUT', `/sandbox/phones/${msisdn}`, settings),
    answerPrompt: (msisdn: string, id: string, approve: boolean) =>
      call('POST', `/sandbox/phones/${msisdn}/prompts/${id}`, { approve }),
    dial: (msisdn: string, code: string) => call('POST', `/sandbox/phones/${msisdn}/dial`, { code }),
    setFault: (fault: { target: string; mode: string; count: number; ms?: number }) =>
      call('POST', '/sandbox/faults', fault),
    pawapay: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(method, `/sandbox/pawapay/v2${path}`, body, { authorization: 'Bearer test', ...headers }),
  }
}

/** Returns a well-formed payout of 120.50 GHS to a number that is paid at once. */
export function payoutRequest(phoneNumber = '233241112233', more: Record<string, unknown> = {}) {
  return {
    payoutId: randomUUID(),
    amount: '120.50',
    currency: 'GHS',
    recipient: { type: 'MMO', accountDetails: { phoneNumber, provider: 'MTN_MOMO_GHA' } },
    ...more,
  }
}

/** Returns a well-formed deposit of 120.50 GHS from a number whose phone is asked. */
export function depositRequest(phoneNumber = '233241112233', more: Record<string, unknown> = {}) {
  return {
    depositId: randomUUID(),
    amount: '120.50',
    currency: 'GHS',
    payer: { type: 'MMO', accountDetails: { phoneNumber, provider: 'MTN_MOMO_GHA' } },
    ...more,
  }
}
