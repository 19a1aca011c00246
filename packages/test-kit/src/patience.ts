/// <reference types="node" />
import { availableParallelism, loadavg } from 'node:os'

/**
 * Returns, in milliseconds, how long a test waits for something that takes at most `seconds` on a quiet machine,
 * multiplied by the load per core. So an event that never happens fails soon, and a busy machine makes a test slow
 * without failing it.
 */
export const within = (seconds: number): number =>
  Math.ceil(seconds * 1_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

/** Options for `vi.waitFor` and `expect.poll`, for an immediate effect. */
export const PATIENCE = {
  get timeout() {
    return within(20)
  },
  interval: 25,
}
