import { Customer, type Sent, type Served } from './customer.ts'

/** Milliseconds; each is a measured value, not an interpolated one. */
export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface TransfersResult {
  readonly users: number
  readonly count: number
  readonly perSecond: number
  /** From the success of the card payment to the product's own record of `sent`. */
  readonly toSent: Percentiles
  /** The same, until `/send-money` answered the customer. */
  readonly toSeen: Percentiles
}

/** Returns the value that the given share of the values does not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const percentiles = (values: readonly number[]): Percentiles => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
})

/** Signs up `count` people, a few at a time. */
export async function signUp(served: Served, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  while (customers.length < count) {
    const few = Math.min(4, count - customers.length)
    customers.push(...(await Promise.all(Array.from({ length: few }, () => Customer.signUp(served)))))
  }
  return customers
}

/** The transfers of one run, before they are summed up. */
export interface Run {
  readonly users: number
  readonly seconds: number
  readonly sent: readonly (Sent & { readonly by: Customer })[]
}

/** Makes each customer send one transfer after another until all of them together have sent `count`. */
export async function sendMoney(customers: readonly Customer[], count: number): Promise<Run> {
  const sent: (Sent & { readonly by: Customer })[] = []
  let begun = 0
  const start = performance.now()
  await Promise.all(
    customers.map(async (by) => {
      while (begun++ < count) sent.push({ ...(await by.sendMoney()), by })
    }),
  )
  return { users: customers.length, seconds: (performance.now() - start) / 1000, sent }
}

/** Summarizes a run. Asks the product when each transfer was sent, so it must not be part of the run. */
export async function sumUp({ users, seconds, sent }: Run): Promise<TransfersResult> {
  const waits: number[] = []
  for (const { id, by, cardSucceededAt } of sent) {
    // The worker may finish before the card's answer has reached the customer.
    waits.push(Math.max(0, (await by.sentAt(id)) - cardSucceededAt))
  }
  return {
    users,
    count: sent.length,
    perSecond: sent.length / seconds,
    toSent: percentiles(waits),
    toSeen: percentiles(sent.map(({ seenAfter }) => seenAfter)),
  }
}
