/**
 * Starts a timer on the process's monotonic clock, which keeps running while the process is stopped. Returns a function
 * that gives the elapsed milliseconds.
 */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
