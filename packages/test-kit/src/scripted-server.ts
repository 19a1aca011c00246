/// <reference types="node" />
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A reaction to a request: an answer, a cut connection, or silence. */
export type Step = { status: number; body?: unknown } | 'drop' | 'hang'

export interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** JSON, once the request has been answered; undefined without one. */
  body?: unknown
}

export interface ScriptedServer {
  /** Every request so far, in order. */
  readonly heard: Heard[]
  /** The answers to the next requests, in order, each as soon as it is there; a request without one is answered 500. */
  next(...steps: (Step | Promise<Step>)[]): void
  readonly origin: string
  stop(): Promise<void>
}

/** A real HTTP server that answers by script, for the client's behaviour on answers no real API gives on demand. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const heard: Heard[] = []
  const script: (Step | Promise<Step>)[] = []
  const server = createServer((request, response) => {
    const call: Heard = { method: request.method ?? '', path: request.url ?? '', headers: request.headers }
    heard.push(call)
    void Promise.all([script.shift() ?? { status: 500 }, text(request)]).then(([step, body]) => {
      if (step === 'drop') request.socket.destroy()
      if (step === 'drop' || step === 'hang') return
      if (body !== '') call.body = JSON.parse(body)
      response.writeHead(step.status, { 'content-type': 'application/json' })
      response.end(step.body === undefined ? '' : JSON.stringify(step.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    next: (...steps) => void script.push(...steps),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
