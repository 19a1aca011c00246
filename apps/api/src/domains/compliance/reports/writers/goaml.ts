import { decimalText, divide, powerOfTen, toMajorString, type CurrencyCode, type Money } from '@sesa/money'
import { Needs, type Party, type ReportedTransfer, type SuspicionReport, type Written } from '../model.ts'
import type { Profile } from '../profiles.ts'
import type { CodeList, CodeLists } from '../schemas/code-lists.ts'
import { writeXml, type XmlElement } from './xml.ts'

const timeOf = (at: Date): string => at.toISOString().slice(0, 19)
const dayTime = (day: string): string => (day === '' ? '' : `${day}T00:00:00`)
const given = (name: string, value: string | null | undefined): XmlElement | null =>
  value === null || value === undefined || value.trim() === '' ? null : [name, value]

/**
 * Writes a suspicious-activity report as goAML XML (UNODC, Standard XML Reporting), with transactions or, without transfers,
 * as an activity. Returns the names of missing facts instead of inventing them. The authority's schema covers its further
 * requirements.
 */
export function writeGoaml(report: SuspicionReport, profile: Profile, lists: CodeLists = {}): Written {
  const needs = new Needs()
  const entity = (name: string): string => needs.need(profile.entity[name], `entity.${name}`)
  const code = (name: string): string => needs.need(profile.codes.single[name], `codes.single.${name}`)
  const parts = { needs, profile, code, currencies: lists['currencies'] }
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
          given('state', profile.entity['state']),
        ],
      ],
      ['reason', report.narrative],
      ['action', report.action],
      ...body,
      ['report_indicators', report.indicators.map((indicator): XmlElement => ['indicator', indicator])],
    ],
  ]
  if (needs.gaps.length > 0) return { ok: false, gaps: needs.gaps }
  return { ok: true, document: writeXml(root) }
}

interface Parts {
  readonly needs: Needs
  readonly profile: Profile
  /** The authority's currencies; undefined when its schema does not list them. */
  readonly currencies: CodeList | undefined
  code(name: string): string
}

type Amount = Money<CurrencyCode>

/**
 * Returns the amount in the country's currency, and each side's amount in another one. All are without our fee, so that the
 * local amount is the foreign one at the rate. A card may be charged in a third currency: then the amount sent is the local
 * one.
 */
function amountsOf({ received, sent, chargedWithoutFee }: ReportedTransfer, currency: CurrencyCode) {
  const local = [received, sent, chargedWithoutFee].find((amount) => amount.currency === currency)
  const foreign = (amount: Amount): Amount | null => (amount.currency === currency ? null : amount)
  return { local, from: foreign(chargedWithoutFee), to: foreign(received) }
}

function transactionOf(transfer: ReportedTransfer, parts: Parts): XmlElement {
  const { reference } = transfer
  const { needs, profile, code, currencies } = parts
  const { local, from, to } = amountsOf(transfer, profile.currency)
  const isKnown = (amount: Amount): boolean =>
    currencies === undefined || Object.hasOwn(currencies, amount.currency)
  const unknown = [from, to].flatMap((amount) => (amount === null || isKnown(amount) ? [] : [amount]))
  const foreign = (name: string, amount: Amount | null): XmlElement | null =>
    amount !== null && isKnown(amount) ? foreignOf(name, amount, local) : null
  const charge = transfer.chargedAt === null ? null : timeOf(transfer.chargedAt)
  return [
    'transaction',
    [
      ['transactionnumber', reference],
      ['transaction_location', transfer.senderCountry],
      given('transaction_description', transfer.purpose),
      ['date_transaction', needs.need(charge, `${reference}: time of the charge`)],
      ['transmode_code', code('transmode_code')],
      given('transmode_comment', profile.codes.single['transmode_comment']),
      [
        'amount_local',
        needs.need(local && toMajorString(local), `${reference}: amount in ${profile.currency}`),
      ],
      [
        't_from_my_client',
        [
          ['from_funds_code', code('from_funds_code')],
          foreign('from_foreign_currency', from),
          ['from_person', clientOf(transfer.sender, reference, parts)],
          ['from_country', transfer.senderCountry],
        ],
      ],
      [
        't_to',
        [
          ['to_funds_code', code('to_funds_code')],
          foreign('to_foreign_currency', to),
          ['to_person', otherOf(transfer.recipient, reference, parts)],
          ['to_country', transfer.recipientCountry],
        ],
      ],
      given('comments', commentOf(transfer, unknown)),
    ],
  ]
}

/** Names the amounts whose currency is missing in the authority's list: a report may leave the foreign amount out. */
const commentOf = ({ recipientNetwork, state }: ReportedTransfer, unknown: readonly Amount[]): string =>
  [
    `Mobile money wallet at ${recipientNetwork}`,
    `state ${state}`,
    ...unknown.map(
      (amount) => `${amount.currency} ${toMajorString(amount)}, a currency that the list does not have`,
    ),
  ].join('; ')

const RATE_DECIMALS = 12

/** Writes a foreign amount with the rate that converts it into the local one, rounded half-even to 12 decimals. */
function foreignOf(name: string, foreign: Amount, local: Amount | undefined): XmlElement | null {
  if (local === undefined) return null
  const rate = divide(local.amount * powerOfTen(RATE_DECIMALS), foreign.amount, 'half-even')
  return [
    name,
    [
      ['foreign_currency_code', foreign.currency],
      ['foreign_amount', toMajorString(foreign)],
      ['foreign_exchange_rate', decimalText(rate, RATE_DECIMALS)],
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
          // Only the digits: some authorities refuse the plus sign.
          ['tph_number', phone.replace(/^\+/, '')],
        ],
      ],
    ],
  ]
}

/** Writes our customer: the authority requires all data of the person. */
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
    given('birth_place', party.birthPlace),
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
    given('tax_number', party.taxNumber),
    given('tax_reg_number', party.taxRegistration),
    given('source_of_wealth', party.sourceOfWealth),
  ]
}

/** Writes the other side: we know only a name and a wallet. */
function otherOf(party: Party, of: string, parts: Parts): readonly (XmlElement | null)[] {
  return [
    ['first_name', parts.needs.need(party.firstName, `${of}: recipient’s first name`)],
    ['last_name', parts.needs.need(party.lastName, `${of}: recipient’s last name`)],
    party.phone === null ? null : phonesOf(party.phone, parts),
  ]
}
