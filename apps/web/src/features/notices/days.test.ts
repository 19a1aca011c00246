import { describe, expect, it } from 'vitest'
import { byDay, type Notice } from './days.ts'

const notice = (id: string, at: Date): Notice => ({
  id,
  at: at.toISOString(),
  kind: 'receipt',
  title: 'x',
  body: 'x',
  path: '/',
  read: true,
})
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)

describe('the days of notices', () => {
  it('are named by the device’s calendar, newest first', () => {
    const list = [
      notice('a', at(24, 0, 1)),
      notice('b', at(23, 23, 59)),
      notice('c', at(23, 0)),
      notice('d', at(3, 12)),
    ]
    const days = byDay(list, at(24, 9)).map(({ label, notices }) => [label, notices.map(({ id }) => id)])
    expect(days).toEqual([
      ['Today', ['a']],
      ['Yesterday', ['b', 'c']],
      ['03 Nov 2026', ['d']],
    ])
  })

  it('are none without notices', () => {
    expect(byDay([], at(24, 9))).toEqual([])
  })
})
