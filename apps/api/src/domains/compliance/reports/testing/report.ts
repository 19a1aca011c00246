import { money } from '@sesa/money'
import type { Party, ReportedTransfer, SuspicionReport } from '../model.ts'
import { readProfile, SHIPPED_PROFILES, type Profile } from '../profiles.ts'

/** A customer with complete data. */
export const SENDER: Party = {
  customerId: '01a20000-0000-7000-8000-000000000002',
  name: 'Fatu Kollie',
  firstName: 'Fatu',
  lastName: 'Kollie',
  gender: 'female',
  birthDate: '1990-04-02',
  nationality: 'LR',
  residence: 'US',
  taxNumber: '900-70-0000',
  phone: '+14045550100',
  occupation: 'Teacher',
  birthPlace: null,
  taxRegistration: null,
  sourceOfWealth: null,
  address: { line: '12 Peachtree Street', postalCode: '30303', city: 'Atlanta', country: 'US', state: 'GA' },
  identification: {
    type: 'passport',
    number: 'LR0000001',
    issueDate: '2022-01-10',
    expiryDate: '2032-01-09',
    issueCountry: 'LR',
  },
}

const RECIPIENT: Party = {
  ...SENDER,
  customerId: null,
  name: 'Ama Mensah',
  firstName: 'Ama',
  lastName: 'Mensah',
  gender: null,
  birthDate: null,
  nationality: null,
  residence: null,
  taxNumber: null,
  phone: '+233241231234',
  occupation: null,
  address: null,
  identification: null,
}

export const TRANSFER: ReportedTransfer = {
  reference: 'S-00000001',
  chargedAt: new Date('2026-11-20T09:15:00Z'),
  state: 'sent',
  sender: SENDER,
  recipient: RECIPIENT,
  recipientNetwork: 'mtn',
  senderCountry: 'US',
  recipientCountry: 'GH',
  charged: money(100_550n, 'USD'),
  chargedWithoutFee: money(99_050n, 'USD'),
  sent: money(99_050n, 'USD'),
  received: money(1_089_550n, 'GHS'),
  usd: 99_050n,
  purpose: 'family_support',
  sourceOfFunds: 'salary',
  relationship: 'sister',
}

export const REPORT: SuspicionReport = {
  number: 'F-000001',
  at: new Date('2026-11-26T10:00:00Z'),
  caseNumber: 'K-000001',
  transfers: [
    TRANSFER,
    { ...TRANSFER, reference: 'S-00000002', chargedAt: new Date('2026-11-22T18:30:00Z'), usd: 98_001n },
  ],
  subject: null,
  narrative: 'Two transfers just below USD 1,000 within three days, to one wallet, <from> one customer.',
  action: 'The account is on hold since 2026-11-22.',
  indicators: ['1/106'],
}

/** Returns a profile as after registration, with invented codes. */
export function registered(country: keyof typeof SHIPPED_PROFILES): Profile {
  const entity = {
    name: 'Sesa Sample Ltd',
    compliance_officer: 'Ama Boateng',
    rentity_id: '4711',
    reporting_person_first_name: 'Ama',
    reporting_person_last_name: 'Boateng',
    address: '1 Sample Road',
    city: 'Accra',
    country: 'GH',
    state: 'GA',
    zip: '30303',
    tin: '123456789',
    transmitter_control_code: 'TBSATEST',
    contact_office: 'Compliance Office',
    contact_phone: '14045550199',
    primary_regulator_code: '9',
    organization_type_id: '4',
  }
  const codes = {
    indicators: { '1/106': 'sample: transactions below a threshold' },
    documents: { passport: country === 'US' ? '6' : 'PP' },
    single: {
      report_code: 'STR',
      transmode_code: 'MM',
      from_funds_code: 'CARD',
      to_funds_code: 'WALLET',
      address_type: 'P',
      phone_contact_type: 'P',
      phone_communication_type: 'M',
    },
  }
  const read = readProfile({ ...SHIPPED_PROFILES[country], entity, codes })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.value
}
