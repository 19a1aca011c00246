import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../world/world.ts'

/** Invariants that hold at every moment; the others hold once the world is quiet. */
export const ALWAYS = /^(I1|I2|I3|I7|I9|I10|I11|D\d)$/
/** A rule that allows some minutes: money that paid no transfer is booked by a job of each minute. */
const IN_TIME = /^a wallet's payment that did not pay/

/** Checks take longer the more transfers there are. */
const PAUSE_PART = 9
const LEAST_PAUSE_MS = 150

/** Reads of the books while the run is in progress. */
export interface Reads {
  /** Rules checked against at least one row, and how many of them were violated. */
  checked: number
  broken: number
  /** Reads of a ledger with postings, and how many did not add up to zero. */
  ledger: number
  unbalanced: number
  readonly problems: string[]
}

/** Checks the invariants until stopped. While the database is down, it retries. */
export function watch(world: World, reads: Reads): () => Promise<void> {
  let stopped = false
  const looking = (async () => {
    while (!stopped) {
      const began = performance.now()
      const findings = await world.invariants().catch(() => [])
      for (const { id, name, examined, offending } of findings) {
        if (!ALWAYS.test(id) || IN_TIME.test(name) || examined === 0) continue
        reads.checked++
        const isLedger = id === 'I1' || id === 'I2'
        if (isLedger) reads.ledger++
        if (offending.length === 0) continue
        reads.broken++
        if (isLedger) reads.unbalanced++
        reads.problems.push(`${id} broken in mid-run: ${name}: ${JSON.stringify(offending).slice(0, 1_000)}`)
      }
      await sleep(Math.max(LEAST_PAUSE_MS, PAUSE_PART * (performance.now() - began)))
    }
  })()
  return async () => {
    stopped = true
    await looking
  }
}
