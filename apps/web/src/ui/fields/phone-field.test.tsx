// @vitest-environment happy-dom
import { COUNTRIES, type Country } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
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
  it.each([
    ['770123456', '+231770123456'],
    ['0770123456', '+231770123456'],
    ['+231770123456', '+231770123456'],
  ])('reports %s as %s', async (typed, value) => {
    const { field, user, values } = renderNumber()
    // An e2e journey covers typing while the formatting input replaces the plain one.
    await vi.dynamicImportSettled()
    await user.type(field(), typed)
    await waitFor(() => expect(values.at(-1)).toBe(value))
  })

  it('formats the number as it is typed once its code has loaded', async () => {
    const { field, user } = renderNumber()
    await vi.dynamicImportSettled()
    await user.type(field(), '770123456')
    await waitFor(() => expect(field().value).toMatch(/^0?77 012 3456$/))
  })

  it('chooses the country of a typed calling code, and International for another', async () => {
    const { field, user, choice } = renderNumber()
    await vi.dynamicImportSettled()
    await user.type(field(), '+23324')
    await waitFor(() => expect(choice()?.value).toBe('GH'))
    await user.clear(field())
    await user.type(field(), '+44')
    await waitFor(() => expect(choice()?.value).toBe(''))
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
