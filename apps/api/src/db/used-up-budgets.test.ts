import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUsedUpBudgets } from './used-up-budgets.ts'

const budget = (bucket: string) => ({ bucket, most: 1, seconds: 3_600 })

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

it('returns the longest wait of the used-up budgets', () => {
  const usedUp = createUsedUpBudgets()
  usedUp.remember(budget('one'), 60)
  usedUp.remember(budget('two'), 90)
  expect(usedUp.waitOf([budget('one'), budget('two'), budget('three')])).toBe(90)
  vi.setSystemTime(1_002_000)
  expect(usedUp.waitOf([budget('one')])).toBe(58)
  expect(usedUp.waitOf([budget('three')])).toBe(0)
})

it('asks the database again after five seconds, and when the budget opens', () => {
  const usedUp = createUsedUpBudgets()
  usedUp.remember(budget('long'), 60)
  usedUp.remember(budget('short'), 2)
  vi.setSystemTime(1_002_000)
  expect(usedUp.waitOf([budget('short')])).toBe(0)
  expect(usedUp.waitOf([budget('long')])).toBe(58)
  vi.setSystemTime(1_005_000)
  expect(usedUp.waitOf([budget('long')])).toBe(0)
})

it('keeps a bounded number of budgets', () => {
  const usedUp = createUsedUpBudgets(2)
  for (const bucket of ['one', 'two', 'three']) usedUp.remember(budget(bucket), 60)
  expect(['one', 'two', 'three'].map((bucket) => usedUp.waitOf([budget(bucket)]))).toEqual([0, 60, 60])
})
