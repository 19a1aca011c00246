import { object, optional, string, type Fields } from './fields.ts'

/**
 * Sender and recipient of a remittance (docs/providers.md). pawaPay's texts disagree on the format of countries, so
 * both two and three letters are accepted.
 */

const TEXT = /^.{1,64}$/su
/** pawaPay documents no limit; this one accepts every name that a sender may have. */
const NAME = /^.{1,100}$/su
const COUNTRY = /^[A-Z]{2,3}$/
const CURRENCY = /^[A-Z]{3}$/
const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

const oneOf = (words: string): RegExp => new RegExp(`^(${words.replaceAll(' ', '|')})$`)

const PURPOSES = oneOf(
  'FAMILY_SUPPORT MEDICAL_EXPENSES TUITION_FEES EDUCATION_SUPPORT GIFT_AND_OTHER_DONATIONS HOME_IMPROVEMENT ' +
    'DEBT_SETTLEMENT REAL_ESTATE TAXES SALARY SAVINGS PERSONAL_TRANSFER OTHER',
)
const SOURCES = oneOf('SALARY SAVINGS LOTTERY LOAN BUSINESS_INCOME GIFT OTHER')
const DOCUMENTS = oneOf('NATIONAL_ID PASSPORT DRIVING_LICENSE SOCIAL_SECURITY_ID RESIDENCE_PERMIT')
const GENDERS = oneOf('MALE FEMALE OTHER')
/** From two code bases that agree, including the misspelling of BROTHER_IN_LAW. */
const RELATIONSHIPS = oneOf(
  'FATHER MOTHER SON DAUGHTER BROTHER SISTER HUSBAND WIFE PARTNER FRIEND AUNT UNCLE COUSIN NEPHEW NIECE GRANDFATHER ' +
    'GRANDMOTHER GRANDSON GRANDDAUGHTER STEPCHILD DAUGHTER_IN_LAW SON_IN_LAW BORTHER_IN_LAW SISTER_IN_LAW ' +
    'MOTHER_IN_LAW GUARDIAN SELF',
)

/** Parses the recipient; both names are required. Throws Malformed. */
export function readRecipientDetails(value: unknown): object {
  const fields = object(value, 'recipientDetails', ['firstName', 'lastName'])
  return { firstName: string(fields, 'firstName', NAME), lastName: string(fields, 'lastName', NAME) }
}

/** Parses the sender and the exchange. Throws Malformed. */
export function readSender(value: unknown): object {
  const sender = object(value, 'sender', ['transactionDetails', 'senderDetails'])
  return {
    transactionDetails: readTransaction(sender['transactionDetails']),
    senderDetails: readSenderDetails(sender['senderDetails']),
  }
}

/** Parses these required fields, each in its form. */
function required(fields: Fields, forms: Readonly<Record<string, RegExp>>): Record<string, string> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, string(fields, name, form)]))
}

const TRANSACTION = {
  transactionReference: TEXT,
  originalAmount: DECIMAL,
  originalCurrency: CURRENCY,
  buyFxRate: DECIMAL,
  senderFees: DECIMAL,
  purposeOfFunds: PURPOSES,
  sourceOfFunds: SOURCES,
}

function readTransaction(value: unknown): object {
  return required(object(value, 'transactionDetails', Object.keys(TRANSACTION)), TRANSACTION)
}

const SENDER = { firstName: NAME, lastName: NAME, nationality: COUNTRY, phoneNumber: TEXT }
const ADDRESS = { addressLine: /^.{1,100}$/su, postalCode: TEXT, city: TEXT, country: COUNTRY }
const IDENTIFICATION = { type: DOCUMENTS, number: TEXT }
const OPTIONAL = {
  gender: GENDERS,
  dateOfBirth: DATE,
  placeOfBirth: TEXT,
  occupation: TEXT,
  relationshipRecipient: RELATIONSHIPS,
}

function readSenderDetails(value: unknown): object {
  const known = [...Object.keys(SENDER), 'address', 'identification', ...Object.keys(OPTIONAL)]
  const fields = object(value, 'senderDetails', known)
  const address = object(fields['address'], 'address', Object.keys(ADDRESS))
  const identification = object(fields['identification'], 'identification', Object.keys(IDENTIFICATION))
  const more = Object.entries(OPTIONAL).flatMap(([name, form]) =>
    Object.entries(optional(fields, name, form)),
  )
  return {
    ...required(fields, SENDER),
    address: required(address, ADDRESS),
    identification: required(identification, IDENTIFICATION),
    ...Object.fromEntries(more),
  }
}
