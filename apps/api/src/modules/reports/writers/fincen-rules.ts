import type { Rule } from './xml.ts'

const DAY = /^\d{8}$/
const NUMBER = /^\d{1,4}$/

const text = (name: string, most: number): Rule => ({ name: `fc2:${name}`, most })
const coded = (name: string, oneOf: readonly string[]): Rule => ({ name: `fc2:${name}`, oneOf })
const formed = (name: string, pattern: RegExp): Rule => ({ name: `fc2:${name}`, pattern })
const group = (name: string, children: readonly Rule[]): Rule => ({ name: `fc2:${name}`, children })
const optional = (rule: Rule): Rule => ({ ...rule, isOptional: true })
const many = (rule: Rule): Rule => ({ ...rule, mayRepeat: true })
const yes = (name: string): Rule => optional(coded(name, ['Y']))

const PARTY = group('Party', [
  coded('ActivityPartyTypeCode', ['30', '33', '34', '35', '37']),
  yes('FemaleGenderIndicator'),
  optional(formed('IndividualBirthDateText', DAY)),
  yes('MaleGenderIndicator'),
  optional(formed('PrimaryRegulatorTypeCode', NUMBER)),
  yes('PurchaserSenderIndicator'),
  yes('UnknownGenderIndicator'),
  group('PartyName', [
    coded('PartyNameTypeCode', ['L']),
    optional(text('RawEntityIndividualLastName', 150)),
    optional(text('RawIndividualFirstName', 35)),
    optional(text('RawPartyFullName', 150)),
  ]),
  optional(
    group('Address', [
      text('RawCityText', 50),
      formed('RawCountryCodeText', /^[A-Z]{2}$/),
      optional(formed('RawStateCodeText', /^[A-Z]{2,3}$/)),
      text('RawStreetAddress1Text', 100),
      optional(formed('RawZIPCode', /^\d{5}(\d{4})?$/)),
    ]),
  ),
  optional(group('PhoneNumber', [formed('PhoneNumberText', /^\d{7,16}$/)])),
  optional(
    group('PartyIdentification', [
      optional(formed('OtherIssuerCountryText', /^[A-Z]{2}$/)),
      text('PartyIdentificationNumberText', 25),
      formed('PartyIdentificationTypeCode', /^\d{1,3}$/),
    ]),
  ),
  optional(group('OrganizationClassificationTypeSubtype', [formed('OrganizationTypeID', NUMBER)])),
  optional(group('PartyOccupationBusiness', [text('OccupationBusinessText', 50)])),
])

/**
 * The structure of a SAR (schema 2.0) as public sources give it: order, lengths, closed lists. The schema at
 * fincen.gov decides.
 */
export const FINCEN_RULES: Rule = group('EFilingBatchXML', [
  coded('FormTypeCode', ['SARX']),
  group('Activity', [
    formed('FilingDateText', DAY),
    group('ActivityAssociation', [coded('InitialReportIndicator', ['Y'])]),
    many(PARTY),
    group('SuspiciousActivity', [
      yes('NoAmountInvolvedIndicator'),
      formed('SuspiciousActivityFromDateText', DAY),
      optional(formed('SuspiciousActivityToDateText', DAY)),
      optional(formed('TotalSuspiciousAmountText', /^\d{1,15}$/)),
      many(
        group('SuspiciousActivityClassification', [
          formed('SuspiciousActivitySubtypeID', NUMBER),
          formed('SuspiciousActivityTypeID', NUMBER),
        ]),
      ),
    ]),
    many(
      group('ActivityNarrativeInformation', [
        formed('ActivityNarrativeSequenceNumber', /^[1-5]$/),
        text('ActivityNarrativeText', 4_000),
      ]),
    ),
  ]),
])
