import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { divide, fromMajorString } from '@sesa/money'
import type { Written } from '../model.ts'
import { everyReport } from '../testing/every-report.ts'
import { registered, REPORT, SENDER } from '../testing/report.ts'
import { writeFincen } from '../writers/fincen.ts'
import { writeGoaml } from '../writers/goaml.ts'
import { readCodeLists } from './code-lists.ts'
import { explain, explainGap } from './explain.ts'
import { requireSchema, validate, violationsIn } from './validate.ts'

const KINDS = {
  goaml: { country: 'GH', write: writeGoaml },
  fincen: { country: 'US', write: writeFincen },
} as const
type Format = keyof typeof KINDS
const FORMATS = ['goaml', 'fincen'] as const

const sample = (format: Format): string =>
  readFileSync(join(import.meta.dirname, `sample-${format}.xsd`), 'utf8')
function documentOf(written: Written): string {
  if (!written.ok) throw new Error(written.gaps.join(', '))
  return written.document
}
/** Checks many documents in one run of libxml2, since starting it takes as long as checking a hundred. */
async function checkAll(
  documents: readonly string[],
  format: Format,
): Promise<readonly (readonly string[])[]> {
  const { rawOutput } = await validateXML({
    xml: documents.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    schema: { fileName: 'schema.xsd', contents: sample(format) },
  })
  const lines = rawOutput.split('\n')
  return documents.map((_, at) => {
    const own = lines.filter((line) => line.startsWith(`${at}.xml:`))
    return explain(violationsIn(own.join('\n').replaceAll(`${at}.xml`, 'document.xml')), format)
  })
}
const check = async (document: string, format: Format): Promise<readonly string[]> =>
  explain(await validate({ schema: sample(format), document }), format)

describe.each(FORMATS)('every report in %s', (format) => {
  const { country, write } = KINDS[format]
  const reports = everyReport(country)

  it(`fits our sample of the schema: ${reports.length} of ${reports.length}`, async () => {
    const documents = reports.map(({ report }) => documentOf(write(report, registered(country))))
    const found = await checkAll(documents, format)
    expect(reports.flatMap(({ name }, at) => found[at]?.map((problem) => `${name}: ${problem}`))).toEqual([])
    // As the product checks one: in a thread.
    expect(await check(documents[0] ?? '', format)).toEqual([])
  })
})

describe('amounts in goAML', () => {
  const read = (document: string, name: string): string | undefined =>
    new RegExp(`<${name}>(.*)</${name}>`).exec(document)?.[1]
  const minor = (text: string | undefined) => fromMajorString(text ?? '', 'GHS').amount
  it.each(everyReport('GH').filter(({ report }) => report.transfers.length > 0))(
    'are without our fee and agree at the rate: $name',
    ({ report }) => {
      const document = documentOf(writeGoaml(report, registered('GH')))
      const local = minor(read(document, 'amount_local'))
      const sides = [
        ...document.matchAll(/<(?:from|to)_foreign_currency>[^]*?<\/(?:from|to)_foreign_currency>/g),
      ]
      expect(sides.length).toBeGreaterThan(0)
      for (const [side] of sides) {
        expect(side).not.toContain('<foreign_currency_code>GHS<')
        const [units = '', decimals = ''] = (read(side, 'foreign_exchange_rate') ?? '').split('.')
        const product = minor(read(side, 'foreign_amount')) * BigInt(units + decimals)
        expect(divide(product, 10n ** BigInt(decimals.length), 'half-even')).toBe(local)
      }
    },
  )
})

describe.each(FORMATS)('a document in %s without', (format) => {
  const { country, write } = KINDS[format]
  const documents = [
    documentOf(write(REPORT, registered(country))),
    documentOf(write({ ...REPORT, transfers: [], subject: SENDER }, registered(country))),
  ]
  /** Elements that are optional or repeatable in a report. */
  const OPTIONAL =
    /^(zip|state|occupation|tax_number|comments|transaction_description|phones|from_foreign_currency|to_foreign_currency|fc2:(\w+Indicator|IndividualBirthDateText|PrimaryRegulatorTypeCode|SuspiciousActivityToDateText|TotalSuspiciousAmountText|RawStateCodeText|RawZIPCode|OtherIssuerCountryText|PartyIdentification|OrganizationClassificationTypeSubtype|PartyOccupationBusiness|Address|PhoneNumber))$/
  const names = [
    ...new Set(
      documents.flatMap((text) => [...text.matchAll(/<([\w:]+)[ >]/g)].map(([, name]) => name ?? '')),
    ),
  ]
  const required = names.filter(
    (name) => !OPTIONAL.test(name) && !/^(report|fc2:EFilingBatchXML)$/.test(name),
  )

  const attributes =
    format === 'fincen' ? ['ActivityAttachmentCount', 'AttachmentCount', 'PartyCount', 'TotalAmount'] : []
  const without = (name: string): string => {
    const document = documents.find((text) => text.includes(`<${name}`) || text.includes(` ${name}="`)) ?? ''
    return attributes.includes(name)
      ? document.replace(new RegExp(` ${name}="\\d*"`), '')
      : document.replace(new RegExp(` *<${name}(?: [^>]*)?>[^]*?</${name}>\\n`), '')
  }
  let problemsOf: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    const names = [...required, ...attributes]
    const found = await checkAll(names.map(without), format)
    problemsOf = new Map(names.map((name, at) => [name, found[at] ?? []]))
  })

  it.each(required)('%s is refused by its name', (name) => {
    expect(documents).not.toContain(without(name))
    const problems = problemsOf.get(name) ?? []
    // One of two transactions can be left out.
    const isOneOfMany = name === 'transaction'
    expect(problems.join('\n')).toMatch(isOneOfMany ? /^$/ : new RegExp(`\\b${name.replace('fc2:', '')}\\b`))
    if (!isOneOfMany) expect(problems[0]).toMatch(/^Line \d+: \S.*\. \S.*\.$/)
  })

  it.each(attributes)('its attribute %s is refused by its name', (name) => {
    expect(problemsOf.get(name)?.join()).toContain(`has no ${name}`)
  })
})

