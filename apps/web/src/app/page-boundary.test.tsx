// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { CodeLost } from '../lib/loading/load-code.ts'
import { PageBoundary } from './page-boundary.tsx'

function Broken({ error }: { error: Error }): never {
  throw error
}

it.each([
  [new CodeLost('no code'), 'We couldn’t load this page', /connection/],
  [
    new DOMException('The node to be removed is not a child', 'NotFoundError'),
    'This page stopped working',
    /our side/,
  ],
  [new TypeError('x is undefined'), 'This page stopped working', /our side/],
])('blames the connection only for code that did not arrive: %s', (error, title, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderFor(
    <MemoryRouter>
      <PageBoundary>
        <Broken error={error} />
      </PageBoundary>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(screen.getByRole('alert').textContent).toMatch(words)
  expect(/connection/.test(document.body.textContent)).toBe(error instanceof CodeLost)
})
