import { expect, test } from 'vitest'
import { announcement, clockText, secondsLeft } from './clock.ts'

const END = '2026-11-21T10:30:00.000Z'
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)

test('counts whole seconds down to zero and no further', () => {
  expect(secondsLeft(END, at('10:00:00.000'))).toBe(1800)
  expect(secondsLeft(END, at('10:29:59.001'))).toBe(1)
  expect(secondsLeft(END, at('10:30:00.000'))).toBe(0)
  expect(secondsLeft(END, at('11:00:00.000'))).toBe(0)
})

test('shows minutes and seconds', () => {
  expect([1800, 61, 9, 0].map(clockText)).toEqual(['30:00', '01:01', '00:09', '00:00'])
})

test('announces five minutes and one minute once each, and not the end', () => {
  const seconds = Array.from({ length: 1801 }, (_, index) => 1800 - index)
  const spoken = seconds.map((left) => ({ left, text: announcement(left) }))
  const changes = spoken.filter(({ text }, index) => index > 0 && text !== spoken[index - 1]?.text)
  expect(changes).toEqual([
    { left: 300, text: 'This price is locked for 5 more minutes.' },
    { left: 60, text: 'This price is locked for 1 more minute.' },
    { left: 0, text: '' },
  ])
})
