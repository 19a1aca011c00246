import { expect, test } from 'vitest'
import { comparePages } from './docs.ts'
import { isDead, linksOf, readPages } from './docs/pages.ts'

test('the generated pages are as `npm run docs` writes them', async () => {
  for (const { path, is, should } of await comparePages()) expect(is, path).toBe(should)
})

test('every relative link leads to a file and a heading', () => {
  const links = readPages().flatMap((page) => linksOf(page).map((link) => ({ page, link })))
  const dead = links.filter(({ page, link }) => isDead(page, link))
  expect(dead.map(({ page, link }) => `${page.path}: ${link}`)).toEqual([])
  expect(links.length).toBeGreaterThan(100)
})

test.each(['nowhere.md', '#nowhere', 'docs/README.md#nowhere', 'package.json#nowhere'])(
  'the link %s is found to be dead',
  (link) => {
    expect(isDead({ path: 'README.md', text: '# Sesa' }, link)).toBe(true)
  },
)
