import { divide } from '@sesa/money'
import { Needs, type Party, type SuspicionReport, type Written } from '../model.ts'
import type { Profile } from '../profiles.ts'
import { cleanText, writeXml, type XmlElement } from './xml.ts'

/** The party kinds of a SAR that we write (public user guide). */
const COMPANY = { transmitter: '35', contact: '37', filer: '30', assistance: '8', place: '34' } as const
type CompanyParty = (typeof COMPANY)[keyof typeof COMPANY]
const SUBJECT = '33'
/** Numbers that identify a party. */
const NUMBER = { ssnOrItin: '1', ein: '2', tin: '4', foreign: '9', controlCode: '28' } as const
const US_TAX_NUMBER = /^\d{9}$/
const NARRATIVE_MOST = 4_000
const NARRATIVES_MOST = 5

const dayOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')

/** Returns an element that gets a number from `numbered`. */
const group = (name: string, children: readonly (XmlElement | null)[]): XmlElement => [
  `fc2:${name}`,
  children,
  { SeqNum: '' },
]

/** Numbers the elements that have a number, in document order. */
function numbered(root: XmlElement): XmlElement {
  let last = 0
  const visit = ([name, content, attributes = {}]: XmlElement): XmlElement => {
    const own = 'SeqNum' in attributes ? { ...attributes, SeqNum: String((last += 1)) } : attributes
    const children =
      typeof content === 'string' ? content : content.map((child) => (child === null ? null : visit(child)))
    return [name, children, own]
  }
  return visit(root)
}

const plain = (name: string, text: string): XmlElement => [`fc2:${name}`, text]

/**
 * Writes a suspicious-activity report as FinCEN SAR XML (schema 2.0). Returns the names of missing facts instead of inventing
 * them.
 */
export function writeFincen(report: SuspicionReport, profile: Profile): Written {
  const needs = new Needs()
  const entity = (name: string): string => needs.need(profile.entity[name], `entity.${name}`)
  const subjects = subjectsOf(report)
  const activity = group('Activity', [
    plain('FilingDateText', dayOf(report.at)),
    group('ActivityAssociation', [plain('InitialReportIndicator', 'Y')]),
    ...Object.values(COMPANY).map((code) => companyOf(code, entity)),
    ...subjects.map(({ party, of }) => subjectOf(party, of, { needs, profile })),
    suspicionOf(report, { needs, profile }),
    ...narrativesOf(report.narrative),
  ])
  if (needs.gaps.length > 0) return { ok: false, gaps: needs.gaps }
  const total = totalOf(report)
  const root: XmlElement = [
    'fc2:EFilingBatchXML',
    [plain('FormTypeCode', 'SARX'), activity],
    {
      'xmlns:fc2': 'www.fincen.gov/base',
      ActivityCount: '1',
      ActivityAttachmentCount: '0',
      AttachmentCount: '0',
      // Counts only the subjects.
      PartyCount: String(subjects.length),
      TotalAmount: total,
    },
  ]
  return { ok: true, document: writeXml(numbered(root)) }
}

/** Returns each customer of the report once, with the transfer or word that names them. */
function subjectsOf({ transfers, subject }: SuspicionReport): { party: Party; of: string }[] {
  if (transfers.length === 0) return subject === null ? [] : [{ party: subject, of: 'subject' }]
  const known = new Map<string, { party: Party; of: string }>()
  for (const { sender, reference } of transfers) {
    const id = sender.customerId ?? reference
    if (!known.has(id)) known.set(id, { party: sender, of: reference })
  }
  return [...known.values()]
}

/** Returns the total in whole dollars, each transfer rounded up. */
const totalOf = ({ transfers }: SuspicionReport): string =>
  transfers.reduce((sum, { usd }) => sum + divide(usd, 100n, 'up'), 0n).toString()

const identifiedBy = (number: string, type: string): XmlElement =>
  group('PartyIdentification', [
    plain('PartyIdentificationNumberText', number),
    plain('PartyIdentificationTypeCode', type),
  ])

/** Writes our company in one of its roles. The two contacts are a name and a phone number. */
function companyOf(code: CompanyParty, entity: (name: string) => string): XmlElement {
  const named = (name: string): XmlElement =>
    group('PartyName', [plain('PartyNameTypeCode', 'L'), plain('RawPartyFullName', entity(name))])
  const phone = (): XmlElement => group('PhoneNumber', [plain('PhoneNumberText', entity('contact_phone'))])
  const party = (...children: readonly XmlElement[]): XmlElement =>
    group('Party', [plain('ActivityPartyTypeCode', code), ...children])
  if (code === COMPANY.contact || code === COMPANY.assistance) return party(named('contact_office'), phone())
  const address = group('Address', [
    plain('RawCityText', entity('city')),
    plain('RawCountryCodeText', 'US'),
    plain('RawStateCodeText', entity('state')),
    plain('RawStreetAddress1Text', entity('address')),
    plain('RawZIPCode', entity('zip')),
  ])
  if (code === COMPANY.transmitter)
    return party(
      ...[named('name'), address, phone(), identifiedBy(entity('tin'), NUMBER.tin)],
      identifiedBy(entity('transmitter_control_code'), NUMBER.controlCode),
    )
  return party(
    plain('PrimaryRegulatorTypeCode', entity('primary_regulator_code')),
    ...[named('name'), address, identifiedBy(entity('tin'), NUMBER.ein)],
    group('OrganizationClassificationTypeSubtype', [
      plain('OrganizationTypeID', entity('organization_type_id')),
    ]),
  )
}

