import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  AMOUNT_TEXT,
  CENTS,
  CENTS_TEXT,
  getAt,
  PERCENT_TEXT,
  setAt,
  wholeKind,
  type CellKind,
  type Path,
} from './document.ts'

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
const amountText = fc.tuple(digits(1, 9), digits(2, 2)).map((parts) => parts.join('.'))
const percentText = fc
  .tuple(digits(1, 2), fc.option(digits(1, 2), { nil: undefined }))
  .map(([whole, part]) => (part === undefined ? whole : `${whole}.${part}`))

describe('a value that is shown', () => {
  const same = <T>(kind: CellKind<T>, values: fc.Arbitrary<T>) =>
    fc.assert(
      fc.property(values, (value) => {
        expect(kind.read(kind.show(value))).toEqual(value)
      }),
    )

  it('is read as itself: an amount of a price list', () => same(AMOUNT_TEXT, amountText))
  it('is read as itself: a percentage', () => same(PERCENT_TEXT, percentText))
  it('is read as itself: a whole number', () => same(wholeKind(1, 90), fc.integer({ min: 1, max: 90 })))
  it('is read as itself: cents', () => same(CENTS, fc.integer({ min: 1, max: 100_000_000 })))
  it('is read as itself: cents as text', () =>
    same(CENTS_TEXT, fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }).map(String)))
})

describe('a typed text', () => {
  test.each<[CellKind<unknown>, string, unknown]>([
    [AMOUNT_TEXT as CellKind<unknown>, '5', '5.00'],
    [AMOUNT_TEXT as CellKind<unknown>, ' 1,234.5 ', '1234.50'],
    [AMOUNT_TEXT as CellKind<unknown>, '1,23', undefined],
    [AMOUNT_TEXT as CellKind<unknown>, '0.999', undefined],
    [AMOUNT_TEXT as CellKind<unknown>, '-1', undefined],
    [AMOUNT_TEXT as CellKind<unknown>, '', undefined],
    [PERCENT_TEXT as CellKind<unknown>, '1.5', '1.5'],
    [PERCENT_TEXT as CellKind<unknown>, '100', undefined],
    [wholeKind(2, 50) as CellKind<unknown>, '51', undefined],
    [wholeKind(2, 50) as CellKind<unknown>, '1', undefined],
    [wholeKind(2, 50) as CellKind<unknown>, '3.5', undefined],
    [CENTS as CellKind<unknown>, '1,000', 100_000],
    [CENTS as CellKind<unknown>, '0', undefined],
  ])('%#: %s', (kind, text, value) => {
    expect(kind.read(text)).toEqual(value)
  })
})

const documents = fc.object({ maxDepth: 3, values: [fc.string(), fc.integer()] })

/** Every place in a document that holds a single value. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

it('changes one value of a document, and no byte elsewhere', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (document, nth) => {
      const places = placesIn(document)
      const place = places[nth % Math.max(1, places.length)]
      if (place === undefined || place.includes('__proto__')) return
      const before = JSON.stringify(document)
      const edited = setAt(document, place, 'edited')
      expect(getAt(edited, place)).toBe('edited')
      expect(JSON.stringify(document)).toBe(before)
      expect(JSON.stringify(setAt(edited, place, getAt(document, place)))).toBe(before)
    }),
  )
})
