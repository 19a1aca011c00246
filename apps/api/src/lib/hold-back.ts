import { setTimeout as sleep } from 'node:timers/promises'

const HELD_MS = 1_000
/** Maximum number of delayed calls at once; further ones are refused immediately. */
const MOST = 2_000

let held = 0

/**
 * Delays the response by a second for a client that repeats a refused call. A flood over few connections slows down to
 * one call per second each, at the cost of a timer.
 */
export async function holdBack(): Promise<void> {
  if (held >= MOST) return
  held++
  try {
    await sleep(HELD_MS)
  } finally {
    held--
  }
}
