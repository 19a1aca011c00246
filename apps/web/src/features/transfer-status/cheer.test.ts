import type { TransferDetail } from '@sesa/contract'
import { expect, test } from 'vitest'
import { isNews, markOf } from './cheer.ts'

const AT = '2026-11-21T10:00:00.000Z'
const now = Date.parse(AT) + 60_000
const transfer = (change: Partial<TransferDetail> = {}) => ({
  payment_id: 'pi_1',
  status: 'sent' as const,
  timeline: [{ step: 'sent' as const, at: AT, text: 'Delivered' }],
  ...change,
})

test('celebrates an arrival that has just happened', () => {
  expect(isNews(transfer(), { now, cheered: [] })).toBe(true)
  expect(isNews(transfer(), { now, cheered: [markOf('pi_2')] })).toBe(true)
})

test.each([
  ['celebrated before', transfer(), { now, cheered: [markOf('pi_2'), markOf('pi_1')] }],
  ['from an hour ago', transfer(), { now: now + 3_600_000, cheered: [] }],
  ['in progress', transfer({ status: 'processing' }), { now, cheered: [] }],
  ['refunded', transfer({ status: 'refunded' }), { now, cheered: [] }],
  ['without the time of its arrival', transfer({ timeline: [] }), { now, cheered: [] }],
] as const)('does not celebrate a transfer %s', (_what, detail, seen) => {
  expect(isNews(detail, seen)).toBe(false)
})

test('keeps a digest, not the id of a payment', () => {
  expect(markOf('pi_3QxAbCdEf')).toMatch(/^[0-9a-z]{1,7}$/)
  expect(markOf('pi_1')).not.toBe(markOf('pi_2'))
})
