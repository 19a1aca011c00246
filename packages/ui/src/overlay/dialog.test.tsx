// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from '../button.tsx'
import { renderFor } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'

function renderQuestion({ busy = false, open = true } = {}) {
  const onClose = vi.fn()
  const draw = (isOpen: boolean) => (
    <Dialog
      open={isOpen}
      title="Cancel this transfer?"
      closeLabel="Keep the transfer"
      actions={<Button>Cancel it</Button>}
      {...{ onClose, busy }}
    >
      <p>The money goes back to your card.</p>
    </Dialog>
  )
  const rendered = renderFor(draw(open))
  const dialog = rendered.container.querySelector('dialog')
  if (dialog === null) throw new Error('No dialog was drawn')
  return { ...rendered, onClose, dialog, redraw: (isOpen: boolean) => rendered.rerender(draw(isOpen)) }
}

it('opens as a modal dialog, named by its title', () => {
  const { dialog } = renderQuestion()
  expect(dialog.open).toBe(true)
  expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
    'Cancel this transfer?',
  )
})

it('opens and closes as its caller asks', () => {
  const { dialog, redraw } = renderQuestion({ open: false })
  expect(dialog.open).toBe(false)
  redraw(true)
  expect(dialog.open).toBe(true)
  redraw(false)
  expect(dialog.open).toBe(false)
})

it('asks its caller to close on its button, on Escape and on a tap outside it', async () => {
  const { dialog, onClose, user } = renderQuestion()
  await user.click(screen.getByRole('button', { name: 'Keep the transfer' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(2)
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledTimes(3)
  expect(dialog.open).toBe(true)
})

it('stays when its content is tapped', async () => {
  const { onClose, user } = renderQuestion()
  await user.click(screen.getByText('The money goes back to your card.'))
  expect(onClose).not.toHaveBeenCalled()
})

it('stays while its work runs', () => {
  const { dialog, onClose } = renderQuestion({ busy: true })
  const escape = new Event('cancel', { cancelable: true })
  fireEvent(dialog, escape)
  fireEvent.click(dialog)
  expect(escape.defaultPrevented).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Keep the transfer' })).toHaveProperty('disabled', true)
})
