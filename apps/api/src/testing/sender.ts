import type { Quote, TransferDetail } from '@sesa/contract'
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'

export interface Answer<T = Record<string, never>> {
  readonly status: number
  readonly body: T
  readonly code: string | undefined
}

export interface Opened {
  readonly id: string
  readonly clientSecret: string
  readonly customerSessionClientSecret: string | null
  readonly quote: Quote
}

let numbers = randomInt(900)

/**
 * Returns a different Ghanaian MTN number each time (900 of them). Its last four digits decide how the sandbox's
 * carrier behaves.
 */
export function recipient(ending = '1234'): string {
  return `+23324${100 + (numbers++ % 900)}${ending}`
}

/** A signed-in customer. */
export class Sender {
  readonly userId: string
  readonly #base: string

  constructor(userId: string, base: string) {
    this.userId = userId
    this.#base = base
  }

  async call<T = Record<string, never>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.userId}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = (text === '' ? {} : JSON.parse(text)) as T & { error?: { code: string } }
    return { status: response.status, body: parsed, code: parsed.error?.code }
  }

  /** Returns a valid request body at the current rate. */
  async draft(change: Record<string, unknown> = {}, amount = 5_000): Promise<Record<string, unknown>> {
    const { value } = (await this.call<{ value: number }>('GET', `/currency/rates/USD/GHS/${amount / 100}`))
      .body
    return {
      amount,
      currency: 'USD',
      country: 'GH',
      name: 'Ama Mensah',
      phone: recipient(),
      method: 'momo',
      network: 'mtn',
      receiveCurrency: 'GHS',
      receiveAmount: Math.round(value * 100),
      ...change,
    }
  }

  /** Returns the customer's view of a payment's transfer. */
  async transfer(id: string): Promise<TransferDetail> {
    const path = `/user/transactions/${id}`
    return (await this.call<{ transfer: TransferDetail }>('GET', path)).body.transfer
  }

  create(body: object, key?: string): Promise<Answer<Opened>> {
    return this.call<Opened>('POST', '/create-payment-intent', body, key ? { 'idempotency-key': key } : {})
  }

  /** Opens a payment. Retries as its answer asks when the server is too busy. */
  async open(change: Record<string, unknown> = {}, amount = 5_000): Promise<Opened> {
    const { status, body, code } = await this.create(await this.draft(change, amount))
    if (code === 'unavailable') return this.open(change, amount)
    expect(body).toHaveProperty('clientSecret')
    expect(status).toBe(200)
    return body
  }
}
