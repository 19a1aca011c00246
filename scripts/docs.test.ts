import { expect, test } from 'vitest'
import { comparePages } from './docs.ts'

test.each(await comparePages())('$path is as `npm run docs` writes it', ({ is, should }) => {
  expect(is).toBe(should)
})
