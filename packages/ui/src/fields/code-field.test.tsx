// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
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

it.each([
  ' 123 456 ',
  '123-456',
  '123\u2011456',
  '1 2 3 4 5 6',
  'Your code is 123 456.',
  'Your Sesa code is 123456. It expires in 10 minutes. Never share it.\n\n@localhost #123456',
  'Use 123-456 within 10 minutes',
  '\u200e١٢٣٤٥٦',
])('accepts a pasted %j', async (text) => {
  const { field, user } = renderCode()
  await user.click(field)
  await user.paste(text)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['123456', null])
})

it.each(['1234567', '123456 or 654321', 'Call +231 77 012 3456', 'no code here'])(
  'does not cut a pasted %j to length, but says what fits',
  async (text) => {
    const { field, user } = renderCode()
    await user.type(field, '12')
    await user.paste(text)
    expect(field.value).toBe('12')
    expect(screen.getByText('Paste or type only the 6-digit code.')).toBeTruthy()
    await user.type(field, '3')
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['123', null])
  },
)

it('accepts a whole code pasted behind typed digits', async () => {
  const { field, user } = renderCode()
  await user.type(field, '12')
  await user.paste('123 456')
  expect(field.value).toBe('123456')
})

it('is not touched while a keyboard composes', () => {
  const { field } = renderCode()
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: '12 34-' }, isComposing: true })
  expect(field.value).toBe('12 34-')
  fireEvent.input(field, { target: { value: '12 34-56' }, isComposing: true })
  fireEvent.compositionEnd(field)
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
