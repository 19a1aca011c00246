import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'testing/escaping-server.ts')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Running {
  readonly base: string
  readonly child: ChildProcess
  /** What it wrote to standard error, and to standard output. */
  readonly said: string[]
  readonly printed: string[]
  /** Whether the server is handling the slow request. */
  readonly isSlow: () => boolean
  readonly isDraining: () => boolean
}

async function startServer(): Promise<Running> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [out, said] = [[] as string[], [] as string[]]
  child.stdout.on('data', (data: Buffer) => out.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()))
  const base = await vi.waitFor(
    () => {
      const [url] = /http:\S+/.exec(out.join('')) ?? []
      if (url === undefined) throw new Error(`Not listening: ${said.join('')}`)
      return url
    },
    { timeout: 60_000, interval: 50 },
  )
  return {
    base,
    child,
    said,
    printed: out,
    isSlow: () => out.join('').includes('slow'),
    isDraining: () => out.join('').includes('draining'),
  }
}

const alertsOf = ({ printed }: Running) =>
  printed
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ level }) => level === 'alert')

async function slowRequest(running: Running): Promise<{ answer: Promise<Response> }> {
  const answer = fetch(`${running.base}/slow`)
  await vi.waitFor(() => expect(running.isSlow()).toBe(true), { timeout: 30_000 })
  return { answer }
}

describe('a server process', () => {
  it('reports and counts an unhandled rejection, and keeps serving', async () => {
    const running = await startServer()
    const { answer } = await slowRequest(running)
    expect((await fetch(`${running.base}/reject`)).status).toBe(200)
    expect((await answer).status).toBe(200)
    expect((await fetch(`${running.base}/healthz`)).status).toBe(200)
    expect(alertsOf(running)).toEqual([
      {
        level: 'alert',
        time: expect.any(Number),
        pid: running.child.pid,
        hostname: expect.any(String),
        process: 'server',
        msg: 'escaped error',
        event: 'unhandled_rejection',
        type: 'TypeError',
        stack: expect.stringContaining('escaping-server.ts'),
      },
    ])
    const metrics = await (await fetch(`${running.base}/metrics`)).text()
    expect(metrics).toContain('sesa_escaped_errors_total{event="unhandled_rejection"} 1')
    expect(metrics).toContain('sesa_escaped_errors_total{event="uncaught_exception"} 0')
    expect(running.child.exitCode).toBeNull()
  })

  it('says first that it is about to stop, and serves until balancers have noticed', async () => {
    const running = await startServer()
    const ended = once(running.child, 'exit')
    expect((await fetch(`${running.base}/readyz`)).status).toBe(200)
    running.child.kill('SIGTERM')
    await vi.waitFor(() => expect(running.isDraining()).toBe(true), { timeout: 30_000 })
    expect((await fetch(`${running.base}/readyz`)).status).toBe(503)
    expect((await fetch(`${running.base}/slow`)).status).toBe(200)
    expect((await ended)[0]).toBe(0)
  })

  it('finishes requests in flight after an uncaught exception, then exits with code 1', async () => {
    const running = await startServer()
    const ended = once(running.child, 'exit')
    const { answer } = await slowRequest(running)
    void fetch(`${running.base}/throw`).catch(() => undefined)
    expect((await answer).status).toBe(200)
    expect((await ended)[0]).toBe(1)
    expect(alertsOf(running)).toMatchObject([{ event: 'uncaught_exception', type: 'TypeError' }])
    expect([...running.said, ...running.printed].join('')).not.toContain('ama@example.com')
  })
})
