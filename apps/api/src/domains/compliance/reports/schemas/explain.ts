import type { Profile } from '../profiles.ts'
import type { Violation } from './validate.ts'

const PROFILE = (place: string): string => `Set ${place} in the country’s profile.`
const DRAFT = 'Enter it in the draft, with the facts about the sender.'
const SENDER = 'Our records of the sender don’t have it. Ask the customer.'
const STATE = 'Enter the state: the sender’s in the draft, ours as entity.state in the profile.'

/** Remedies for violations, by element name. */
const REMEDIES: Readonly<Record<Exclude<Profile['format'], 'printed'>, Readonly<Record<string, string>>>> = {
  goaml: {
    ...Object.fromEntries(['rentity_id', 'rentity_branch'].map((name) => [name, PROFILE(`entity.${name}`)])),
    ...Object.fromEntries(
      [
        'report_code',
        'transmode_code',
        'transmode_comment',
        'from_funds_code',
        'to_funds_code',
        'address_type',
      ].map((name) => [name, PROFILE(`codes.single.${name}`)]),
    ),
    tph_contact_type: PROFILE('codes.single.phone_contact_type'),
    tph_communication_type: PROFILE('codes.single.phone_communication_type'),
    type: PROFILE('codes.documents'),
    state: STATE,
    indicator: 'Choose indicators from the authority’s list in the draft.',
    ...Object.fromEntries(
      ['gender', 'first_name', 'last_name', 'birth_place', 'issue_date', 'expiry_date', 'issue_country'].map(
        (name) => [name, DRAFT],
      ),
    ),
    ...Object.fromEntries(['tax_number', 'tax_reg_number', 'source_of_wealth'].map((name) => [name, DRAFT])),
    ...Object.fromEntries(
      ['birthdate', 'id_number', 'number', 'nationality1', 'residence', 'occupation', 'tph_number'].map(
        (name) => [name, SENDER],
      ),
    ),
    ...Object.fromEntries(['address', 'city', 'zip', 'country_code'].map((name) => [name, SENDER])),
    amount_local: 'Check the amounts of the transfer.',
    foreign_amount: 'Check the amounts of the transfer.',
    reason: 'Shorten the grounds for suspicion in the draft.',
    action: 'Shorten the action taken in the draft.',
  },
  fincen: {
    PrimaryRegulatorTypeCode: PROFILE('entity.primary_regulator_code'),
    OrganizationTypeID: PROFILE('entity.organization_type_id'),
    RawPartyFullName: PROFILE('entity.name and entity.contact_office'),
    RawStateCodeText: STATE,
    SuspiciousActivitySubtypeID: 'Choose indicators from the authority’s list in the draft.',
    SuspiciousActivityTypeID: 'Choose indicators from the authority’s list in the draft.',
    RawEntityIndividualLastName: DRAFT,
    RawIndividualFirstName: DRAFT,
    OtherIssuerCountryText: DRAFT,
    PartyIdentificationTypeCode: PROFILE('codes.documents'),
    PartyIdentificationNumberText: 'Correct the tax number in the draft, or our numbers in the profile.',
    IndividualBirthDateText: SENDER,
    OccupationBusinessText: SENDER,
    RawCityText: SENDER,
    RawCountryCodeText: SENDER,
    RawStreetAddress1Text: SENDER,
    RawZIPCode: SENDER,
    PhoneNumberText: 'Correct our number in the profile, or ask the customer for theirs.',
    ActivityNarrativeText: 'Shorten the grounds for suspicion in the draft.',
  },
}
const OTHERWISE = 'Our document doesn’t support this yet. Send this line to engineering.'

/** Remedies for missing facts, by the words in their names. */
const OF_FACTS: readonly (readonly [RegExp, string])[] = [
  [/^(entity|codes)\./, 'Set it in the country’s profile.'],
  [/sender’s (gender|first name|last name|state|document’s .*)$/, DRAFT],
  [/sender’s /, SENDER],
  [/recipient’s /, 'The recipient has only one name. Tell the authority.'],
  [
    /amount in /,
    'Neither side of the transfer has this currency. Leave it out, or report it to another country.',
  ],
  [/time of the /, 'This transfer has no charge. Leave it out.'],
  [/^indicators$/, 'Enter at least one.'],
]

/** Explains how to supply a missing fact. */
export function explainGap(gap: string): string {
  const [, remedy] = OF_FACTS.find(([words]) => words.test(gap)) ?? []
  return remedy === undefined ? `${gap} is missing.` : `${gap} is missing. ${remedy}`
}

/** Removes namespaces: libxml2 writes `{www.fincen.gov/base}Party` for an element of one. */
const bare = (text: string): string => text.replace(/\{[^{}'\s]*[./:][^{}'\s]*\}(?=\w)/g, '')
const SUBJECT = /^Element '([^']+)'(?:, attribute '([^']+)')?: (.*)$/

type Reader = readonly [RegExp, (element: string, ...found: string[]) => readonly [string, about?: string]]
const readers: readonly Reader[] = [
  [
    /^This element is not expected\. Expected is (?:one of )?\( (.*) \)\./,
    (element, expected) => [`${expected} is missing before ${element}.`, expected],
  ],
  [
    /^Missing child element\(s\)\. Expected is (?:one of )?\( (.*) \)\./,
    (element, expected) => [`${expected} is missing in ${element}.`, expected],
  ],
  [/^This element is not expected\./, (element) => [`${element} isn’t allowed here.`, element]],
  [/^The attribute '(.*)' is required but missing/, (element, name) => [`${element} has no ${name}.`, name]],
  [
    /^\[facet 'enumeration'\] The value '(.*)' is not an element of the set/,
    (element, value) => [`${element} has ${value}, which is not in the authority’s list.`],
  ],
  [
    /^\[facet 'pattern'\] The value '(.*)' is not accepted by the pattern '(.*)'/,
    (element, value, pattern) => [`${element} has “${value}” but must match ${pattern}.`],
  ],
  [
    /^\[facet 'maxLength'\].*length of '(\d+)'.*maximum length of '(\d+)'/,
    (element, length, most) => [`${element} has ${length} characters; the maximum is ${most}.`],
  ],
  [/^\[facet 'minLength'\]/, (element) => [`${element} is too short.`]],
  [/^\[facet '\w+'\] The value '(.*?)'/, (element, value) => [`${element} can’t be ${value}.`]],
  [/^'(.*?)' is not a valid value/, (element, value) => [`${element} can’t be “${value}”.`]],
  [/^Duplicate key-sequence \[(.*)\]/, (element, value) => [`${element} occurs twice with ${value}.`]],
]

function sentenceOf({ line, words }: Violation, remedies: Readonly<Record<string, string>>): string {
  const [, element = '', attribute, said = ''] = SUBJECT.exec(bare(words)) ?? []
  for (const [pattern, read] of readers) {
    const found = pattern.exec(said)
    if (found === null || element === '') continue
    const name = attribute === undefined ? element : `${element}’s ${attribute}`
    const [sentence, about = element] = read(name, ...found.slice(1))
    const remedy = about.split(', ').flatMap((one) => remedies[one] ?? [])[0] ?? OTHERWISE
    return `Line ${line}: ${sentence} ${remedy}`
  }
  return `Line ${line}: ${bare(words)} ${OTHERWISE}`
}

/** Explains schema violations: the line and the element, the error and the remedy, each once. */
export const explain = (violations: readonly Violation[], format: Profile['format']): readonly string[] => [
  ...new Set(
    violations.map((violation) => sentenceOf(violation, format === 'printed' ? {} : REMEDIES[format])),
  ),
]
