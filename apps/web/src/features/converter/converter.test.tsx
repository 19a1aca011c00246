// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderFor } from '../../ui/testing/render.tsx'
import { Converter } from './converter.tsx'

/** The rate calls of the page, to be answered in any order. */
let calls: { path: string; answer: (value: number) => Promise<void>; fail: () => Promise<void> }[]

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  vi.stubGlobal('fetch', (path: string) => {
    const held = Promise.withResolvers<Response>()
    const settled = async (settle: () => void) =>
      act(async () => (settle(), vi.advanceTimersByTimeAsync(0)).then())
    calls.push({
      path: String(path),
      answer: (value) =>
        settled(() =>
          held.resolve(
            Response.json({
              value,
              rate: '0.05',
              midRate: '0.051',
              asOf: '2026-01-02T03:04:05Z',
              margin: 100,
            }),
          ),
        ),
      fail: () => settled(() => held.reject(new TypeError('offline'))),
    })
    return held.promise
  })
})
afterEach(() => vi.useRealTimers())

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const pauseTyping = () => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)))
async function type(name: string, value: string): Promise<void> {
  fireEvent.input(box(name), { target: { value } })
  await pauseTyping()
}

it('shows no amount beside another one than it belongs to, and drops a late answer', async () => {
  renderFor(<Converter />)
  await pauseTyping()
  await calls[0]?.answer(50)
  expect(box('They receive').value).toBe('50.00')
  await type('You send', '15000')
  expect([box('They receive').value, box('They receive').getAttribute('aria-busy')]).toEqual(['', 'true'])
  await type('You send', '100')
  expect(calls.map(({ path }) => /[\d.]+$/.exec(path)?.[0])).toEqual(['1000.00', '15000.00', '100.00'])
  await calls[2]?.answer(5)
  await calls[1]?.answer(750)
  expect(box('They receive').value).toBe('5.00')
  expect(box('They receive').getAttribute('aria-busy')).toBe('false')
})

it('shows no amount while none can be fetched', async () => {
  renderFor(<Converter />)
  await pauseTyping()
  await calls[0]?.answer(50)
  await type('They receive', '20')
  expect(box('You send').value).toBe('')
  for (const call of calls.slice(1)) await call.fail()
  await pauseTyping()
  for (const call of calls.slice(2)) await call.fail()
  await pauseTyping()
  expect(box('You send').value).toBe('')
})

it('asks once for an amount, however it is written', async () => {
  renderFor(<Converter />)
  await pauseTyping()
  await type('You send', '1500')
  await calls[1]?.answer(75)
  fireEvent.blur(box('You send'))
  await pauseTyping()
  expect([box('You send').value, box('They receive').value]).toEqual(['1,500.00', '75.00'])
  expect(calls).toHaveLength(2)
})
