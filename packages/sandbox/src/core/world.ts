import type { DatabaseSync } from 'node:sqlite'

/** Targets of a fault. `webhook` covers every notification that the outside world sends to the product. */
export const FAULT_TARGETS = [
  'card',
  'payout',
  'collection',
  'sms',
  'email',
  'push',
  'identity',
  'rates',
  'rates_history',
  'screening',
  'webhook',
] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

/** How a call or a notification can fail. `unavailable`: pawaPay rejects a new request, and may accept it later. */
export const FAULT_MODES = [
  'time_out_before',
  'time_out_after',
  'error_500',
  'slow',
  'duplicate',
  'reorder',
  'drop',
  'unavailable',
] as const
export type Mode = (typeof FAULT_MODES)[number]

/** A fault to apply: `ms` is how long `slow` and `reorder` delay something, if set. */
export interface Fault {
  mode: Mode
  ms?: number
}

export interface Faults {
  /** Consumes one count of the oldest fault set for `target` (and one of `modes`, if given); null when none is left. */
  take(target: FaultTarget, modes?: readonly Mode[]): Fault | null
}

/** A notification to the product. `path` is the full path at the product, such as `/webhooks/stripe`. */
export interface OutgoingRequest {
  path: string
  /** Default: POST. */
  method?: 'PUT'
  headers: Record<string, string>
  body: string
  /** The rail whose faults can affect it; default: its sender's. */
  rail?: FaultTarget
  /** Signs as this sender does, anew at each attempt, because the product refuses old timestamps. */
  sign?: 'stripe' | 'pawapay' | 'monime'
}

export interface WorldOptions {
  /** Address of the sandbox's pages for people, such as `http://localhost:3000/sandbox`; no trailing slash. */
  publicUrl: string
  /** Actual target of notifications for the product's public address: the product on this machine; no trailing slash. */
  webhookBase: string
  /** Signs Stripe's notifications, and Monime's. */
  stripeWebhookSecret: string
  /** Key and encoding of pawaPay's callback signatures. */
  pawapay: { readonly signingKey: string; readonly form: 'der' | 'ieee-p1363' }
}

/** The outside world's books and clock, shared by every rail of the sandbox. */
export interface World {
  db: DatabaseSync
  /** Milliseconds since the epoch. */
  now(): number
  options: WorldOptions
  faults: Faults
  /** Runs `act` in one transaction of the books; nested calls join the outer one. `act` must be synchronous. */
  atomically<T>(act: () => T): T
  /**
   * Stores a notification and sends it from `dueAt` (default now). Retries with back-off until a 2xx, for as
   * long as its sender would.
   */
  deliver(
    target: 'stripe' | 'pawapay' | 'mtn-momo' | 'monime' | 'smile-id',
    request: OutgoingRequest,
    dueAt?: number,
  ): void
  /**
   * Stores work of `kind` that is due at `dueAt` (ms); `payload` must survive JSON. Replaces earlier work of
   * the same kind and key.
   */
  schedule(kind: string, key: string, dueAt: number, payload: unknown): void
  /**
   * Sets the handler for due work of `kind`, called at least once per item. A synchronous handler runs in one
   * transaction with the removal of its item, so its effect happens exactly once. A handler that throws is retried a
   * second later.
   */
  onDue(kind: string, handler: (key: string, payload: unknown) => void | Promise<void>): void
}
