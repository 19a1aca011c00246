import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Returns the text of an element as one reads it: some of its spaces never wrap, and some are no text. */
export const textOf = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()

/** Waits until the page reads so somewhere, whatever elements its sentence is made of. */
export const reads = (words: string | RegExp): Promise<void> =>
  waitFor(() => expect(textOf(document.body)).toMatch(words))
