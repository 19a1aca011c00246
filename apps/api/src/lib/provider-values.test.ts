import { expect, it } from 'vitest'
import { wordsOf } from './provider-values.ts'

it.each([
  ['The wallet is full.', { words: 'The wallet is full.' }],
  ['Wallet 0241 234 567 of +233241234567 is full', { words: 'Wallet … of +… is full' }],
  ['limit of 5000 reached', { words: 'limit of 5000 reached' }],
  ['two\nlines\u202e', { words: 'two lines' }],
  ['x'.repeat(900), { words: 'x'.repeat(300) }],
  [' ', {}],
  [{ text: 'no' }, {}],
  [undefined, {}],
])('keeps a provider’s message about %s, without phone or account numbers', (value, words) => {
  expect(wordsOf(value)).toEqual(words)
})
