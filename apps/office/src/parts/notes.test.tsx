// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer } from '../testing/office.tsx'
import { at, idOf, sampleMe } from '../testing/samples.ts'
import { Notes } from './notes.tsx'

const PATH = `/office/api/customers/${idOf(40)}/notes`
const note = {
  id: '1',
  author: 'Esi Addo',
  at: at(-60),
  text: 'Will send a receipt.',
  reference: 'S-WP41P001',
}
const open = () =>
  renderPage(<Notes subject={{ customer: idOf(40) }} />, { at: '/', route: '/', me: sampleMe(['support']) })

it('lists notes with their author and transfer, and adds one', async () => {
  const added = { ...note, id: '2', text: 'It came.', reference: null }
  const calls = scriptServer({
    [`GET ${PATH}`]: [200, { notes: [note] }],
    [`POST ${PATH}`]: [201, { notes: [added, note] }],
  })
  const { user } = open()
  expect(await screen.findByText('Will send a receipt.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(screen.getByText('Enter a note.')).toBeDefined()
  await user.type(screen.getByLabelText('Note'), ' It came. ')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText('It came.')).toBeDefined()
  expect(screen.getByLabelText('Note')).toHaveProperty('value', '')
  expect(calls.at(-1)?.body).toEqual({ text: 'It came.' })
})

it('keeps a note that was not stored', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, { notes: [] }], [`POST ${PATH}`]: refusal(503, 'unavailable') })
  const { user } = open()
  await user.type(await screen.findByLabelText('Note'), 'It came.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'It came.')
})
