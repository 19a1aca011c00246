/// <reference types="node" />
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A reaction to a request: an answer, a cut connection, or silence. */
export type Step = { status: number; body?: unknown } | 'drop' | 'hang'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** The JSON body, set when the request is answered; undefined without a body. */
  body?: unknown
}

export interface ScriptedServer {
  /** Every request so far, in order. */
  readonly received: ReceivedRequest[]
  /** Sets the answers to the next requests, in order, each sent once it is available. A request without one gets a 500. */
  next(...steps: (Step | Promise<Step>)[]): void
  readonly origin: string
  stop(): Promise<void>
}

/** Starts a real HTTP server that answers by script, to test clients with answers that real APIs do not give on demand. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = []
  const script: (Step | Promise<Step>)[] = []
  const server = createServer((request, response) => {
    const call: ReceivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    }
    received.push(call)
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
    received,
    next: (...steps) => void script.push(...steps),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
