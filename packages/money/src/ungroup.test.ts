import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ungroup, formatAmount, money, parseAmount } from './index.ts'

/** Replaces the characters between two positions, as a keyboard or the clipboard does. */
function replace(before: string, start: number, end: number, by: string): string {
  return ungroup(before.slice(0, start) + by + before.slice(end), before, start, end)
}

/** Presses Backspace: the browser reports the caret's position after it. */
function erase(before: string, at: number): string {
  return ungroup(before.slice(0, at) + before.slice(at + 1), before, at + 1, at + 1)
}

const valueOf = (text: string) => {
  const parsed = parseAmount(text, 'LRD')
  return parsed.ok ? parsed.money.amount : parsed.reason
}

describe('an amount that we have grouped', () => {
  test('keeps its whole units after each backspace', () => {
    const seen = ['25,000.00']
    for (let key = 0; key < 8; key++) seen.unshift(erase(seen[0] ?? '', (seen[0] ?? '').length - 1))
    expect(seen.reverse().slice(1)).toEqual(['25000.0', '25000.', '25000', '2500', '250', '25', '2', ''])
  })

  test.each([
    ['an inserted digit', replace('25,000.00', 1, 1, '9'), '295000.00'],
    ['a digit before all others', replace('999,000.00', 0, 0, '1'), '1999000.00'],
    ['a digit behind the comma', replace('25,000.00', 3, 3, '1'), '251000.00'],
    ['zeros in front', erase('20,000.00', 0), '0000.00'],
    ['Backspace on a comma leaves the digits', erase('25,000.00', 2), '25000.00'],
    ['a decimal too many, to be refused', replace('25,000.00', 9, 9, '5'), '25000.005'],
    ['a comma that the customer writes stays', replace('25,000.00', 9, 9, ','), '25,000.00,'],
    ['pasted digits', replace('25,000.00', 3, 6, '123456'), '25123456.00'],
    ['a pasted comma stays', replace('25,000.00', 0, 6, '25,00'), '25,00.00'],
    ['a deleted word', ungroup('1,567.00', '1,234,567.00', 1, 1), '1567.00'],
    ['a text that replaces all is read as it is', replace('25,000.00', 0, 9, '25,00'), '25,00'],
    ['commas too late are the customer’s', replace('1234,567', 8, 8, '1'), '1234,5671'],
    ['commas too early are the customer’s', replace('1,2345', 6, 6, '6'), '1,23456'],
    ['a point further left', replace('2,500', 3, 3, '.'), '25.00'],
  ])('%s', (_what, edited, text) => {
    expect(edited).toBe(text)
  })
})

it('means the number that a person sees, after any edits of its digits', () => {
  const edit = fc.record({ at: fc.nat(30), digit: fc.constantFrom('', ...'0123456789'), over: fc.nat(2) })
  const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999n })
  fc.assert(
    fc.property(amounts, fc.array(edit, { minLength: 1, maxLength: 6 }), (minor, edits) => {
      let text = formatAmount(money(minor, 'LRD'))
      // Makes the same edits to the number without its grouping.
      let plain = text.replaceAll(',', '')
      for (const { at, digit, over } of edits) {
        const [start, isErased] = [at % (text.length + 1), digit === '' || over === 1]
        const character = text.charAt(start)
        if (isErased && !/\d/.test(character)) continue
        const place = text.slice(0, start).replaceAll(',', '').length
        plain = plain.slice(0, place) + digit + plain.slice(place + (isErased ? 1 : 0))
        text = digit === '' ? erase(text, start) : replace(text, start, start + (isErased ? 1 : 0), digit)
        expect(text.replaceAll(',', '')).toBe(plain)
        expect(valueOf(text)).toBe(valueOf(plain))
      }
    }),
    { numRuns: 5_000 },
  )
})
