import { describe, expect, it } from 'vitest'
import { COMPLAINT_RULES, complaintDeadlines, LEGAL_DOCUMENTS, readBlocks } from './index.ts'

const FRIDAY = new Date('2026-11-27T10:00:00Z')

describe('the dates of a complaint', () => {
  it.each([
    // Fifteen working days, and fifteen more for a difficult case.
    ['LR', '2026-12-18', '2027-01-08'],
    ['SL', '2026-12-18', '2027-01-08'],
    // Five days and fifteen more, whatever the weekday.
    ['GH', '2026-12-02', '2026-12-17'],
    // Ninety days, and no more.
    ['US', '2027-02-25', '2027-02-25'],
    // Without a country, those of the strictest rule.
    [null, '2026-12-02', '2026-12-17'],
  ] as const)('of a customer in %s are %s, at the latest %s', (country, answer, latest) => {
    const { answerBy, latestBy } = complaintDeadlines(country, FRIDAY)
    expect([answerBy, latestBy].map((date) => date.toISOString())).toEqual([
      `${answer}T10:00:00.000Z`,
      `${latest}T10:00:00.000Z`,
    ])
  })

  it('name their source and when it was read', () => {
    for (const { country, source, readIn } of COMPLAINT_RULES) {
      expect(source.length, country).toBeGreaterThan(30)
      expect(readIn, country).toMatch(/^20\d\d-\d\d$/)
    }
  })
})

describe('a legal text', () => {
  it('is read as headings, paragraphs, lists, steps and links', () => {
    expect(
      readBlocks('One [link](/a) and **bold**.\n\n## Head\n\n- a\n- b\n\n1. c\n2. https://d.example.'),
    ).toEqual([
      {
        kind: 'paragraph',
        line: [
          { text: 'One ' },
          { text: 'link', href: '/a' },
          { text: ' and ' },
          { text: 'bold', bold: true },
          { text: '.' },
        ],
      },
      { kind: 'heading', text: 'Head' },
      { kind: 'list', lines: [[{ text: 'a' }], [{ text: 'b' }]] },
      {
        kind: 'steps',
        lines: [[{ text: 'c' }], [{ text: 'https://d.example', href: 'https://d.example' }, { text: '.' }]],
      },
    ])
  })

  it('has a date as its version, newest first, and its own headings', () => {
    for (const { name, versions } of LEGAL_DOCUMENTS) {
      const dates = versions.map(({ version }) => version)
      expect(dates, name).toEqual(dates.toSorted().toReversed())
      for (const { text } of versions) {
        const headings = readBlocks(text).flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
        expect(headings.length, name).toBeGreaterThan(4)
        expect(new Set(headings).size, name).toBe(headings.length)
      }
    }
  })
})
