// @vitest-environment happy-dom
import { COUNTRIES, type Country } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { PhoneField, type PhoneCountry } from './phone-field.tsx'

function renderNumber(countries: readonly Country[] = COUNTRIES, country: PhoneCountry = 'LR', initial = '') {
  const values: string[] = []
  const rendered = renderFor(
    <Controlled initial={initial} onChange={(value) => values.push(value)}>
      {(value, onChange) => (
        <PhoneField id="phone" label="Phone" {...{ value, onChange, countries, country }} />
      )}
    </Controlled>,
  )
  return {
    ...rendered,
    values,
    field: () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }),
    choice: () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Country calling code' }),
  }
}

describe('the phone field', () => {
  it('formats the number as it is typed', async () => {
    const { field, user } = renderNumber()
    await user.type(field(), '770123456')
    expect(field().value).toBe('77 012 3456')
  })

  it.each([
    ['{ArrowLeft>4/}{Backspace}', '77 013 456', 5],
    ['{ArrowLeft>5/}9', '77 012 93456', 8],
    ['{Home}{ArrowRight}{ArrowRight}{Delete}', '77 123 456', 2],
    ['{Home}0', '077 012 3456', 1],
  ])('keeps the caret at its digit after %s', async (keys, shown, caret) => {
    const { field, user } = renderNumber()
    await user.type(field(), `770123456${keys}`)
    expect([field().value, field().selectionStart]).toEqual([shown, caret])
  })

  it('chooses the country of a typed calling code, and International for another', async () => {
    const { field, user, choice } = renderNumber()
    await user.type(field(), '+23324')
    await waitFor(() => expect(choice()?.value).toBe('GH'))
    await user.clear(field())
    await user.type(field(), '+44')
    await waitFor(() => expect(choice()?.value).toBe(''))
  })

  it('accepts a calling code without its plus under International', async () => {
    const { field, user, choice } = renderNumber(COUNTRIES, null)
    await user.type(field(), '44791')
    expect([field().value, choice()?.value]).toEqual(['+44791', ''])
    await user.clear(field())
    await user.type(field(), '233241234567')
    expect([field().value, choice()?.value]).toEqual(['+233 24 123 4567', 'GH'])
  })

  it('replaces the calling code when a country is chosen, and puts the cursor back into the number', async () => {
    const { field, user, choice, values } = renderNumber(COUNTRIES, 'LR', '+231770123456')
    await user.selectOptions(choice() ?? field(), 'GH')
    expect(values.at(-1)).toBe('+233770123456')
    expect(document.activeElement).toBe(field())
  })

  it('offers no choice where we serve only one country', () => {
    expect(renderNumber(COUNTRIES.slice(0, 1)).choice()).toBeNull()
  })
})
