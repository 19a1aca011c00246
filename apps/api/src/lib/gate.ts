import type { ErrorCode } from '@sesa/contract'
import { Refused } from './refused.ts'

export interface GateOptions {
  /** How many pieces of work run at the same time. */
  readonly atOnce: number
  /** How many more may wait for their turn. */
  readonly waiting: number
  /** The refusal beyond that, with the seconds after which trying again makes sense. */
  readonly refusal: { readonly code: ErrorCode; readonly retryAfter: number }
}

export interface Gate {
  /** Runs the work when its turn comes. Throws the gate's refusal at once when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many pieces of work were started and how many were refused so far. */
  readonly counts: { readonly started: number; readonly refused: number }
}

/** Bounds how much expensive work a process does at the same time, and how much waits. */
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
    // The one before hands its place over, so `running` stays as it is.
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
