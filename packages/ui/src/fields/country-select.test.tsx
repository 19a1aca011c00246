// @vitest-environment happy-dom
import { COUNTRIES, type CountryCode } from '@sesa/contract'
import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { CountrySelect } from './country-select.tsx'
import type { FindCountries } from './use-country-search.ts'

const none: FindCountries = () => Promise.resolve([])

function renderList(find: FindCountries = none, disabled = false) {
  const chosen: CountryCode[] = []
  const rendered = renderFor(
    <Controlled<CountryCode> initial="GH" onChange={(code) => chosen.push(code)}>
      {(value, onChange) => (
        <CountrySelect
          id="country"
          label="Country"
          disabled={disabled}
          {...{ value, onChange, find }}
          countries={COUNTRIES}
        />
      )}
    </Controlled>,
  )
  return { ...rendered, chosen, box: screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' }) }
}

const names = () => screen.getAllByRole('option').map((option) => option.textContent)
const isOpen = (box: HTMLElement) => box.getAttribute('aria-expanded') === 'true'
const active = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('the country list', () => {
  it('opens on a tap with every country, the current one marked', async () => {
    const { box, user } = renderList()
    expect(isOpen(box)).toBe(false)
    expect(box.value).toBe('Ghana')
    await user.click(box)
    expect(isOpen(box)).toBe(true)
    expect(names()).toHaveLength(COUNTRIES.length)
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Ghana')
    expect(active(box)).toContain('Ghana')
  })

  it('filters by any part of the name and announces how many are left', async () => {
    const { box, user } = renderList()
    await user.click(box)
    await user.keyboard('leone')
    expect(names()).toEqual(['Sierra LeoneSLE'])
    expect(screen.getByRole('status').textContent).toBe('1 country available')
  })

  it('chooses by keyboard: arrows wrap around, Home and End jump, Enter selects', async () => {
    const { box, user, chosen } = renderList()
    await user.click(box)
    await user.keyboard('{End}{ArrowDown}')
    expect(active(box)).toBe(names()[0])
    await user.keyboard('{ArrowUp}')
    expect(active(box)).toBe(names().at(-1))
    await user.keyboard('{Home}{Enter}')
    expect(chosen).toEqual([COUNTRIES[0]?.code])
    expect(isOpen(box)).toBe(false)
    expect(box.value).toBe(COUNTRIES[0]?.name)
  })

  it('chooses by a tap', async () => {
    const { box, user, chosen } = renderList()
    await user.click(box)
    await user.click(screen.getByRole('option', { name: /Liberia/ }))
    expect(chosen).toEqual(['LR'])
    expect(box.value).toBe('Liberia')
  })

  it.each(['{Escape}', '{Tab}'])('closes on %s and keeps the country', async (key) => {
    const { box, user, chosen } = renderList()
    await user.click(box)
    await user.keyboard(`leone${key}`)
    expect(isOpen(box)).toBe(false)
    expect(box.value).toBe('Ghana')
    expect(chosen).toEqual([])
  })

  it('says when no country we serve has that name', async () => {
    const { box, user } = renderList()
    await user.click(box)
    await user.keyboard('atlantis')
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(screen.getAllByText('We don’t serve a country with that name yet.')).toHaveLength(2)
  })

  it('names a known country that we do not serve, and finds a misspelled one', async () => {
    const find: FindCountries = (text) =>
      Promise.resolve(text === 'kenia' ? [{ code: 'KE', name: 'Kenya' }] : [{ code: 'LR', name: 'Liberia' }])
    const { box, user } = renderList(find)
    await user.click(box)
    await user.keyboard('kenia')
    expect(await screen.findAllByText('We don’t serve Kenya yet.')).not.toEqual([])
    await user.clear(box)
    await user.keyboard('lyberia')
    expect(await screen.findByRole('option')).toHaveProperty('textContent', 'LiberiaLRD')
  })

  it('closes after five seconds without activity, and a key restarts the time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { box, user } = renderList()
      await user.click(box)
      await act(() => vi.advanceTimersByTimeAsync(4_000))
      await user.keyboard('{ArrowDown}')
      await act(() => vi.advanceTimersByTimeAsync(4_000))
      expect(isOpen(box)).toBe(true)
      await act(() => vi.advanceTimersByTimeAsync(1_500))
      expect(isOpen(box)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not open while it is disabled', async () => {
    const { box, user } = renderList(none, true)
    await user.click(box)
    expect(isOpen(box)).toBe(false)
  })
})