/**
 * Writes the tax number as typed by staff: nine digits are a US number, all others a foreign one. Without it, it is unknown.
 */
function taxNumberOf({ taxNumber }: Party): XmlElement {
  if (taxNumber === null) return group('PartyIdentification', [plain('TINUnknownIndicator', 'Y')])
  const digits = taxNumber.replace(/[\s-]/g, '')
  return identifiedBy(digits, US_TAX_NUMBER.test(digits) ? NUMBER.ssnOrItin : NUMBER.foreign)
}

interface Parts {
  readonly needs: Needs
  readonly profile: Profile
}

function subjectOf(party: Party, of: string, { needs, profile }: Parts): XmlElement {
  const want = (value: string | null | undefined, name: string): string =>
    needs.need(value, `${of}: sender’s ${name}`)
  const { address, identification } = party
  const isInUs = address?.country === 'US'
  const type = identification?.type ?? ''
  return group('Party', [
    plain('ActivityPartyTypeCode', SUBJECT),
    party.gender === 'female' ? plain('FemaleGenderIndicator', 'Y') : null,
    plain('IndividualBirthDateText', want(party.birthDate, 'date of birth').replaceAll('-', '')),
    party.gender === 'male' ? plain('MaleGenderIndicator', 'Y') : null,
    plain('PurchaserSenderIndicator', 'Y'),
    party.gender === null ? plain('UnknownGenderIndicator', 'Y') : null,
    group('PartyName', [
      plain('PartyNameTypeCode', 'L'),
      plain('RawEntityIndividualLastName', want(party.lastName, 'last name')),
      plain('RawIndividualFirstName', want(party.firstName, 'first name')),
    ]),
    group('Address', [
      plain('RawCityText', want(address?.city, 'city')),
      plain('RawCountryCodeText', want(address?.country, 'country of the address')),
      isInUs ? plain('RawStateCodeText', want(address.state, 'state')) : null,
      plain('RawStreetAddress1Text', want(address?.line, 'address')),
      isInUs ? plain('RawZIPCode', want(address.postalCode, 'ZIP code')) : null,
    ]),
    group('PhoneNumber', [plain('PhoneNumberText', want(party.phone, 'phone').replace(/^\+/, ''))]),
    taxNumberOf(party),
    group('PartyIdentification', [
      plain('OtherIssuerCountryText', want(identification?.issueCountry, 'document’s country')),
      plain('PartyIdentificationNumberText', want(identification?.number, 'document number')),
      plain(
        'PartyIdentificationTypeCode',
        type === ''
          ? want(null, 'document')
          : needs.need(profile.codes.documents[type], `codes.documents.${type}`),
      ),
    ]),
    party.occupation === null
      ? null
      : group('PartyOccupationBusiness', [plain('OccupationBusinessText', party.occupation.slice(0, 50))]),
  ])
}

/** Writes the indicators of a SAR, each `type/subtype` by the numbers of the authority's list. */
function suspicionOf(report: SuspicionReport, { needs, profile }: Parts): XmlElement {
  const charges = report.transfers
    .flatMap(({ chargedAt }) => chargedAt ?? [])
    .map(dayOf)
    .toSorted()
  const [first, last] = [charges[0], charges.at(-1)]
  const isWithoutMoney = report.transfers.length === 0
  if (isWithoutMoney && report.subject === null) needs.need(null, 'transfers or subject')
  if (report.indicators.length === 0) needs.need(null, 'indicators')
  return group('SuspiciousActivity', [
    isWithoutMoney ? plain('NoAmountInvolvedIndicator', 'Y') : null,
    plain(
      'SuspiciousActivityFromDateText',
      isWithoutMoney ? dayOf(report.at) : needs.need(first, 'time of the first charge'),
    ),
    isWithoutMoney
      ? null
      : plain('SuspiciousActivityToDateText', needs.need(last, 'time of the last charge')),
    isWithoutMoney ? null : plain('TotalSuspiciousAmountText', totalOf(report)),
    ...report.indicators.map((indicator) => {
      needs.need(profile.codes.indicators[indicator], `codes.indicators.${indicator}`)
      const [type = '', subtype = ''] = indicator.split('/')
      return group('SuspiciousActivityClassification', [
        plain('SuspiciousActivitySubtypeID', subtype),
        plain('SuspiciousActivityTypeID', type),
      ])
    }),
  ])
}

/** Splits the narrative into at most five parts of 4,000 characters. */
function narrativesOf(narrative: string): readonly XmlElement[] {
  const letters = [...cleanText(narrative)]
  const count = Math.ceil(letters.length / NARRATIVE_MOST)
  return Array.from({ length: Math.min(count, NARRATIVES_MOST) }, (_, index) => {
    const part = letters.slice(index * NARRATIVE_MOST, (index + 1) * NARRATIVE_MOST).join('')
    return group('ActivityNarrativeInformation', [
      plain('ActivityNarrativeSequenceNumber', String(index + 1)),
      plain('ActivityNarrativeText', part),
    ])
  })
}
