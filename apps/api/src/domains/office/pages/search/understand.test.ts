import { isPermitted, type Role } from '@sesa/contract/office'
import { describe, expect, it } from 'vitest'
import type { Meaning } from './pieces.ts'
import { understand } from './understand.ts'

/** A Thursday. */
const NOW = new Date('2026-11-26T15:30:00Z')

const read = (text: string, role: Role = 'compliance') =>
  understand(text, NOW, (permission) => isPermitted([role], permission)).pieces

/** A meaning in short: its kind and its value. */
const short = (meaning: Meaning): string => {
  switch (meaning.kind) {
    case 'name':
      return `name ${meaning.words.join('+')}`
    case 'phone':
    case 'wallet':
      return `${meaning.kind} ${meaning.numbers.join('+')}`
    case 'email':
    case 'domain':
    case 'reference':
    case 'number':
      return `${meaning.kind} ${meaning.start}`
    case 'id':
    case 'payment':
      return `${meaning.kind} ${meaning.id}`
    case 'amount':
      return `amount ${meaning.from}..${meaning.to} ${meaning.in.length === 4 ? 'any' : meaning.in.join('+')}`
    case 'span':
      return `span ${meaning.from.toISOString().slice(0, 10)}..${meaning.until.toISOString().slice(0, 10)}`
    case 'states':
      return `states ${meaning.states.join('+')}`
    case 'corridor':
      return `corridor ${meaning.from}-${meaning.to}`
    case 'network':
      return `network ${meaning.network}`
    case 'currency':
      return `currency ${meaning.currency}`
    case 'card':
      return `card ${meaning.last4}`
    case 'owner':
      return `owner ${meaning.owner}`
    case 'due':
      return `due ${meaning.until.toISOString()}`
    case 'work':
      return `kind ${meaning.of}`
    default:
      return meaning.kind
  }
}

const meaningsOf = (text: string, role?: Role) =>
  read(text, role).map(
    (piece) => piece.problem ?? (piece.isNegated ? '-' : '') + piece.meanings.map(short).join(' | '),
  )

const MOST = '999999999999999'
const LR = '+231770123456'

