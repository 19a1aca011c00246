// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { MoneyField } from './money-field.tsx'

function renderAmount(more: { error?: string; hint?: string; invalid?: boolean } = {}) {
  const rendered = renderFor(
    <Controlled initial="">
      {(value, onChange) => (
        <MoneyField id="amount" label="You send" currency="GHS" {...{ value, onChange }} {...more} />
      )}
    </Controlled>,
  )
  return { ...rendered, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'You send' }) }
}

const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

it.each([
  ['1500.5', '1,500.50'],
  ['1 500', '1,500.00'],
  ['0.1', '0.10'],
])('keeps %s as typed and formats it as %s when the field is left', async (typed, formatted) => {
  const { field, user } = renderAmount()
  await user.type(field, typed)
  expect(field.value).toBe(typed)
  await user.tab()
  expect(field.value).toBe(formatted)
})

it('leaves invalid input as typed', async () => {
  const { field, user } = renderAmount()
  await user.type(field, 'ten')
  await user.tab()
  expect(field.value).toBe('ten')
})

it('is described by its currency, and by its hint and error if present', () => {
  const { field } = renderAmount({ error: 'Minimum GHS 6.00.' })
  expect(described(field)).toEqual(['Error: Minimum GHS 6.00.', 'GHS'])
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('inputmode')).toBe('decimal')
})

it('marks an amount as invalid without a message', () => {
  expect(renderAmount({ invalid: true }).field.getAttribute('aria-invalid')).toBe('true')
})
