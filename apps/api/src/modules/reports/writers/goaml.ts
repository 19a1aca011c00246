import { toMajorString } from '@sesa/money'
import { goamlRules } from './goaml-rules.ts'
import { Needs, type Party, type ReportedTransfer, type SuspicionReport, type Written } from '../model.ts'
import type { Profile } from '../profiles.ts'
import { findViolations, writeXml, type XmlElement } from './xml.ts'

const timeOf = (at: Date): string => at.toISOString().slice(0, 19)
const dayTime = (day: string): string => (day === '' ? '' : `${day}T00:00:00`)
const given = (name: string, value: string | null | undefined): XmlElement | null =>
  value === null || value === undefined || value.trim() === '' ? null : [name, value]

/**
 * Writes a report of suspicion as goAML XML (UNODC, Standard XML Reporting), with transactions or, without transfers, as
 * an activity. Returns the names of what is missing instead of inventing it. @throws Error when the document breaks a
 * rule of its structure.
 */
export function writeGoaml(report: SuspicionReport, profile: Profile): Written {
  const needs = new Needs()
  const entity = (name: string): string => needs.need(profile.entity[name], `entity.${name}`)
  const code = (name: string): string => needs.need(profile.codes.single[name], `codes.single.${name}`)
  const parts = { needs, profile, code }
  const body: readonly (XmlElement | null)[] =
    report.transfers.length > 0
      ? report.transfers.map((transfer) => transactionOf(transfer, parts))
      : [activityOf(report, parts)]
  if (report.indicators.length === 0) needs.need(null, 'indicators')
  for (const indicator of report.indicators) {
    needs.need(profile.codes.indicators[indicator], `codes.indicators.${indicator}`)
  }
  const root: XmlElement = [
    'report',
    [
      ['rentity_id', entity('rentity_id')],
      given('rentity_branch', profile.entity['rentity_branch']),
      ['submission_code', 'E'],
      ['report_code', code('report_code')],
      ['entity_reference', report.number],
      ['submission_date', timeOf(report.at)],
      ['currency_code_local', profile.currency],
      [
        'reporting_person',
        [
          ['first_name', entity('reporting_person_first_name')],
          ['last_name', entity('reporting_person_last_name')],
          given('email', profile.entity['reporting_person_email']),
        ],
      ],
      [
        'location',
        [
          ['address_type', code('address_type')],
          ['address', entity('address')],
          ['city', entity('city')],
          ['country_code', entity('country')],
        ],
      ],
      ['reason', report.narrative],
      ['action', report.action],
      ...body,
      ['report_indicators', report.indicators.map((indicator): XmlElement => ['indicator', indicator])],
    ],
  ]
  if (needs.gaps.length > 0) return { ok: false, gaps: needs.gaps }
  const document = writeXml(root)
  const violations = findViolations(document, goamlRules(profile))
  if (violations.length > 0) throw new Error(`The goAML document is not valid: ${violations.join('; ')}`)
  return { ok: true, document }
}

interface Parts {
  readonly needs: Needs
  readonly profile: Profile
  code(name: string): string
}

function transactionOf(transfer: ReportedTransfer, parts: Parts): XmlElement {
  const { reference, charged, received } = transfer
  const { needs, profile, code } = parts
  // Of a transfer to the country the received amount is local, of one from it the charged amount.
  const local = [received, charged].find(({ currency }) => currency === profile.currency)
  const foreign = local === received ? charged : received
  const charge = transfer.chargedAt === null ? null : timeOf(transfer.chargedAt)
  return [
    'transaction',
    [
      ['transactionnumber', reference],
      ['transaction_location', transfer.senderCountry],
      given('transaction_description', transfer.purpose),
      ['date_transaction', needs.need(charge, `${reference}: time of the charge`)],
      ['transmode_code', code('transmode_code')],
      [
        'amount_local',
        needs.need(local && toMajorString(local), `${reference}: amount in ${profile.currency}`),
      ],
      [
        't_from_my_client',
        [
          ['from_funds_code', code('from_funds_code')],
          foreignOf(foreign, transfer),
          ['from_person', clientOf(transfer.sender, reference, parts)],
          ['from_country', transfer.senderCountry],
        ],
      ],
      [
        't_to',
        [
          ['to_funds_code', code('to_funds_code')],
          ['to_person', otherOf(transfer.recipient, reference, parts)],
          ['to_country', transfer.recipientCountry],
        ],
      ],
      given('comments', `Mobile money wallet at ${transfer.recipientNetwork}; state ${transfer.state}`),
    ],
  ]
}

