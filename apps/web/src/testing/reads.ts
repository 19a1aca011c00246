import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Returns an element's text as people read it: some of its spaces never wrap, and some are not text. */
export const textOf = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()

/** Waits until the page contains these words somewhere, in any elements. */
export const reads = (words: string | RegExp): Promise<void> =>
  waitFor(() => expect(textOf(document.body)).toMatch(words))
