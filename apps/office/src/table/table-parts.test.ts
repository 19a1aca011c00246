import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import { placeAfter } from './grid-keys.ts'
import { fitting } from './columns.ts'

const COLUMNS = [{ key: 'text', header: 'Text', width: 1, text: (row: string) => row }]

describe('csvOf', () => {
  it.each([
    ['plain', '"plain"'],
    ['say "so"', '"say ""so"""'],
    ['=1+1', `"'=1+1"`],
    ['-5', '-5'],
    ['-12,345', '-12345'],
    ['+233241112289', '+233241112289'],
  ])('writes %j as %s', (text, field) => {
    expect(csvOf(COLUMNS, [text])).toBe(`"Text"\r\n${field}\r\n`)
  })

  it('writes amounts as numbers beside their currency, and what is no amount as it is', () => {
    expect(csvOf(COLUMNS, ['-GHS 5,108.57', 'USD 1,620.91', 'LRD 0', 'Unknown', '', 'USD 1,2.3'])).toBe(
      [
        ...['"Text","Text, currency"', '-5108.57,"GHS"', '1620.91,"USD"', '0,"LRD"', '"Unknown",', ','],
        ...['"USD 1,2.3",', ''],
      ].join('\r\n'),
    )
  })

  it('writes a moment in full where the table says how long ago it was', () => {
    const column = { ...COLUMNS[0], text: () => 'less than a minute ago', at: (row: string) => row || null }
    expect(
      csvOf([{ key: 'at', header: 'Read', width: 1, ...column }], ['2026-11-28T08:45:19.000Z', '']),
    ).toBe('"Text"\r\n"2026-11-28T08:45:19.000Z"\r\n\r\n')
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

describe('fitting', () => {
  const column = (key: string, width: number, leaves?: number) => ({
    ...{ key, header: key, width, text: () => key },
    ...(leaves !== undefined && { leaves }),
  })
  const columns = [
    column('reference', 100),
    column('network', 100, 2),
    column('amount', 100),
    column('at', 100, 1),
  ]
  it.each([
    [400, 'reference network amount at'],
    [399, 'reference amount at'],
    [299, 'reference amount'],
    [10, 'reference amount'],
  ])('leaves in %i px the columns %s', (room, expected) => {
    expect(
      fitting(columns, room)
        .map(({ key }) => key)
        .join(' '),
    ).toBe(expected)
  })
})
