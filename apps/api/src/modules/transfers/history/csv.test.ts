import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from '../../../lib/csv.ts'

describe('a cell of the file', () => {
  it.each([
    ['Ama Mensah', 'Ama Mensah'],
    ['', ''],
    ['Mensah, Ama', '"Mensah, Ama"'],
    ['Ama "Maame" Mensah', '"Ama ""Maame"" Mensah"'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+233244000001', "'+233244000001"],
    ['-1+2', "'-1+2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a=b', 'a=b'],
    ['Jean-Luc', 'Jean-Luc'],
    ['10000.00', '10000.00'],
    ['Koné', 'Koné'],
  ])('%j is written as %j', (text, written) => {
    expect(csvCell(text)).toBe(written)
  })

  it('ends its line with CR and LF', () => {
    expect(csvLine(['a', 'b,c', ''])).toBe('a,"b,c",\r\n')
  })
})
