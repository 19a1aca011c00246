import { expect, test } from 'vitest'
import { comparePages } from './docs.ts'

test('the generated pages are as `npm run docs` writes them', async () => {
  for (const { path, is, should } of await comparePages()) expect(is, path).toBe(should)
})
