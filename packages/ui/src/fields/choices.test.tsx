// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { Checkbox } from './checkbox.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Switch } from './switch.tsx'

const NETWORKS = [
  { value: 'mtn', label: 'MTN', hint: 'Arrives in minutes' },
  { value: 'orange', label: 'Orange' },
  { value: 'telecel', label: 'Telecel', disabled: true },
] as const
type Network = (typeof NETWORKS)[number]['value']

function renderNetworks(more: { error?: string; disabled?: boolean } = {}) {
  return renderFor(
    <Controlled<Network | ''> initial="">
      {(value, onChange) => (
        <RadioGroup id="network" label="Network" options={NETWORKS} {...{ value, onChange }} {...more} />
      )}
    </Controlled>,
  )
}

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })

const descriptionOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

it.each([
  ['checkbox', Checkbox],
  ['switch', Switch],
] as const)('a %s changes when its label is pressed, and with the space bar', async (role, Component) => {
  const { user } = renderFor(
    <Controlled initial={false}>
      {(checked, onChange) => (
        <Component id="news" label="Send me news" hint="Once a month" {...{ checked, onChange }} />
      )}
    </Controlled>,
  )
  const box = screen.getByRole<HTMLInputElement>(role, { name: /^Send me news/ })
  expect(descriptionOf(box)).toBe('Once a month')
  await user.click(screen.getByText('Send me news'))
  expect(box.checked).toBe(true)
  await user.keyboard(' ')
  expect(box.checked).toBe(false)
})

it('a disabled checkbox does not change', async () => {
  const { user } = renderFor(
    <Controlled initial={false}>
      {(checked, onChange) => <Checkbox id="news" label="News" disabled {...{ checked, onChange }} />}
    </Controlled>,
  )
  await user.click(screen.getByText('News'))
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

it('a radio group has a name, and one choice at a time', async () => {
  const { user } = renderNetworks()
  expect(screen.getByRole('group', { name: 'Network' })).toBeTruthy()
  await user.click(screen.getByText('MTN'))
  expect(radio(/^MTN/).checked).toBe(true)
  await user.click(screen.getByText('Orange'))
  expect([radio(/^MTN/).checked, radio(/^Orange/).checked]).toEqual([false, true])
})

it('a disabled option cannot be chosen, nor any option of a disabled group', async () => {
  const { user, unmount } = renderNetworks()
  await user.click(screen.getByText('Telecel'))
  expect(radio(/^Telecel/).checked).toBe(false)
  unmount()

  renderNetworks({ disabled: true })
  await user.click(screen.getByText('MTN'))
  expect(radio(/^MTN/).checked).toBe(false)
})

it('the error of a radio group describes it, and its link lands on the first option', () => {
  renderNetworks({ error: 'Choose a network.' })
  expect(descriptionOf(screen.getByRole('group'))).toContain('Choose a network.')
  expect(document.getElementById('network')).toBe(radio(/^MTN/))
})

it('a password is hidden until it is shown, and stays as typed', async () => {
  const { user } = renderFor(
    <Controlled initial="">
      {(value, onChange) => (
        <PasswordField
          id="password"
          label="New password"
          autoComplete="new-password"
          strength={{ score: 2, words: 'Fair' }}
          {...{ value, onChange }}
        />
      )}
    </Controlled>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  const show = screen.getByRole('button', { name: 'Show new password' })
  await user.type(field, ' Rice & leaf ')
  expect([field.type, field.value]).toEqual(['password', ' Rice & leaf '])
  expect(descriptionOf(field)).toContain('Fair')

  await user.click(show)
  expect([field.type, field.value, show.getAttribute('aria-pressed')]).toEqual([
    'text',
    ' Rice & leaf ',
    'true',
  ])
  await user.click(show)
  expect(field.type).toBe('password')
})
