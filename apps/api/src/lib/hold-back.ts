import { setTimeout as sleep } from 'node:timers/promises'

const HELD_MS = 1_000
/** Calls held back at the same time; further ones are refused at once. */
const MOST = 2_000

let held = 0

/**
 * Lets a client that was refused and asks again wait a second for its answer. A flood over few connections slows down
 * to one call a second for each of them, at the price of a timer.
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
