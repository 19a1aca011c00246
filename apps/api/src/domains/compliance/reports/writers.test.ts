import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFincen } from './writers/fincen.ts'
import { writeGoaml } from './writers/goaml.ts'
import type { SuspicionReport, Written } from './model.ts'
import { transfersAsCsv, writePrinted } from './writers/printed.ts'
import { readProfile, SHIPPED_PROFILES } from './profiles.ts'
import { statisticsAsCsv } from './statistics.ts'
import { registered, REPORT, SENDER, TRANSFER } from './testing/report.ts'
import { missingFrom, travelRuleAsCsv, travelRuleOf } from './travel-rule.ts'
import { cleanText } from './writers/xml.ts'

const sample = (name: string): string => join(import.meta.dirname, 'samples', name)
const documentOf = (written: Written): string => {
  if (!written.ok) throw new Error(`missing: ${written.gaps.join(', ')}`)
  return written.document
}
const ACTIVITY: SuspicionReport = { ...REPORT, transfers: [], subject: SENDER }

describe('each writer', () => {
  it.each<[string, () => string]>([
    ['goaml-transactions.xml', () => documentOf(writeGoaml(REPORT, registered('GH')))],
    ['goaml-activity.xml', () => documentOf(writeGoaml(ACTIVITY, registered('GH')))],
    ['fincen.xml', () => documentOf(writeFincen(REPORT, registered('US')))],
    ['fincen-without-money.xml', () => documentOf(writeFincen(ACTIVITY, registered('US')))],
    ['printed-html.txt', () => documentOf(writePrinted(REPORT, registered('LR')))],
    ['printed.csv', () => transfersAsCsv(REPORT)],
    ['travel-rule.csv', () => travelRuleAsCsv(travelRuleOf(TRANSFER))],
  ])('writes %s', async (name, write) => {
    await expect(write()).toMatchFileSnapshot(sample(name))
  })

  it('writes the figures of a week', async () => {
    const line = { day: '2026-11-16', otherCountry: 'US', network: 'mtn', count: 3 }
    const lines = [
      { ...line, what: 'inward' as const, currency: 'GHS' as const, amount: 3_268_650n },
      {
        ...line,
        what: 'credited' as const,
        otherCountry: null,
        network: null,
        currency: 'USD' as const,
        amount: 500_000n,
      },
    ]
    await expect(statisticsAsCsv(lines)).toMatchFileSnapshot(sample('statistics.csv'))
  })
})

describe('missing data', () => {
  const bare = {
    ...TRANSFER,
    chargedAt: null,
    sender: { ...SENDER, birthDate: null, gender: null, identification: null, taxNumber: null },
  }
  it('is named, and nothing is invented for goAML', () => {
    expect(writeGoaml({ ...REPORT, transfers: [bare] }, registered('GH'))).toEqual({
      ok: false,
      gaps: [
        'S-00000001: time of the charge',
        'S-00000001: sender’s gender',
        'S-00000001: sender’s date of birth',
        'S-00000001: sender’s document number',
        'S-00000001: sender’s document',
        'S-00000001: sender’s document’s issue date',
        'S-00000001: sender’s document’s expiry date',
        'S-00000001: sender’s document’s country',
      ],
    })
  })

  it('is named for FinCEN; an unknown gender is reported as unknown', () => {
    const written = writeFincen({ ...REPORT, transfers: [bare] }, registered('US'))
    expect(written).toMatchObject({ ok: false })
    const gaps = written.ok ? [] : written.gaps
    expect(gaps).toContain('S-00000001: sender’s date of birth')
    expect(gaps).toContain('time of the first charge')
    expect(gaps.join()).not.toContain('gender')
  })

  it.each(['GH', 'US', 'LR', 'SL'] as const)(
    'includes our ids and the codes before registration: %s',
    (country) => {
      const profile = SHIPPED_PROFILES[country]
      const write = { goaml: writeGoaml, fincen: writeFincen, printed: writePrinted }[profile.format]
      const written = write(REPORT, profile)
      expect(written.ok ? '' : written.gaps.join(', ')).toMatch(/entity\./)
    },
  )

  it('includes an amount in the country’s currency, where neither side has one', () => {
    const elsewhere = { ...TRANSFER, received: { amount: 1n, currency: 'LRD' as const } }
    expect(writeGoaml({ ...REPORT, transfers: [elsewhere] }, registered('GH'))).toEqual({
      ok: false,
      gaps: ['S-00000001: amount in GHS'],
    })
  })

  it('includes an indicator that is not in the list', () => {
    const written = writeGoaml({ ...REPORT, indicators: ['9/9'] }, registered('GH'))
    expect(written).toEqual({ ok: false, gaps: ['codes.indicators.9/9'] })
  })

  it('is listed with travel-rule data', () => {
    expect(missingFrom(travelRuleOf(TRANSFER))).toEqual(['creditor_town'])
    expect(missingFrom(travelRuleOf(bare))).toContain('debtor_birth_date')
  })
})

describe('the structure', () => {
  it('removes unprintable characters from texts', () => {
    expect(cleanText('  a\u0000b\n\u200bc\u2028 ')).toBe('a b c')
    const narrative = ' Line one\r\n\tline two\u0007 '
    const written = documentOf(writeFincen({ ...REPORT, narrative }, registered('US')))
    expect(written).toContain('>Line one line two<')
  })

  it.each<[string, (report: SuspicionReport) => string]>([
    ['goAML', (report) => documentOf(writeGoaml(report, registered('GH')))],
    ['a SAR', (report) => documentOf(writeFincen(report, registered('US')))],
    ['a printed report', (report) => documentOf(writePrinted(report, registered('LR')))],
    ['its CSV file', transfersAsCsv],
  ])('keeps control characters out of %s', (_name, write) => {
    const typed = 'entry\u000b of\u0085 the list.\u0002'
    const sender = { ...SENDER, name: typed, firstName: typed, lastName: typed }
    const [transfer = TRANSFER] = REPORT.transfers
    const text = write({ ...REPORT, narrative: typed, action: typed, transfers: [{ ...transfer, sender }] })
    expect(text).toMatch(/entry {1,2}of/)
    for (const control of '\u000b\u0085\u0002') expect(text).not.toContain(control)
  })

  it('splits a long narrative of a SAR into parts of 4,000 characters', () => {
    const written = documentOf(writeFincen({ ...REPORT, narrative: 'x'.repeat(9_000) }, registered('US')))
    expect(written.match(/<fc2:ActivityNarrativeText>/g)).toHaveLength(3)
  })
})

describe('a profile', () => {
  it.each(Object.entries(SHIPPED_PROFILES))('shipped for %s is valid', (_country, profile) => {
    expect(readProfile(profile)).toEqual({ ok: true, value: profile })
  })

  it('without a source is refused', () => {
    const { suspicion } = SHIPPED_PROFILES.GH
    const read = readProfile({ ...SHIPPED_PROFILES.GH, suspicion: { ...suspicion, source: ' ' } })
    expect(read).toMatchObject({ ok: false, problems: [expect.stringMatching(/^suspicion.source/)] })
  })
})
