import { describe, expect, it } from 'vitest'
import { csvLine, machineCsvLine } from './csv.ts'

/** Splits a line by this separator as a spreadsheet does, including quotes. */
function cellsOf(text: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const [at, letter] of [...text].entries()) {
    const last = cells.length - 1
    if (letter === '"' && (isQuoted || text[at - 1] === undefined || cells[last] === '')) isQuoted = !isQuoted
    else if (!isQuoted && (letter === separator || letter === '\n' || letter === '\r')) cells.push('')
    else cells[last] += letter
  }
  return cells
}

const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫']
const BEFORE = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\ufeff',
  'x;',
  'x; ',
  'x\n',
  'x\t',
  'x\r\n',
  '";',
  '"";"\n',
]

describe('a line for people', () => {
  it.each([
    ['Ama Mensah', '"Ama Mensah"'],
    ['', ''],
    ['Mensah, Ama', '"Mensah, Ama"'],
    ['Ama "Maame" Mensah', '"Ama ""Maame"" Mensah"'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['-1+2', `"'-1+2"`],
    ['\n=1', `"'\n'=1"`],
    ['x;=1', `"x;'=1"`],
    ['＝1', `"'＝1"`],
    ['a=b', '"a=b"'],
    ['Jean-Luc', '"Jean-Luc"'],
    ['Koné', '"Koné"'],
    ['10000.00', '10000.00'],
    ['-16.73', '-16.73'],
    ['+233244000001', '+233244000001'],
    ['-5-5', `"'-5-5"`],
  ])('writes %j as %s', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })

  it.each([',', ';', '\t'])(
    'has no cell that starts a formula, whatever precedes it, between “%s”',
    (separator) => {
      for (const start of STARTS)
        for (const before of BEFORE) {
          const line = csvLine(['Ama', `${before}${start}cmd|'/C calc'!A0`, 'Kofi']).trimEnd()
          const cells = cellsOf(line, separator)
          const running = cells.filter((cell) => STARTS.includes(cell.replace(/^["\s\p{Cf}]+/u, '')[0] ?? ''))
          expect(running, JSON.stringify(line)).toEqual([])
        }
    },
  )
})

describe('a line for programs', () => {
  it.each([
    ['+233241112289', '+233241112289'],
    ['=1', '=1'],
    ['Mensah, Ama', '"Mensah, Ama"'],
    ['two\nlines', '"two\nlines"'],
    ['say "so"', '"say ""so"""'],
  ])('writes %j as %s', (text, written) => {
    expect(machineCsvLine([text])).toBe(`${written}\r\n`)
  })
})

describe('control characters', () => {
  it.each([
    ['in a line for people', csvLine],
    ['in a line for programs', machineCsvLine],
  ])('go %s, and line ends stay', (_name, write) => {
    expect(write(['a\u000bb\u0002c\u0085d\u202ee\ufffe', 'two\nlines'])).toMatch(
      /^"?a b c d e "?,"two\nlines"\r\n$/,
    )
  })
})
