import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGate } from './gate.ts'
import { Refused } from './refused.ts'

const refusal = { code: 'sign_in_busy', retryAfter: 2 } as const

it('runs a limited number at once, in order, and refuses work when the queue is full', async () => {
  const gate = createGate({ atOnce: 2, waiting: 3, refusal })
  const order: number[] = []
  let [running, most] = [0, 0]
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    order.push(n)
    await sleep(1)
    running--
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((n) => gate.run(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill('fulfilled'),
    ...Array<string>(2).fill('rejected'),
  ])
  const last = results[6]
  expect(last).toMatchObject({ reason: expect.any(Refused) })
  expect(last).toMatchObject({ reason: { code: 'sign_in_busy', options: { retryAfter: 2 } } })
  expect(gate.counts).toEqual({ started: 5, refused: 2 })
})

it('frees the slot of work that fails', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0, refusal })
  const failing = gate.run(() => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await gate.run(() => Promise.resolve('next'))).toBe('next')
})
