// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RailsOverview } from '@sesa/contract/office'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, sampleMe } from '../../testing/samples.ts'
import { PlannedClosings } from './planned-closings.tsx'

const CLOSINGS = '/office/api/planned-closings'
const closing = {
  ...{ id: '7', rail: 'pawapay', to: { country: 'GH', network: 'mtn' }, corridor: null, isRunning: false },
  ...{ from: at(600), until: at(780), words: 'Repaired until four.', plannedBy: 'Ekow', reason: 'Announced' },
}
const overview: RailsOverview = {
  rails: [{ rail: 'pawapay', isSetUp: true, answeredAt: at(-1) }],
  routes: [
    {
      ...{ country: 'GH', network: 'mtn', position: 1, rail: 'pawapay' },
      ...{ state: 'open', words: null, minimum: null, maximum: null },
    },
  ],
}

const open = (roles: Parameters<typeof sampleMe>[0] = ['engineer']) =>
  renderPage(<PlannedClosings overview={overview} />, { me: sampleMe(roles) })

it('lists what is planned, and cancels what has not begun', async () => {
  const running = {
    ...closing,
    id: '8',
    isRunning: true,
    rail: null,
    to: null,
    corridor: { sender: 'US', recipient: 'GH' },
  }
  const calls = scriptServer({
    [`GET ${CLOSINGS}`]: [200, { closings: [closing, running] }],
    [`POST ${CLOSINGS}/7/cancel`]: [200, { closings: [running] }],
  })
  const { user } = open()
  expect(await screen.findByRole('row', { name: /^pawapay, MTN/ })).toBeDefined()
  expect(screen.getByRole('row', { name: /to Ghana/ }).textContent).toContain('Closed now')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.type(screen.getByLabelText('Reason'), 'They moved it')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel closing' }))
  expect(screen.queryByRole('row', { name: /^pawapay, MTN/ })).toBeNull()
  expect(calls.at(-1)?.body).toEqual({ reason: 'They moved it' })
})

it('plans a closing in UTC, and keeps what was typed when it is refused', async () => {
  let refuses = true
  const calls = scriptServer({
    [`GET ${CLOSINGS}`]: [200, { closings: [] }],
    'POST /office/api/rails/pawapay/closings': () =>
      refuses ? refusal(409, 'action_refused', 'The closing would already be over.') : [204],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Review closing' }))
  expect(screen.getByText('Choose a rail.')).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Rail'), 'pawapay')
  await user.selectOptions(screen.getByLabelText('Networks to close'), 'GH/mtn')
  for (const [key, time] of [
    ['From', '01:00'],
    ['Until', '04:00'],
  ] as const) {
    await user.type(screen.getByLabelText(`${key}, day`), '2026-11-29')
    await user.type(screen.getByLabelText(`${key}, time (UTC)`), time)
  }
  await user.type(screen.getByLabelText('Message to customers'), 'Repaired until four.')
  await user.click(screen.getByRole('button', { name: 'Review closing' }))
  await user.click(screen.getByRole('button', { name: 'Plan closing' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Announced')
  await user.click(dialog.getByRole('button', { name: 'Plan closing' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('already be over')
  expect(screen.getByLabelText('Message to customers')).toHaveProperty('value', 'Repaired until four.')
  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Plan closing' }))
  expect(await screen.findByRole('button', { name: 'Review closing' })).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    to: { country: 'GH', network: 'mtn' },
    ...{ from: '2026-11-29T01:00:00.000Z', until: '2026-11-29T04:00:00.000Z' },
    ...{ words: 'Repaired until four.', reason: 'Announced' },
  })
})

it('shows them to every role, without the form', async () => {
  scriptServer({ [`GET ${CLOSINGS}`]: [200, { closings: [closing] }] })
  open(['support'])
  expect(await screen.findByRole('row', { name: /^pawapay, MTN/ })).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
