import type { DatabaseSync } from 'node:sqlite'

/** The targets of a fault. `webhook` is every notification that the outside world sends to the product. */
export const FAULT_TARGETS = ['card', 'payout', 'sms', 'email', 'rates', 'webhook'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

/** How a call or a notification can go wrong. */
export const FAULT_MODES = [
  'time_out_before',
  'time_out_after',
  'error_500',
  'slow',
  'duplicate',
  'reorder',
  'drop',
] as const
export type Mode = (typeof FAULT_MODES)[number]

/** One fault as it is met: `ms` is how long `slow` and `reorder` hold something back, where the caller said so. */
export interface Fault {
  mode: Mode
  ms?: number
}

export interface Faults {
  /** Consumes one count of the oldest fault set for `target` (and one of `modes`, where given); null when none is left. */
  take(target: FaultTarget, modes?: readonly Mode[]): Fault | null
}

/** A notification to the product. `path` is the whole path at the product, such as `/webhooks/stripe`. */
export interface OutgoingRequest {
  path: string
  /** POST where nothing is said. */
  method?: 'PUT'
  headers: Record<string, string>
  body: string
  /** Signs as this sender does, freshly at each attempt, since the product refuses old timestamps. */
  sign?: 'stripe' | 'pawapay'
}

export interface WorldOptions {
  /** Where people reach the sandbox's pages, such as `http://localhost:3000/sandbox`; no trailing slash. */
  publicUrl: string
  /** The product's own origin, to which notifications go; no trailing slash. */
  webhookBase: string
  stripeWebhookSecret: string
  /** What pawaPay signs its callbacks with. */
  pawapay: { readonly signingKey: string; readonly form: 'der' | 'ieee-p1363' }
}

/** The outside world's one book and clock, shared by every rail that the sandbox plays. */
export interface World {
  db: DatabaseSync
  /** Milliseconds since the epoch. */
  now(): number
  options: WorldOptions
  faults: Faults
  /** Runs `act` in one transaction of the books; nested calls join the outer one. `act` must be synchronous. */
  atomically<T>(act: () => T): T
  /** Stores a notification and sends it from `dueAt` (default now), again and again with back-off until a 2xx or for as long as its sender does. */
  deliver(target: 'stripe' | 'pawapay' | 'mtn-momo', request: OutgoingRequest, dueAt?: number): void
  /** Stores work of `kind` that is due at `dueAt` (ms); `payload` must survive JSON. Same kind and key: replaces. */
  schedule(kind: string, key: string, dueAt: number, payload: unknown): void
  /**
   * The handler for due work of `kind`, at least once per item. A synchronous handler runs in one transaction with
   * the removal of its item, so exactly once. One that throws is tried again a second later.
   */
  onDue(kind: string, handler: (key: string, payload: unknown) => void | Promise<void>): void
}