describe('a refusal', () => {
  const goaml = documentOf(writeGoaml(REPORT, registered('GH')))
  const REFUSED: readonly (readonly [string, (text: string) => string, string])[] = [
    [
      'an order',
      (text) => text.replace(/( *<reason>.*\n)( *<action>.*\n)/, '$2$1'),
      'reason is missing before action. Shorten',
    ],
    [
      'an unknown element',
      (text) => text.replaceAll('gender>', 'sex>'),
      'gender is missing before sex. Enter it in the draft',
    ],
    [
      'a blank at an end',
      (text) => text.replace('>Fatu<', '> Fatu<'),
      'first_name has “ Fatu” but must match',
    ],
    ['an empty element', (text) => text.replace('>Fatu<', '><'), 'first_name is too short'],
    [
      'a date without a time',
      (text) => text.replace('1990-04-02T00:00:00', '1990-04-02'),
      'birthdate can’t be “1990-04-02”. Our records',
    ],
    [
      'a long text',
      (text) => text.replace('>Fatu<', `>${'a'.repeat(101)}<`),
      'first_name has 101 characters; the maximum is 100.',
    ],
    ['no amount', (text) => text.replace('>10895.50<', '>0.00<'), 'amount_local can’t be 0.00.'],
    [
      'a code of no list',
      (text) => text.replace('<gender>F<', '<gender>X<'),
      'gender has X, which is not in the authority’s list. Enter it',
    ],
    [
      'a number that is none',
      (text) => text.replace('>4711<', '>x<'),
      'rentity_id can’t be “x”. Set entity.rentity_id in the country’s profile.',
    ],
    ['no XML', () => '<report', 'Line 1: '],
  ]
  let problemsOf: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    const found = await checkAll(
      REFUSED.map(([, change]) => change(goaml)),
      'goaml',
    )
    problemsOf = new Map(REFUSED.map(([name], at) => [name, found[at] ?? []]))
  })

  it.each(REFUSED)('of %s names the line, the element and the remedy', (name, _change, words) => {
    const problems = problemsOf.get(name) ?? []
    expect(problems.join('\n')).toContain(words)
    expect(problems.join('\n')).not.toMatch(/facet|Schemas validity|\{www/)
  })

  it('of one document, checked as in the product, reports the same', async () => {
    const problems = await check(goaml.replace('<gender>F<', '<gender>X<'), 'goaml')
    expect(problems).toEqual(problemsOf.get('a code of no list'))
  })
})

it.each([
  ['entity.rentity_id', 'Set it in the country’s profile.'],
  ['S-00000001: sender’s document’s issue date', 'Enter it in the draft'],
  ['subject: sender’s phone', 'Ask the customer.'],
  ['S-00000001: amount in GHS', 'Leave it out'],
  ['time of the first charge', 'Leave it out.'],
  ['transfers or subject', 'is missing.'],
])('names what to do about a missing %s', (gap, words) => {
  expect(explainGap(gap)).toMatch(new RegExp(`^${gap} is missing\\.`))
  expect(explainGap(gap)).toContain(words)
})

const HEAD = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
describe('a schema file', () => {
  it.each([
    ['no schema', '<html/>', 'This isn’t an XML schema'],
    ['one that breaks off', `${HEAD}<xs:element`, 'can’t be used: line 1'],
    [
      'one with an unknown type',
      `${HEAD}<xs:element name="a" type="b"/></xs:schema>`,
      'can’t be used: line 1',
    ],
    [
      'one that includes another',
      `${HEAD}<xs:include schemaLocation="b.xsd"/></xs:schema>`,
      'refers to another one (include)',
    ],
    [
      'one that imports another',
      `${HEAD}<xs:import schemaLocation="http://localhost/b.xsd"/></xs:schema>`,
      'refers to another one (import)',
    ],
    [
      'one with an entity',
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${HEAD}<xs:element name="a"/></xs:schema>`,
      'has a document type',
    ],
  ])('is refused: %s', async (_name, text, words) => {
    await expect(requireSchema(text)).rejects.toThrow(words)
  })

  it('provides its code lists with their meanings', () => {
    const list = (name: string, codes: string) =>
      `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${codes}</xs:restriction></xs:simpleType>`
    const goaml = `${HEAD}<xs:element name="report_code" type="report_type"/><xs:element name="indicator" type="indicators"/>
      ${list('report_type', '<xs:enumeration value="STR"><xs:annotation><xs:documentation>Suspicious transaction</xs:documentation></xs:annotation></xs:enumeration>')}
      ${list('indicators', '<xs:enumeration value="A1"><!-- Many  cards --></xs:enumeration><xs:enumeration value="A2"/>')}</xs:schema>`
    expect(readCodeLists(goaml, 'goaml')).toEqual({
      'codes.single.report_code': { STR: 'Suspicious transaction' },
      'codes.indicators': { A1: 'Many cards', A2: 'A2' },
    })
    const fincen = `${HEAD}<xs:element name="SuspiciousActivitySubtypeID" type="t"/>
      ${list('t', '<xs:enumeration value="106"/><xs:enumeration value="1001"/><xs:enumeration value="1999"/>')}</xs:schema>`
    expect(readCodeLists(fincen, 'fincen')).toEqual({
      'codes.indicators': { '1/106': '106', '10/1001': '1001' },
    })
    expect(readCodeLists(sample('goaml'), 'goaml')).toEqual({})
  })
})
