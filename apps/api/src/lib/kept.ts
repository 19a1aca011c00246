/**
 * Returns a reader that keeps its answer for `ms`, and reads once for all waiting callers. A failure is not kept: the next
 * caller tries again. `now` is a clock in milliseconds.
 */
export function keeping<T>(ms: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly until: number; readonly answer: Promise<T> } | null = null
  return () => {
    if (kept !== null && now() < kept.until) return kept.answer
    const asked = { until: now() + ms, answer: read() }
    kept = asked
    asked.answer.catch(() => {
      if (kept === asked) kept = null
    })
    return asked.answer
  }
}
