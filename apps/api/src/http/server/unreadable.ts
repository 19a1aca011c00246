import { ERRORS, type ErrorCode } from '@sesa/contract'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Answers a malformed or too slow HTTP request in the usual error shape, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Nothing can be sent before the handshake ends; a write would wait forever.
  if ('secureConnecting' in socket && socket.secureConnecting === true) return void socket.destroy()
  const code = CODES[error.code ?? ''] ?? 'malformed_request'
  const { status, message } = ERRORS[code]
  const body = JSON.stringify({ error: { code, message, requestId: randomUUID() } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
