import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const WEB = path.resolve(import.meta.dirname, '../../../apps/web')
const FOLDER = path.resolve(import.meta.dirname, '../../../.cache/bench/plain')
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** The same pages as a plain single-page application, with the product's API behind it. */
export interface PlainServer {
  readonly base: string
  stop(): Promise<void>
}

/** Builds the baseline from the current sources and serves it. All other requests go to `product`. */
export async function servePlain(product: string): Promise<PlainServer> {
  await promisify(execFile)(process.execPath, [path.join(WEB, 'build/baseline.ts'), FOLDER])
  const server = createServer((asked, answer) => {
    serve(asked, answer, product).catch((error: unknown) => answer.destroy(error as Error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(FOLDER, { recursive: true, force: true })
    },
  }
}

async function serve(asked: IncomingMessage, answer: ServerResponse, product: string): Promise<void> {
  const { pathname } = new URL(asked.url ?? '/', product)
  // Compressed and cached like the product's own files.
  if (/^\/assets\/[\w.-]+$/.test(pathname)) {
    return sendFile(answer, pathname, {
      'content-type': TYPES[path.extname(pathname)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  if (asked.method === 'GET' && asked.headers.accept?.includes('text/html')) {
    return sendFile(answer, '/index.html', {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  }
  const { method, headers } = asked
  const passed = request(new URL(asked.url ?? '/', product), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  passed.on('error', (error) => answer.destroy(error))
  asked.pipe(passed)
}

async function sendFile(
  answer: ServerResponse,
  file: string,
  headers: Record<string, string>,
): Promise<void> {
  const body = await readFile(path.join(FOLDER, `${file}.br`))
  answer.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': body.length })
  answer.end(body)
}
