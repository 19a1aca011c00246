import { describe, expect, it } from 'vitest'
import { textsIn } from './extract.ts'
import { countsOf, gradeOf, lengthOf, sentencesOf } from './grade.ts'

const read = (source: string): string[] => textsIn('page.tsx', source).map(({ text }) => text)

describe('the texts of a source file', () => {
  it.each([
    ['<p>Pay <b>now</b> or {later}.</p>', ['Pay now or It .']],
    ['<p>\n  Two lines\n  are one.\n</p>', ['Two lines are one.']],
    ['<div><p>One.</p><p>Two.</p></div>', ['One.', 'Two.']],
    ['<Page title="Your transfers" className="Flex gap-2" />', ['Your transfers']],
    ["const a = { text: 'Send money home.', path: 'M8 3h8a5' }", ['Send money home.']],
    ['const a = `Pay ${amount} by card.`', ['Pay It by card.']],
    ["import x from 'Some package name'", []],
    [
      'const text = `\n## A heading\n\n1. Open [Settings](/me/settings).\n- **Bold** entry\n`',
      ['A heading', 'Open Settings.', 'Bold entry'],
    ],
  ])('%s', (source, texts) => {
    expect(read(source)).toEqual(texts)
  })
})

describe('the grade', () => {
  it('counts sentences without being misled by numbers, addresses and quotation marks', () => {
    expect(sentencesOf('Pay LRD 1,500.50 today. See www.cbl.org.lr now. “Stop!” He left.')).toEqual([
      ...['Pay LRD 1,500.50 today.', 'See www.cbl.org.lr now.', '“Stop!”', 'He left.'],
    ])
    expect(lengthOf('We’ll refund LRD 1,500.50 to you.')).toBe(6)
  })

  it('is low for plain words and high for jargon', () => {
    const grade = (text: string) => gradeOf(countsOf([text]))
    expect(grade('Enter how much you are sending.')).toBeLessThan(3)
    expect(
      grade(
        'Notwithstanding authentication irregularities, beneficiary institutions may unilaterally reverse.',
      ),
    ).toBeGreaterThan(20)
    expect(gradeOf(countsOf([]))).toBe(0)
  })
})
