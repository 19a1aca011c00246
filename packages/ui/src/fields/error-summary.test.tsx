// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderFor } from '../testing/render.tsx'
import { ErrorSummary, type SummaryError } from './error-summary.tsx'

function Form({ errors, attempt }: { errors: readonly SummaryError[]; attempt: number }) {
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <input id="amount" aria-label="You send" />
    </>
  )
}

const AMOUNT = { id: 'amount', message: 'Enter an amount.' }

it('shows nothing while there is nothing to correct', () => {
  renderFor(<Form errors={[]} attempt={1} />)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('receives the focus after each submit with errors, and not before', () => {
  const { rerender } = renderFor(<Form errors={[AMOUNT]} attempt={0} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Form errors={[AMOUNT]} attempt={1} />)
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'There is a problem' }))
  screen.getByRole('textbox').focus()
  rerender(<Form errors={[AMOUNT]} attempt={2} />)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

it('each line leads to its field; a line without a field is not a link', async () => {
  const { user } = renderFor(<Form errors={[AMOUNT, { message: 'The card was declined.' }]} attempt={1} />)
  expect(screen.getAllByRole('link')).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Enter an amount.' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

it('lists the errors in the order of the fields, whatever the order of the form’s values', () => {
  const errors = ['name', 'phone', 'network'].map((id) => ({ id, message: `Correct the ${id}.` }))
  const draw = (attempt: number) => (
    <>
      <ErrorSummary
        errors={attempt === 0 ? [] : [...errors, { message: 'The card was declined.' }]}
        attempt={attempt}
      />
      {['phone', 'network', 'name'].map((id) => (
        <input key={id} id={id} aria-label={id} />
      ))}
    </>
  )
  const { rerender } = renderFor(draw(0))
  rerender(draw(1))
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'The card was declined.',
    'Correct the phone.',
    'Correct the network.',
    'Correct the name.',
  ])
})
