/** Operators and their number ranges (reference: providers.md 2.2, domain.md on prefixes). */

export interface Operator {
  provider: string
  displayName: string
  currency: string
  /** National prefixes, without the country's. A hint only: numbers can be ported. */
  prefixes: readonly string[]
  /** Whole major units. */
  minAmount: string
  maxAmount: string
}

export interface Country {
  /** ISO 3166-1 alpha-3. */
  country: string
  name: { en: string; fr: string }
  prefix: string
  /** A mobile number with its country prefix, digits only. */
  number: RegExp
  operators: readonly Operator[]
}

export const COUNTRIES: readonly Country[] = [
  {
    country: 'GHA',
    name: { en: 'Ghana', fr: 'Ghana' },
    prefix: '233',
    number: /^233[0-9]{9}$/,
    operators: [
      operator('MTN_MOMO_GHA', 'MTN', 'GHS', ['24', '25', '53', '54', '55', '59']),
      operator('VODAFONE_GHA', 'Telecel', 'GHS', ['20', '50']),
      { ...operator('AIRTELTIGO_GHA', 'AT', 'GHS', ['26', '27', '56', '57']), maxAmount: '10000' },
    ],
  },
  {
    country: 'SLE',
    name: { en: 'Sierra Leone', fr: 'Sierra Leone' },
    prefix: '232',
    number: /^232[0-9]{8}$/,
    operators: [
      operator('ORANGE_SLE', 'Orange', 'SLE', ['70', '71', '72', '73', '74', '75', '76', '78', '79']),
      operator('AFRIMONEY_SLE', 'Afrimoney (invented)', 'SLE', ['30', '33', '77', '80', '88', '90', '99']),
      operator('QMONEY_SLE', 'QMoney (invented)', 'SLE', ['31', '32', '34']),
    ],
  },
  {
    country: 'LBR',
    name: { en: 'Liberia', fr: 'Libéria' },
    prefix: '231',
    number: /^231[0-9]{7,9}$/,
    operators: [
      // No aggregator lists Liberia's operators, so their limits are ours: about 1,000 dollars and more.
      { ...operator('MTN_MOMO_LBR', 'MTN MoMo (invented)', 'LRD', ['88', '555']), maxAmount: '500000' },
      { ...operator('ORANGE_LBR', 'Orange Money (invented)', 'LRD', ['77']), maxAmount: '500000' },
    ],
  },
]

function operator(
  provider: string,
  displayName: string,
  currency: string,
  prefixes: readonly string[],
): Operator {
  return { provider, displayName, currency, prefixes, minAmount: '1', maxAmount: '15000' }
}

/** The operator called `provider` and its country, or null. */
export function findOperator(provider: string): { country: Country; operator: Operator } | null {
  for (const country of COUNTRIES) {
    const found = country.operators.find((candidate) => candidate.provider === provider)
    if (found !== undefined) return { country, operator: found }
  }
  return null
}

/** The country and probable operator of a number in any spelling, sanitised; null when it is not one of ours. */
export function predictOperator(spelled: string) {
  const phoneNumber = spelled.replaceAll(/\D/g, '').replace(/^00/, '')
  const country = COUNTRIES.find((candidate) => candidate.number.test(phoneNumber))
  const national = phoneNumber.slice(country?.prefix.length)
  const found = country?.operators.find(({ prefixes }) =>
    prefixes.some((prefix) => national.startsWith(prefix)),
  )
  if (country === undefined || found === undefined) return null
  return { country: country.country, provider: found.provider, phoneNumber }
}
