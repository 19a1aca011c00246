import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'
import { isReadByCustomers, readClaims, textsOf, unlisted } from './house-rules/money-claims.ts'

const read = (path: string) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })
const [claimed = '', others = ''] = read('docs/money-claims.md').text.split(
  '## Phrases that are not about money',
)
const claims = readClaims(claimed)
const notAboutMoney = readClaims(others)
const files = filesBelow(ROOT, '**/*').filter(isReadByCustomers).map(read)

describe('money claims', () => {
  test('lists every text about money in the API, the web app and the contract', () => {
    const listed = [...claims, ...notAboutMoney]
    const found = files.flatMap((file) => unlisted(file, listed).map((text) => `${file.path}: ${text}`))
    expect(found, 'texts to list in docs/money-claims.md, each with its test').toEqual([])
    expect(files.length).toBeGreaterThan(300)
  })

  test('lists only texts that still exist', () => {
    const gone = [...claims, ...notAboutMoney].filter(
      ({ words, file }) => !textsOf(read(file)).some((text) => text.includes(words)),
    )
    expect(gone).toEqual([])
    expect(claims.length).toBeGreaterThan(60)
  })

  test('names existing tests and a condition for each claim', () => {
    const missing = claims.flatMap(({ words, needs, tests }) => [
      ...(needs === '' || tests.length === 0 ? [words] : []),
      ...tests.filter((named) => {
        const [path = '', title = ''] = named.split(' › ')
        return title === '' || !read(path).text.includes(title)
      }),
    ])
    expect(missing).toEqual([])
  })

  test.each([
    ['<p>Your card was not charged.</p>', true],
    ["const x = 'Nothing was sent to them.'", true],
    ['const x = `${money} is on its way to ${name}`', true],
    ["const x = 'The card was charged all the same.'", true],
    ["const x = 'on its way'", true],
    ['<p>We’re refunding you in full.</p>', true],
    ["const x = 'The network couldn’t deliver it.'", true],
    ['// The card was not charged.', false],
    ['const charged = isCharged', false],
    ["const x = 'Choose a mobile network.'", false],
  ])('recognises a money claim in source text: %s', (text, isFound) => {
    expect(unlisted({ path: 'apps/web/src/features/x.tsx', text }, []).length > 0).toBe(isFound)
  })

  test('reports an unlisted claim beside a listed one in the same text', () => {
    const path = 'apps/web/src/features/x.ts'
    const text = "const x = 'Nothing was charged, and it is on its way back.'"
    const claim = { words: 'Nothing was charged', file: path, needs: '', tests: [] }
    expect(unlisted({ path, text }, [claim])).toHaveLength(1)
    expect(unlisted({ path, text }, [claim, { ...claim, words: 'on its way back' }])).toEqual([])
  })
})
