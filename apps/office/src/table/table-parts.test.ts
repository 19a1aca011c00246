import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import { placeAfter } from './grid-keys.ts'
import { withView } from './views.ts'

const COLUMNS = [{ key: 'text', header: 'Text', width: 1, text: (row: string) => row }]

describe('csvOf', () => {
  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ['@now', "'@now"],
  ])('writes %j as %s', (text, field) => {
    expect(csvOf(COLUMNS, [text])).toBe(`Text\r\n${field}\r\n`)
  })
})

describe('placeAfter', () => {
  const extent = { rows: 100, columns: 4, page: 10 }
  it.each([
    ['ArrowDown', false, { row: 6, column: 2 }],
    ['ArrowUp', false, { row: 4, column: 2 }],
    ['ArrowLeft', false, { row: 5, column: 1 }],
    ['ArrowRight', false, { row: 5, column: 3 }],
    ['PageDown', false, { row: 15, column: 2 }],
    ['PageUp', false, { row: 0, column: 2 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', false, { row: 5, column: 3 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 99, column: 3 }],
    ['x', false, undefined],
  ])('%s with Ctrl %s', (key, ctrlKey, place) => {
    expect(placeAfter({ key, ctrlKey }, { row: 5, column: 2 }, extent)).toEqual(place)
  })

  it('stays within the grid', () => {
    const corner = { row: 99, column: 3 }
    for (const key of ['ArrowDown', 'ArrowRight', 'PageDown'])
      expect(placeAfter({ key, ctrlKey: false }, corner, extent)).toEqual(corner)
  })
})

describe('withView', () => {
  const view = (name: string, hidden: string[] = []) => ({ name, filters: {}, hidden, sorting: [] })
  it('replaces a view of the same name, and sorts by name', () => {
    expect(withView([view('b'), view('a')], view('b', ['x']))).toEqual([view('a'), view('b', ['x'])])
  })
})