function foreignOf(amount: ReportedTransfer['charged'], { rate }: ReportedTransfer): XmlElement {
  return [
    'from_foreign_currency',
    [
      ['foreign_currency_code', amount.currency],
      ['foreign_amount', toMajorString(amount)],
      ['foreign_exchange_rate', rate],
    ],
  ]
}

function activityOf({ subject, narrative }: SuspicionReport, parts: Parts): XmlElement {
  if (subject === null) parts.needs.need(null, 'transfers or subject')
  const person = subject === null ? [] : clientOf(subject, 'subject', parts)
  return [
    'activity',
    [
      [
        'report_parties',
        [
          [
            'report_party',
            [
              ['person', person],
              ['reason', narrative],
            ],
          ],
        ],
      ],
    ],
  ]
}

function phonesOf(phone: string, { code }: Parts): XmlElement {
  return [
    'phones',
    [
      [
        'phone',
        [
          ['tph_contact_type', code('phone_contact_type')],
          ['tph_communication_type', code('phone_communication_type')],
          ['tph_number', phone],
        ],
      ],
    ],
  ]
}

/** Our customer: the authority wants the whole person. */
function clientOf(party: Party, of: string, parts: Parts): readonly (XmlElement | null)[] {
  const { needs, profile, code } = parts
  const want = (value: string | null | undefined, name: string): string =>
    needs.need(value, `${of}: sender’s ${name}`)
  const { identification, address } = party
  const type = identification?.type ?? ''
  return [
    ['gender', { male: 'M', female: 'F', '': '' }[party.gender ?? ''] || want(null, 'gender')],
    ['first_name', want(party.firstName, 'first name')],
    ['last_name', want(party.lastName, 'last name')],
    ['birthdate', dayTime(want(party.birthDate, 'date of birth'))],
    ['id_number', want(identification?.number, 'document number')],
    ['nationality1', want(party.nationality, 'nationality')],
    ['residence', want(party.residence, 'country of residence')],
    phonesOf(want(party.phone, 'phone'), parts),
    [
      'addresses',
      [
        [
          'address',
          [
            ['address_type', code('address_type')],
            ['address', want(address?.line, 'address')],
            ['city', want(address?.city, 'city')],
            given('zip', address?.postalCode),
            ['country_code', want(address?.country, 'country of the address')],
            given('state', address?.state),
          ],
        ],
      ],
    ],
    given('occupation', party.occupation),
    [
      'identification',
      [
        [
          'type',
          type === ''
            ? want(null, 'document')
            : needs.need(profile.codes.documents[type], `codes.documents.${type}`),
        ],
        ['number', want(identification?.number, 'document number')],
        ['issue_date', dayTime(want(identification?.issueDate, 'document’s issue date'))],
        ['expiry_date', dayTime(want(identification?.expiryDate, 'document’s expiry date'))],
        ['issue_country', want(identification?.issueCountry, 'document’s country')],
      ],
    ],
    ['tax_number', want(party.taxNumber, 'tax number')],
  ]
}

/** The other side: we know a name and a wallet. */
function otherOf(party: Party, of: string, parts: Parts): readonly (XmlElement | null)[] {
  return [
    ['first_name', parts.needs.need(party.firstName, `${of}: recipient’s first name`)],
    ['last_name', parts.needs.need(party.lastName, `${of}: recipient’s last name`)],
    party.phone === null ? null : phonesOf(party.phone, parts),
  ]
}
