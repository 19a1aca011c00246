import { expect, it, vi } from 'vitest'
import { whileRunning } from './while-running.ts'

it('reads once for callers at the same time, and again afterwards', async () => {
  const read = vi.fn(() => Promise.resolve(read.mock.calls.length))
  const shared = whileRunning(read)
  expect(await Promise.all([shared(), shared()])).toEqual([1, 1])
  expect(await shared()).toBe(2)
})

it('fails for all callers, and reads again afterwards', async () => {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('well')
  const shared = whileRunning(read)
  const answers = await Promise.allSettled([shared(), shared()])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await shared()).toBe('well')
  expect(read).toHaveBeenCalledTimes(2)
})
