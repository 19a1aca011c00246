import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { depositRequest, listenForWebhooks, payoutRequest, startSandbox } from './testing/sandbox.ts'

const WAIT = { timeout: 60_000, interval: 50 }
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const children = new Map<ChildProcessWithoutNullStreams, Promise<unknown>>()
let folder = ''
let dataFile = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  dataFile = join(folder, 'sandbox.sqlite')
})
afterEach(async () => {
  for (const child of children.keys()) child.kill('SIGKILL')
  // Until it has exited, a killed process may still write to the folder.
  await Promise.all(children.values())
  children.clear()
  await rm(folder, { recursive: true, force: true })
})

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], SANDBOX_PORT: '0', ...env },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  children.set(child, ended)
  return {
    child,
    ended,
    output,
    url: () =>
      vi.waitFor(() => {
        const url = /at (http:\/\/\S+)\/sandbox/.exec(output.out)?.[1]
        if (url === undefined) throw new Error(`not listening yet: ${output.err}`)
        return url
      }, WAIT),
  }
}

async function pay(url: string, phoneNumber: string) {
  const response = await fetch(`${url}/sandbox/pawapay/v2/payouts`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify(payoutRequest(phoneNumber)),
  })
  expect(await response.json()).toMatchObject({ status: 'ACCEPTED' })
}

describe('books in a file', () => {
  it('keeps pending payouts, open prompts, undelivered callbacks, messages, faults and keys across a kill', async () => {
    const product = await listenForWebhooks()
    const first = run({ SANDBOX_DATA_FILE: dataFile, SANDBOX_WEBHOOK_BASE: 'http://127.0.0.1:9' })
    const url = await first.url()
    await pay(url, '233241110002')
    await pay(url, '233241112233')
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify(body),
      })
    const deposit = depositRequest()
    const { phoneNumber } = deposit.payer.accountDetails
    await fetch(`${url}/sandbox/phones/${phoneNumber}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompts: 'ask' }),
    })
    await fetch(`${url}/sandbox/pawapay/v2/deposits`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: JSON.stringify(deposit),
    })
    await post('/sandbox/sms/messages', { to: '+231770000111', text: 'one' })
    await post('/sandbox/faults', { target: 'rates', mode: 'error_500', count: 1 })
    first.child.kill('SIGKILL')
    await first.ended

    const second = await startSandbox(product.url, dataFile, 61_000)
    try {
      const statuses = async () =>
        (await second.call('GET', '/sandbox/books')).json.payouts.map((row: { status: string }) => row.status)
      await vi.waitFor(async () => expect(await statuses()).toEqual(['completed', 'completed']), WAIT)
      const paid = () =>
        product.received.map(({ body }) => JSON.parse(body).recipient.accountDetails.phoneNumber)
      await vi.waitFor(() => expect(paid().toSorted()).toEqual(['233241110002', '233241112233']), WAIT)
      await second.answerPrompt(phoneNumber, deposit.depositId, true)
      expect((await second.call('GET', '/sandbox/books')).json.collections).toMatchObject([
        { reference: deposit.depositId, status: 'completed' },
      ])
      const again = { to: '+231770000111', text: 'one' }
      await second.call('POST', '/sandbox/sms/messages', again, { 'idempotency-key': 'once' })
      expect((await second.call('GET', '/sandbox/messages')).json.messages).toHaveLength(1)
      expect((await second.call('GET', '/sandbox/rates/latest')).status).toBe(500)
    } finally {
      await second.close()
      await product.close()
    }
  })

  it('pays a payout once although the process dies repeatedly when it is due', async () => {
    const product = await listenForWebhooks()
    const env = { SANDBOX_DATA_FILE: dataFile, SANDBOX_WEBHOOK_BASE: product.url }
    for (let round = 0; round < 3; round += 1) {
      const { child, ended, url } = run(env)
      await pay(await url(), '233241112233')
      child.kill('SIGKILL')
      await ended
    }
    const last = await startSandbox(product.url, dataFile, 61_000)
    try {
      const callbacks = () => new Set(product.received.map(({ body }) => JSON.parse(body).payoutId))
      await vi.waitFor(() => expect(callbacks().size).toBe(3), WAIT)
      const { json } = await last.pawapay('GET', '/wallet-balances?country=GHA')
      expect(json.balances[0].balance).toBe('99999999638.50')
    } finally {
      await last.close()
      await product.close()
    }
  })

  it('lets no other user of the machine read its files', async () => {
    await run({ SANDBOX_DATA_FILE: dataFile }).url()
    const names = (await readdir(folder)).sort()
    expect(names).toContain('sandbox.sqlite')
    for (const name of names)
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  })

  it('refuses a second process on the same file', async () => {
    await run({ SANDBOX_DATA_FILE: dataFile }).url()
    const second = run({ SANDBOX_DATA_FILE: dataFile })
    expect(await second.ended).toBe(1)
    expect(second.output.err).toBe(`sandbox: ${dataFile} is in use by another sandbox; stop that one first\n`)
  })
})

describe('the process', () => {
  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_abc' }, 'STRIPE_SECRET_KEY belongs to live operation'],
    [{ SOME_KEY: 'rk_live_abc' }, 'SOME_KEY belongs to live operation'],
    [{ MTN_LIVE_KEY: 'abc' }, 'MTN_LIVE_KEY belongs to live operation'],
    [{ PAWAPAY_BASE_URL: 'https://api.pawapay.io' }, 'PAWAPAY_BASE_URL belongs to live operation'],
    [{ HOST: '0.0.0.0' }, 'set SESA_SANDBOX_PUBLIC=1'],
    [{ SANDBOX_PORT: 'x' }, 'SANDBOX_PORT=x is not a port number'],
    [{ SANDBOX_DATA_FILE: '/nowhere/at/all.sqlite' }, 'cannot open /nowhere/at/all.sqlite'],
  ])('refuses to start with %j, in one line', async (env, message) => {
    const { ended, output } = run(env)
    expect(await ended).toBe(1)
    expect(output.err).toContain(message)
    expect(output.err.trim().split('\n')).toHaveLength(1)
    expect(output.err).not.toContain('_live_')
  })

  it('listens on all addresses when configured to', async () => {
    await run({ HOST: '0.0.0.0', SESA_SANDBOX_PUBLIC: '1' }).url()
  })

  it('reports a port that is in use', async () => {
    const port = new URL(await run({}).url()).port
    const second = run({ SANDBOX_PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.output.err).toBe(`sandbox: port ${port} is in use; choose another SANDBOX_PORT\n`)
  })

  it('exits with its parent, and on SIGTERM', async () => {
    const orphan = run({ SESA_EXIT_WITH_PARENT: '1' })
    await orphan.url()
    orphan.child.stdin.end()
    expect(await orphan.ended).toBe(0)
    const asked = run({})
    await asked.url()
    asked.child.kill('SIGTERM')
    expect(await asked.ended).toBe(0)
  })
})
