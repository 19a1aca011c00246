import { expect, it } from 'vitest'
import { fillTemplate, unfilledIn, unknownIn } from './answer-templates.ts'

it('fills in what is known, and leaves the rest for the author', () => {
  const body = '{reference}: complaint {number}, due {answer_by}, {other}'
  const filled = fillTemplate(body, { number: 'C-1', reference: 'S-1' })
  expect(filled).toBe('S-1: complaint C-1, due {answer_by}, {other}')
  expect([unfilledIn(filled), unknownIn(filled)]).toEqual(['{answer_by}', '{other}'])
})

it('finds nothing in a text without placeholders', () => {
  expect([unfilledIn('Paid {yesterday}'), unknownIn('{number} {}')]).toEqual([undefined, undefined])
})
