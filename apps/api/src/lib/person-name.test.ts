import { describe, expect, it } from 'vitest'
import { shortName } from './person-name.ts'

describe('a sender’s name in a text message', () => {
  it.each([
    ['Fatu Kamara', 'Fatu K.'],
    ['Nana Akua Owusu-Ansah', 'Nana O.'],
    ['Ọlá Ọ̀ṣun', 'Ọlá Ọ̀.'],
    ['José', 'José'],
    ['Kwame K. Boateng', 'Kwame B.'],
    ['Awa ’Ndiaye', 'Awa N.'],
    ['Wolfeschlegelsteinhausen Berg', 'Wolfeschlegelstei B.'],
    ['Wolfeschlegelsteinhausenberg', 'Wolfeschlegelsteinha'],
  ])('of %s is %s', (name, short) => {
    expect(shortName(name)).toBe(short)
    expect(shortName(name)?.length).toBeLessThanOrEqual(20)
  })

  it.each(['evil.com', 'Visit evil-bank.com', 'Аma Mensah', '\u115f'])(
    'is left out when an earlier release accepted %j',
    (name) => expect(shortName(name)).toBeNull(),
  )
})
