// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { Calculator } from './calculator.tsx'
import { Converter } from './converter.tsx'

/** The page's rate calls, which the test answers in any order. */
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

it('never shows an amount next to another one’s conversion, and drops a late answer', async () => {
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

/** Opens the converter with LRD 1,000.00 converted, and discards that call. */
async function open(element = <Converter />) {
  renderFor(element)
  await pauseTyping()
  await calls[0]?.answer(50)
  calls = []
}
/** Returns the requested conversions, such as "LRD/GHS/1000.00". */
const asked = () => calls.map(({ path }) => path.replace('/currency/rates/', ''))
async function choose(name: string, country: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('combobox', { name }))
  fireEvent.click(screen.getByRole('option', { name: country }))
  await pauseTyping()
}

it('starts with Liberia and Ghana, offers every country in order, and shows neither a fee nor a rate', async () => {
  await open()
  const values = screen.getAllByRole<HTMLInputElement>('combobox').map(({ value }) => value)
  expect(values).toEqual(['LRD', 'GHS'])
  fireEvent.click(screen.getByRole('combobox', { name: 'Sending country' }))
  const options = screen.getAllByRole('option')
  expect(options.map(({ textContent }) => /^\D*?(?=\+|[A-Z]{3}|$)/.exec(textContent)?.[0].trim())).toEqual([
    'Sierra Leone',
    'Liberia',
    'Ghana',
    'United States',
  ])
  expect(document.body.textContent).not.toMatch(/fee|rate/i)
})

it('converts the amount to send again for another country, and each side by the other', async () => {
  await open()
  await type('You send', '500')
  await choose('Receiving country', /Sierra Leone/)
  await choose('Sending country', /United States/)
  await type('They receive', '75.50')
  expect(asked()).toEqual([
    'LRD/GHS/500.00',
    'LRD/SLE/500.00',
    'USD/SLE/500.00',
    'USD/SLE/75.50?side=receive',
  ])
})

const said = () => document.querySelector('p[role=status]:last-of-type')?.textContent
const isRed = (name: string) => box(name).getAttribute('aria-invalid') === 'true'

it('makes no call for zero, for equal currencies, and for text that is not an amount', async () => {
  await open()
  await type('You send', 'abc')
  expect([isRed('You send'), said()]).toEqual([true, 'Enter the amount in digits, such as 150.50.'])
  await type('They receive', 'xyz')
  expect(isRed('They receive')).toBe(true)
  await type('You send', '0')
  expect([box('You send').value, box('They receive').value]).toEqual(['0', '0'])
  await type('They receive', '0.00')
  expect([box('You send').value, isRed('You send')]).toEqual(['0', false])
  await choose('Receiving country', /Liberia/)
  await type('You send', '1250.5')
  expect(box('They receive').value).toBe('1,250.50')
  await type('They receive', '99')
  expect(box('You send').value).toBe('99.00')
  await type('You send', '12.345')
  expect([isRed('You send'), box('They receive').value]).toEqual([true, ''])
  expect(asked()).toEqual([])
})

it('accepts an amount below one, digit by digit', async () => {
  await open()
  for (const text of ['0', '0.', '0.7', '0.75']) fireEvent.input(box('You send'), { target: { value: text } })
  expect(box('You send').value).toBe('0.75')
  fireEvent.input(box('You send'), { target: { value: '0.' } })
  fireEvent.blur(box('You send'))
  await pauseTyping()
  expect(box('You send').value).toBe('0')
})

it.each([
  ['the converter', <Converter key="1" />],
  ['the calculator of a direction', <Calculator key="2" from="LR" to="GH" />],
])(
  '%s turns red when a conversion fails, says why, keeps the typed text, and recovers',
  async (_, element) => {
    await open(element)
    await type('You send', '700')
    for (let n = 0; n < 3; n++) {
      await calls[n]?.fail()
      await pauseTyping()
    }
    expect(box('You send').value).toBe('700')
    expect(said()).toContain('Check your connection')
    calls = []
    await type('You send', '701')
    await calls[0]?.answer(35)
    expect([isRed('You send'), said()]).toEqual([false, ''])
  },
)

it.each([
  ['the amount to send', {}, { side: 'send', amount: '1,000.00', asks: 'LRD/GHS/1000.00' }],
  [
    'the amount to receive',
    { receive: '75.50' },
    { side: 'receive', amount: '', asks: 'LRD/GHS/75.50?side=receive' },
  ],
])(
  'a calculator takes over %s that was typed before the script loaded',
  async (_, typed, { side, amount, asks }) => {
    const { container } = renderFor(
      <form>
        <Calculator from="LR" to="GH" typed={typed} />
      </form>,
    )
    await pauseTyping()
    expect(asked()).toEqual([asks])
    const form = new FormData(container.querySelector('form') ?? undefined)
    expect(Object.fromEntries(form)).toMatchObject({ from: 'LR', to: 'GH', side, amount })
  },
)

it('says what to type when a calculator’s text is not an amount', async () => {
  await open(<Calculator from="LR" to="GH" />)
  await type('You send', 'abc')
  expect(isRed('You send')).toBe(true)
  expect(screen.getByText('Enter the amount in digits, such as 150.50.').className).not.toContain('sr-only')
})
