/** Returns a read that callers share while it runs: those who come in between get the same answer. */
export function whileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () =>
    (running ??= read().finally(() => {
      running = undefined
    }))
}
