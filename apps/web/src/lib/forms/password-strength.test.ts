import { describe, expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

describe('the strength of a new password', () => {
  it('starts with the required length, and counts down', () => {
    expect(strengthOf('').score).toBe(0)
    expect(strengthOf('abcdef')).toEqual({ score: 1, words: '2 more characters to go' })
    expect(strengthOf('abcdefg')).toEqual({ score: 1, words: '1 more character to go' })
  })

  it('grows with length, whatever the characters', () => {
    expect(strengthOf('xkqvbnwt').score).toBe(2)
    expect(strengthOf('xkqvbnwtzrlm').score).toBe(3)
    expect(strengthOf('rice market bus rain').score).toBe(4)
    expect(strengthOf('ɔdɔ yɛ dɛ paa ara').score).toBe(4)
  })

  it('ignores repetition, and the customer’s name and address', () => {
    expect(strengthOf('aaaaaaaaaaaaaaaa').score).toBe(2)
    expect(strengthOf('hawakollie1', ['Hawa Kollie', 'hawa@example.org']).score).toBe(1)
    expect(strengthOf('hawakollie1').score).toBe(2)
    expect(strengthOf('hawakollie rice market', ['Hawa Kollie', null, undefined]).score).toBe(4)
  })
})
