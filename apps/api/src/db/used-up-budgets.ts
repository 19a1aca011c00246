import type { Budget } from './budgets.ts'

/** How long a process treats a budget as used up before it asks the database again. */
const BELIEVED_MS = 5_000
/** Maximum number of remembered budgets; the oldest is dropped first. */
const MOST = 10_000

export interface UsedUpBudgets {
  /** Returns the seconds until all of these budgets are open, as far as this process knows; 0 means: ask the database. */
  waitOf(budgets: readonly Budget[]): number
  /** Remembers that a budget is used up for `wait` seconds. */
  remember(budget: Budget, wait: number): void
}

/**
 * Remembers used-up budgets in this process, so that a flood of refused calls costs neither a connection nor a lock in
 * the database. It only refuses sooner: the database counts every other call.
 */
export function createUsedUpBudgets(most = MOST): UsedUpBudgets {
  const known = new Map<string, { readonly opensAt: number; readonly believedUntil: number }>()
  return {
    waitOf(budgets) {
      const now = Date.now()
      const waits = budgets.map(({ bucket }) => {
        const found = known.get(bucket)
        if (found === undefined) return 0
        if (now < Math.min(found.believedUntil, found.opensAt)) return (found.opensAt - now) / 1_000
        known.delete(bucket)
        return 0
      })
      return Math.max(0, ...waits)
    },
    remember({ bucket }, wait) {
      const now = Date.now()
      known.delete(bucket)
      known.set(bucket, { opensAt: now + wait * 1_000, believedUntil: now + BELIEVED_MS })
      const oldest = known.keys().next().value
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
  }
}
