// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { CodeField } from './code-field.tsx'

function renderCode(error?: string) {
  const rendered = renderFor(
    <Controlled initial="">
      {(value, onChange) => (
        <CodeField id="code" label="Code" digits={6} {...{ value, onChange }} {...(error && { error })} />
      )}
    </Controlled>,
  )
  return { ...rendered, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' }) }
}

it('accepts a code digit by digit, up to its length', async () => {
  const { field, user } = renderCode()
  await user.type(field, '1234567')
  expect(field.value).toBe('123456')
})

it('accepts a pasted code with spaces', async () => {
  const { field, user } = renderCode()
  await user.click(field)
  await user.paste(' 123 456 ')
  expect(field.value).toBe('123456')
})

it('lets the phone fill in the code, and shows the number pad', () => {
  const { field } = renderCode()
  expect([field.autocomplete, field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
})

it('is described by its error', () => {
  const { field } = renderCode('That code isn’t right.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Error: That code isn’t right.',
  )
})