describe('what typed text means', () => {
  it.each([
    // Numbers in any notation of any of our countries.
    ['+231 77 012 3456', [`phone ${LR} | wallet ${LR}`]],
    ['00231770123456', [`phone ${LR} | wallet ${LR}`]],
    ['231770123456', [`phone ${LR} | wallet ${LR} | amount 23177012345600..23177012345600 any`]],
    ['0770 123 456', [`phone ${LR} | wallet ${LR}`]],
    ['(077) 012-3456', [`phone ${LR} | wallet ${LR}`]],
    ['+٢٣١٧٧٠١٢٣٤٥٦', [`phone ${LR} | wallet ${LR}`]],
    ['(202) 555-0143', ['phone +12025550143 | wallet +12025550143']],
    ['+233 24 411 0005 is:held', ['phone +233244110005 | wallet +233244110005', 'held']],
    // Digits that can be several things are all of them.
    ['4242', ['amount 424200..424200 any | reference S-4242']],
    [
      '76123456',
      ['phone +23276123456 | wallet +23276123456 | amount 7612345600..7612345600 any | reference S-76123456'],
    ],
    // Names.
    ['hawa kol', ['name hawa', 'name kol']],
    ['kollie', ['name kollie']],
    ['Koné', ['name kone']],
    ["o'brien", ['name obrien']],
    ['Kollie-Weah', ['name kollie+weah']],
    ['hawa', ['name hawa | reference S-HAWA']],
    // References, ids and records.
    ['S-WP41', ['reference S-WP41']],
    ['wp41p', ['name wp41p | reference S-WP41P']],
    ['wp4', ['name wp4']],
    ['pi_3Qx', ['payment pi_3Qx']],
    ['K-12', ['number K-12']],
    ['q-0107abcd', ['number Q-0107ABCD']],
    ['0192f0c4-0000-7000-8000-00000000000a', ['id 0192f0c4-0000-7000-8000-00000000000a']],
    // Emails.
    ['ama@', ['email ama@']],
    ['Ama@Church.org', ['email ama@church.org']],
    ['@church.org', ['domain church.org']],
    // Amounts.
    ['10,000', ['amount 1000000..1000000 any']],
    ['usd 32.59', ['amount 3259..3259 USD']],
    ['32.59 USD kollie', ['amount 3259..3259 USD', 'name kollie']],
    ['$5', ['amount 500..500 LRD+USD']],
    ['1 234,56', ['amount 123456..123456 any']],
    ['>500', [`amount 50001..${MOST} any`]],
    ['<= lrd 500', ['amount 0..50000 LRD']],
    ['amount:100..200', ['amount 10000..20000 any']],
    ['amount:>=usd500', [`amount 50000..${MOST} USD`]],
    ['100..200', ['amount 10000..20000 any']],
    // Days and spans, GMT.
    ['today', ['span 2026-11-26..2026-11-27']],
    ['yesterday', ['span 2026-11-25..2026-11-26']],
    ['26 nov', ['span 2026-11-26..2026-11-27']],
    ['Nov 27', ['span 2025-11-27..2025-11-28']],
    ['27 November 2026', ['span 2026-11-27..2026-11-28']],
    ['last week', ['span 2026-11-16..2026-11-23']],
    ['this month', ['span 2026-11-01..2026-12-01']],
    ['last 7 days', ['span 2026-11-20..2026-11-27']],
    ['nov 2025', ['span 2025-11-01..2025-12-01']],
    ['2026-11-01..2026-11-15', ['span 2026-11-01..2026-11-16']],
    ['1 nov..15 nov kollie', ['span 2026-11-01..2026-11-16', 'name kollie']],
    ['2026-11', ['span 2026-11-01..2026-12-01']],
    // Filters.
    ['is:held', ['held']],
    ['is:failed', ['states payout_failed+refund_failed']],
    ['-is:sent', ['-states sent']],
    ['corridor:us-gh', ['corridor US-GH']],
    ['network:mtn', ['network mtn']],
    ['network:airtel', ['network airtel/tigo']],
    ['currency:lrd', ['currency LRD']],
    ['card:4242', ['card 4242']],
    ['owner:me', ['owner me']],
    ['due:overdue', ['due 2026-11-26T15:30:00.000Z']],
    ['kind:screening', ['kind screening']],
    [
      'hawa is:held -network:mtn 26 nov >500',
      [
        'name hawa | reference S-HAWA',
        'held',
        '-network mtn',
        'span 2026-11-26..2026-11-27',
        `amount 50001..${MOST} any`,
      ],
    ],
    // What is not understood says what to type.
    [
      'is:helt',
      [
        'Use held, review, open, unpaid, paid, paying, failed, sent, refunding, refunded, cancelled, locked, closed.',
      ],
    ],
    ['corridor:us', ['Use two countries, such as corridor:us-gh.']],
    ['card:42', ['Use the last four digits of the card or bank account.']],
    ['+231 77', ['Type the whole number, or more of the reference.', 'amount 7700..7700 any']],
    ['S-W', ['Type the whole number, or more of the reference.']],
    ['2026-02-30', ['Type the whole number, or more of the reference.']],
    ['', []],
  ] as [string, string[]][])('%s', (text, expected) => {
    expect(meaningsOf(text)).toEqual(expected)
  })

  it.each([
    ['finance', 'kollie', ['Your roles find transfers, not people.']],
    ['finance', 'ama@', ['Your roles find transfers, not people.']],
    ['finance', 'wp41', ['reference S-WP41']],
    ['finance', '0770123456', [`wallet ${LR}`]],
    ['support', 'kind:screening', ['Use enquiry, complaint.']],
    ['support', 'kind:nonsense', ['Use enquiry, complaint.']],
  ] as [Role, string, string[]][])('%s types %s', (role, text, expected) => {
    expect(meaningsOf(text, role)).toEqual(expected)
  })

  it('says in words what it understood, and keeps the typed text of each part', () => {
    expect(
      read('0770 123 456 10,000 -is:held last week @church.org kol').map(({ text, label }) => [text, label]),
    ).toEqual([
      ['0770 123 456', 'Number: 0770 123 456'],
      ['10,000', 'Amount 10,000.00'],
      ['-is:held', 'Not: On hold'],
      ['last week', '16 Nov 2026 to 22 Nov 2026'],
      ['@church.org', 'Email: @church.org'],
      ['kol', 'Name: kol'],
    ])
    expect(read('4242').map(({ label }) => label)).toEqual(['Amount or reference: 4242, last 30 days'])
    expect(read('>500').map(({ label }) => label)).toEqual(['Amount over 500.00, last 30 days'])
  })

  it('marks all that may be about a person: only filters and days may be in an address', () => {
    const may = (text: string) => read(text).every(({ isPersonal }) => !isPersonal)
    for (const text of [
      'is:held',
      'corridor:us-gh',
      '-network:mtn',
      'currency:lrd',
      'due:today',
      'kind:report',
      '26 nov',
      'last week',
    ])
      expect([text, may(text)]).toEqual([text, true])
    for (const text of [
      'kollie',
      '0770123456',
      'ama@',
      '@church.org',
      'S-WP41',
      'pi_1',
      'card:4242',
      '10,000',
      'amount:5',
      'K-12',
    ])
      expect([text, may(text)]).toEqual([text, false])
  })
})
