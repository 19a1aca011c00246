import { describe, expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'
import { decideHolder, shownName } from './holder.ts'
import { NAME_PAIRS } from './testing/name-pairs.ts'

describe('comparing names', () => {
  it('covers 30 pairs', () => expect(NAME_PAIRS).toHaveLength(30))

  it.each(NAME_PAIRS)('%s for %s is: %s', (typed, held, verdict) => {
    expect(compareNames(typed, held)).toBe(verdict)
  })

  it.each(NAME_PAIRS.filter(([typed, held]) => typed !== '' && held !== ''))(
    '%s and %s compare alike the other way round',
    (typed, held, verdict) => expect(compareNames(held, typed)).toBe(verdict),
  )

  it.each([
    ['no letters in the typed name', '...', 'KOFI MENSAH', 'different'],
    ['an empty typed name', '', 'KOFI MENSAH', 'different'],
    ['a held name without letters', 'Kofi Mensah', ' - ', 'unknown'],
    ['the same single word', 'Mensah', 'MENSAH', 'different'],
    ['a single word against its joined form', 'Owusuansah', 'OWUSU ANSAH', 'match'],
    ['titles alone', 'Mr Dr', 'KOFI MENSAH', 'different'],
    ['a title that is a registered name', 'Nana Mensah', 'NANA MENSAH', 'match'],
    ['a title instead of the first name', 'Alhaji Bah', 'ALHAJI MOHAMED BAH', 'different'],
    ['another title before the same name', 'Chief Mensah', 'NANA MENSAH', 'different'],
    ['a title beside the whole name', 'Nana Ama Mensah', 'AMA MENSAH', 'match'],
    ['two initials', 'K. M.', 'KOFI MENSAH', 'different'],
    ['two initials and a name', 'K. A. Mensah', 'KOFI AMOAH MENSAH', 'close'],
    ['the other initial', 'A. Mensah', 'KOFI MENSAH', 'different'],
    ['an accent and a small Latin letter', 'Ŋana Sèsay', 'NANA SESAY', 'match'],
    ['another alphabet', 'محمد باه', 'MOHAMED BAH', 'different'],
    ['the same name in another alphabet', 'محمد باه', 'محمد باه', 'match'],
    ['two of three words and another third', 'Kofi Amoah Mensah', 'KOFI BADU MENSAH', 'different'],
    ['a repeated word', 'Kofi Kofi', 'KOFI MENSAH', 'different'],
    ['one mistyped short word', 'Kofi Badu', 'KOFI BADI', 'different'],
  ] as const)('decides %s', (_what, typed, held, verdict) => {
    expect(compareNames(typed, held)).toBe(verdict)
  })

  // Comparing all words, or all letters, would exceed the test's time limit.
  it('compares no more of a text than a name can have', () => {
    expect(compareNames('ab '.repeat(400_000), 'ba '.repeat(400_000))).toBe('different')
    const letters = 'a'.repeat(400_000)
    expect(compareNames(letters, `${letters}b Mensah`)).toBe('different')
  })
})

describe('the decision at the payment', () => {
  const asked = (typed: string, held: string) => {
    const verdict = compareNames(typed, held)
    return { account: 'active', verdict } as const
  }

  it('requires a deliberate yes before a wrong person is paid', () => {
    const wrong = NAME_PAIRS.filter(([, , verdict]) => verdict === 'different')
    const paid = wrong.filter(([typed, held]) => decideHolder(asked(typed, held), false) === null)
    expect(wrong.length).toBeGreaterThan(7)
    expect(paid).toEqual([])
  })

  it.each(NAME_PAIRS)('asks only when the names differ: %s for %s (%s)', (typed, held, verdict) => {
    expect(decideHolder(asked(typed, held), false)).toBe(verdict === 'different' ? 'name_mismatch' : null)
    expect(decideHolder(asked(typed, held), true)).toBeNull()
  })

  it('refuses a number without a wallet, whatever was confirmed', () => {
    for (const confirmed of [true, false])
      expect(decideHolder({ account: 'inactive', verdict: 'unknown' }, confirmed)).toBe('recipient_inactive')
  })

  it('never blocks for a network that does not answer', () => {
    for (const account of ['unknown', 'unsupported'] as const)
      expect(decideHolder({ account, verdict: 'unknown' }, false)).toBeNull()
  })
})

describe('the name shown to a customer', () => {
  it.each([
    ['GH', 'different', 'AMA MENSAH'],
    ['GH', 'unknown', 'AMA MENSAH'],
    ['LR', 'match', 'AMA MENSAH'],
    ['LR', 'close', 'AMA MENSAH'],
    ['LR', 'different', 'A. M.'],
    ['LR', 'unknown', 'A. M.'],
    ['SL', 'different', 'A. M.'],
  ] as const)('in %s, compared as %s, is %s', (country, verdict, shown) => {
    expect(shownName(country, verdict, ' AMA  MENSAH')).toBe(shown)
  })

  it.each([
    ['Kɔfi Owusu-Ansah', 'K. O. A.'],
    ['éric', 'É.'],
    ['   ', null],
    ['', null],
  ])('abbreviates %s to %s', (held, shown) => expect(shownName('LR', 'different', held)).toBe(shown))
})
