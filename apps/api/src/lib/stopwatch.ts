/**
 * Measures from now on, by the steady clock of this process, which goes on while the process is stopped. The function
 * that it gives says how many milliseconds have passed.
 */
export function startStopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
