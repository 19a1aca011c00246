import { describe, expect, it } from 'vitest'
import { isLookalike, readMemberName } from './member-name.ts'

describe('a member’s name', () => {
  it.each([
    ['Ama Boateng', 'Ama  Boateng'],
    ['Ama Boateng', 'ama boateng'],
    ['Ama Boateng', 'Ama Bo\u00e1teng'],
    ['Ama Boateng', 'Ama\u00a0Boateng'],
    ['Ama Boateng', 'Ama-Boateng'],
    ['Ama Boateng', 'AmaBoateng'],
    ['Ama Boateng', 'Аmа Вoаtеng'],
    ['Ama Boateng', 'Ａｍａ Ｂｏａｔｅｎｇ'],
    ['Ali Musa', 'AIi Musa'],
    ['Ali Musa', 'Ali Musa.'],
    ['Carmen Okoro', 'Cannen Okoro'.replace('nn', 'rm')],
    ['Emma Cole', 'Ernma Cole'],
    ['Capo', 'Саро'],
  ])('%s is taken for %s', (one, other) => {
    expect(isLookalike(one, other)).toBe(true)
  })

  it.each([
    ['Ama Boateng', 'Ama B. Boateng'],
    ['Ama Boateng', 'Ama Boatengwa'],
    ['Kofi Mensah', 'Kojo Mensah'],
    ['Ama Boateng', 'Boateng Ama'],
  ])('%s is not taken for %s', (one, other) => {
    expect(isLookalike(one, other)).toBe(false)
  })

  it.each([
    ...[
      'System',
      'SYSTEM',
      'Ѕystem',
      'S y s t e m',
      'Sesa',
      'The product',
      'The  Product',
      'Erased',
      'Everyone',
    ],
    ...[
      '',
      ' ',
      '\u200b\u200b',
      'A',
      '1234',
      'Ama\u200b Boateng',
      'Ama Боатенг',
      'https://sesa.example',
      '=1+1',
    ],
  ])('is not %j', (name) => {
    expect(() => readMemberName(name)).toThrow(expect.objectContaining({ code: 'name_invalid' }) as Error)
  })

  it.each([
    ['  Ama   Boateng ', 'Ama Boateng'],
    ['N‘Guessan Koné', 'N’Guessan Koné'],
    ['Jean-Luc B. Toure', 'Jean-Luc B. Toure'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(readMemberName(typed)).toBe(stored)
  })
})
