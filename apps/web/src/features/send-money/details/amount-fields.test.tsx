// @vitest-environment happy-dom
import { COUNTRIES } from '@sesa/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderFor } from '../../../ui/testing/render.tsx'
import { emptyValues } from '../draft/values.ts'
import { corridor } from '../testing/corridor.ts'
import { AmountFields } from './amount-fields.tsx'
import { useAmounts } from './use-amounts.ts'
import { useDetails } from './use-details.ts'

function Fields() {
  const form = useDetails({
    terms: { sender: 'LR', corridors: [corridor], networks: [], allowance: null },
    initial: emptyValues('LR'),
    ready: () => Promise.resolve(null),
    onSubmit: () => Promise.resolve(undefined),
  })
  const { conversion, type } = useAmounts(form, 'LR')
  const config = { corridors: [corridor], countries: [...COUNTRIES], networks: [], deliveryMinutes: 30 }
  return (
    <AmountFields
      {...{ form, config, conversion }}
      sender="LR"
      bounds={null}
      problem={undefined}
      onType={type}
      onCountry={() => undefined}
    />
  )
}

it('shows neither amount nor price of an earlier amount while the new one is fetched, or cannot be', async () => {
  vi.useFakeTimers()
  const answers: ((answer: Response | Error) => void)[] = []
  vi.stubGlobal('fetch', () => {
    const held = Promise.withResolvers<Response>()
    answers.push((answer) => (answer instanceof Error ? held.reject(answer) : held.resolve(answer)))
    return held.promise
  })
  const wait = () => act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
  renderFor(<Fields />)
  const [send, receive] = ['You send', 'They receive'].map((name) =>
    screen.getByRole<HTMLInputElement>('textbox', { name }),
  ) as [HTMLInputElement, HTMLInputElement]
  const lines = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

  fireEvent.input(send, { target: { value: '15000' } })
  await wait()
  answers[0]?.(
    Response.json({
      value: 750,
      rate: '0.05',
      midRate: '0.051',
      asOf: '2026-01-02T03:04:05Z',
      margin: 10_000,
    }),
  )
  await wait()
  expect(receive.value).toBe('750.00')
  expect(lines().join()).toContain('LRD 100.00')

  fireEvent.input(send, { target: { value: '100' } })
  await wait()
  expect(receive.value).toBe('')
  expect(lines().slice(1, 4)).toEqual(['Getting the latest rate…', '…', '…'])

  for (let at = 1; at < 8; at++) {
    answers[at]?.(new TypeError('offline'))
    await wait()
  }
  expect(screen.getByText('We couldn’t convert the amount')).toBeTruthy()
  expect(receive.value).toBe('')
  expect(lines().join()).not.toMatch(/LRD 100|GHS/)
  vi.useRealTimers()
})
