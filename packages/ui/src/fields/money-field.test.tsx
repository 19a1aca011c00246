// @vitest-environment happy-dom
import { formatAmount, money, parseAmount } from '@sesa/money'
import { fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

describe('an amount that the field has tidied', () => {
  it('keeps its whole units while it is shortened', async () => {
    const { field, user } = renderAmount()
    await user.type(field, '25000')
    await user.tab()
    expect(field.value).toBe('25,000.00')
    await user.type(field, '{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(field.value).toBe('2500')
    await user.tab()
    expect(field.value).toBe('2,500.00')
  })

  it('gives way to a text that replaces it, in its own notation', async () => {
    const { field, user } = renderAmount()
    await user.type(field, '25000')
    await user.tab()
    await user.clear(field)
    await user.paste('1.234,50')
    await user.tab()
    expect(field.value).toBe('1,234.50')
  })

  it('has the changed digit and no other, whatever single digit is edited', () => {
    const { field } = renderAmount()
    const set = (value: string, inputType: string) => fireEvent.input(field, { target: { value }, inputType })
    const edit = fc.record({
      at: fc.nat(20),
      digit: fc.constantFrom('', ...'0123456789'),
      over: fc.boolean(),
    })
    let tried = 0
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 9_999_999_999n }), edit, (minor, { at, digit, over }) => {
        const shown = formatAmount(money(minor, 'GHS'))
        fireEvent.focus(field)
        field.setSelectionRange(0, field.value.length)
        fireEvent(field, new InputEvent('beforeinput', { bubbles: true }))
        set(String(minor).replace(/..$/, '.$&'), 'insertFromPaste')
        fireEvent.blur(field)
        expect(field.value).toBe(shown)
        const [start, erased] = [at % shown.length, digit === '' || over]
        if (erased && !/\d/.test(shown.charAt(start))) return
        const end = start + (erased ? 1 : 0)
        field.setSelectionRange(digit === '' ? end : start, end)
        fireEvent(field, new InputEvent('beforeinput', { bubbles: true }))
        set(
          shown.slice(0, start) + digit + shown.slice(end),
          digit === '' ? 'deleteContentBackward' : 'insertText',
        )
        fireEvent.blur(field)
        const place = shown.slice(0, start).replaceAll(',', '').length
        const plain = shown.replaceAll(',', '')
        const meant = parseAmount(plain.slice(0, place) + digit + plain.slice(place + end - start), 'GHS')
        const read = parseAmount(field.value, 'GHS')
        expect(read).toEqual(meant)
        if (meant.ok) expect(field.value).toBe(formatAmount(meant.money))
        tried += 1
      }),
      { numRuns: 500 },
    )
    expect(tried).toBeGreaterThan(300)
  })

  it('is not touched while a keyboard composes, and read once that has ended', () => {
    const { field } = renderAmount()
    fireEvent.input(field, { target: { value: '25000' } })
    fireEvent.blur(field)
    field.setSelectionRange(9, 9)
    fireEvent.compositionStart(field)
    fireEvent(field, new InputEvent('beforeinput', { bubbles: true, isComposing: true }))
    for (const value of ['25,000.0', '25,00', '25,001'])
      fireEvent.input(field, { target: { value }, isComposing: true })
    expect(field.value).toBe('25,001')
    fireEvent.compositionEnd(field)
    fireEvent.blur(field)
    expect(field.value).toBe('25,001.00')
  })
})
