/**
 * Starts a timer on the process's monotonic clock, which keeps running while the process is stopped. Returns a function
 * that returns the elapsed milliseconds.
 */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
