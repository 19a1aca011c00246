import { describe, expect, it } from 'vitest'
import { waitAfter } from './backoff.ts'
import { isEnd, STATES } from './states.ts'

const SECOND = 1_000

describe('the wait before the next step', () => {
  it.each(STATES)('never gets shorter in %s, and stays between a second and ten minutes', (state) => {
    const waits = Array.from({ length: 60 }, (_, index) => waitAfter(state, index + 1))
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits[0]).toBeGreaterThanOrEqual(SECOND)
    expect(waits.at(-1)).toBeLessThanOrEqual(600 * SECOND)
    expect(waitAfter(state, 0)).toBe(waits[0])
  })

  it.each(STATES.filter((state) => !isEnd(state)))('is short at first in %s', (state) => {
    const most = state === 'awaiting_payment' ? 30 : 5
    expect(waitAfter(state, 1)).toBeLessThanOrEqual(most * SECOND)
    expect(waitAfter(state, 60)).toBeGreaterThanOrEqual(30 * SECOND)
  })
})
