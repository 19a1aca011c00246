import type { ErrorCode } from '@sesa/contract'
import { Refused } from './refused.ts'

export interface GateOptions {
  /** Maximum number of jobs that run at once. */
  readonly atOnce: number
  /** Maximum number of jobs that wait. */
  readonly waiting: number
  /** Code and retry time, in seconds, of the refusal beyond that. */
  readonly refusal: { readonly code: ErrorCode; readonly retryAfter: number }
}

export interface Gate {
  /** Runs the work when its turn comes. Throws the gate's refusal at once when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Number of jobs started and refused so far. */
  readonly counts: { readonly started: number; readonly refused: number }
}

/** Limits how much expensive work a process does at once, and how much waits. */
export function createGate({ atOnce, waiting, refusal }: GateOptions): Gate {
  const counts = { started: 0, refused: 0 }
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    if (queue.length >= waiting) {
      counts.refused++
      throw new Refused(refusal.code, { retryAfter: refusal.retryAfter })
    }
    // The finished job passes on its slot, so `running` does not change.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    counts,
    async run(work) {
      await enter()
      counts.started++
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
