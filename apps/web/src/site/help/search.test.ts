import { describe, expect, it } from 'vitest'
import { ARTICLES, TEXT_ARTICLES } from './articles.ts'
import { rank, wordsOf } from './search.ts'

const SEARCHED = ARTICLES.map(({ title, about, words }) => ({ title, words: `${about} ${words}` }))
const find = (query: string): string[] => rank(query, SEARCHED).map((place) => SEARCHED[place]?.title ?? '')

describe('the search of the help', () => {
  it.each([
    ['where is my money', 'Where is my money?'],
    ['WHERE IS MY MONEY???', 'Where is my money?'],
    ['not arrived', 'Where is my money?'],
    ['cancel', 'Cancel or change a transfer'],
    ['sent to wrong number', 'Cancel or change a transfer'],
    ['refund', 'Refunds'],
    ['how much does it cost', 'Fees and rates'],
    ['maximum amount', 'Limits'],
    ['different name', 'The name does not match'],
    ['romance scam', 'Scams: stop and think'],
    ['no code', 'Sign-in problems'],
    ['delete account', 'Close your account'],
    ['momo', 'Mobile money'],
    ['cash out', 'Cash at an agent'],
    ['card declined', 'Pay by mobile money or card'],
    ['approve on my phone', 'Pay by mobile money or card'],
    ['iban', 'Bank transfer'],
    ['withd', 'Cash at an agent'],
  ])('“%s” finds “%s” first', (query, title) => {
    expect(find(query)[0]).toBe(title)
  })

  it('finds nothing for words that no article has', () => {
    for (const query of ['zebra', 'zebra xylophone money']) expect(find(query)).toEqual([])
  })

  it('shows every article in its own order for an empty query', () => {
    expect(find('  ?! ')).toEqual(SEARCHED.map(({ title }) => title))
  })

  it('reads words without marks and apostrophes', () => {
    expect(wordsOf('Où’s the Mo-ney?')).toEqual(['ous', 'the', 'mo', 'ney'])
  })
})

it('every article has its own path and title, and each written one has steps or a list', () => {
  expect(new Set(ARTICLES.map(({ path }) => path)).size).toBe(ARTICLES.length)
  expect(new Set(ARTICLES.map(({ title }) => title)).size).toBe(ARTICLES.length)
  for (const { title, text } of TEXT_ARTICLES) expect(text, title).toMatch(/^(1\. |- )/m)
})
