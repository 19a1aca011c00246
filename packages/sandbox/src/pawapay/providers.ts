/** Carriers, their number ranges and their limits. */

export interface Carrier {
  provider: string
  displayName: string
  currency: string
  /** National prefixes, without the country's. Only a hint: numbers can be ported. */
  prefixes: readonly string[]
  /** Whole major units. */
  minAmount: string
  maxAmount: string
  deposits: DepositTerms
}

/** How a payer is asked. Only the codes of Ghana's MTN and Telecel and of Orange Sierra Leone are as captured. */
export interface DepositTerms {
  decimalsInAmount: 'NONE' | 'TWO_PLACES'
  /** MANUAL: the phone shows nothing until the payer dials. */
  pinPrompt: 'AUTOMATIC' | 'MANUAL'
  shortCode: string
  /** Dials straight to the payer's open requests. */
  quickLink: string
}

export interface Country {
  /** ISO 3166-1 alpha-3. */
  country: string
  name: { en: string; fr: string }
  prefix: string
  /** A mobile number with its country prefix, digits only. */
  number: RegExp
  carriers: readonly Carrier[]
}

export const COUNTRIES: readonly Country[] = [
  {
    country: 'GHA',
    name: { en: 'Ghana', fr: 'Ghana' },
    prefix: '233',
    number: /^233[0-9]{9}$/,
    carriers: [
      carrier('MTN_MOMO_GHA', 'MTN', 'GHS', ['24', '25', '53', '54', '55', '59'], {
        shortCode: '*170#',
        quickLink: '*170*6*3*1#',
      }),
      carrier('VODAFONE_GHA', 'Telecel', 'GHS', ['20', '50'], { shortCode: '*110#', quickLink: '*110*4*8#' }),
      {
        ...carrier('AIRTELTIGO_GHA', 'AT', 'GHS', ['26', '27', '56', '57'], { shortCode: '*500#' }),
        maxAmount: '10000',
      },
    ],
  },
  {
    country: 'SLE',
    name: { en: 'Sierra Leone', fr: 'Sierra Leone' },
    prefix: '232',
    number: /^232[0-9]{8}$/,
    carriers: [
      carrier('ORANGE_SLE', 'Orange', 'SLE', ['70', '71', '72', '73', '74', '75', '76', '78', '79'], {
        shortCode: '#144#',
        pinPrompt: 'MANUAL',
      }),
      carrier('AFRIMONEY_SLE', 'Afrimoney (invented)', 'SLE', ['30', '33', '77', '80', '88', '90', '99'], {
        shortCode: '*161#',
      }),
      carrier('QMONEY_SLE', 'QMoney (invented)', 'SLE', ['31', '32', '34'], { shortCode: '*345#' }),
    ],
  },
  {
    country: 'LBR',
    name: { en: 'Liberia', fr: 'Libéria' },
    prefix: '231',
    number: /^231[0-9]{7,9}$/,
    carriers: [
      // No aggregator lists Liberia's carriers, so we chose their limits: about 1,000 dollars and more. Whole dollars
      // are our choice too: no other network of the sandbox has whole units.
      {
        ...carrier('MTN_MOMO_LBR', 'MTN MoMo (invented)', 'LRD', ['88', '555'], { shortCode: '*156#' }),
        maxAmount: '500000',
      },
      {
        ...carrier('ORANGE_LBR', 'Orange Money (invented)', 'LRD', ['77'], {
          shortCode: '*144#',
          decimalsInAmount: 'NONE',
        }),
        maxAmount: '500000',
      },
    ],
  },
]

function carrier(
  provider: string,
  displayName: string,
  currency: string,
  prefixes: readonly string[],
  deposits: Partial<DepositTerms> & Pick<DepositTerms, 'shortCode'>,
): Carrier {
  const usual = {
    decimalsInAmount: 'TWO_PLACES',
    pinPrompt: 'AUTOMATIC',
    quickLink: deposits.shortCode,
  } as const
  const bounds = { minAmount: '1', maxAmount: '15000' }
  return { provider, displayName, currency, prefixes, ...bounds, deposits: { ...usual, ...deposits } }
}

/** Returns the carrier named `provider` and its country, or null. */
export function findCarrier(provider: string): { country: Country; carrier: Carrier } | null {
  for (const country of COUNTRIES) {
    const found = country.carriers.find((candidate) => candidate.provider === provider)
    if (found !== undefined) return { country, carrier: found }
  }
  return null
}

/**
 * Returns a number in any spelling, sanitised, with its country and probable carrier; null if it is in none of our
 * countries.
 */
export function predictCarrier(spelled: string) {
  const phoneNumber = spelled.replaceAll(/\D/g, '').replace(/^00/, '')
  const country = COUNTRIES.find((candidate) => candidate.number.test(phoneNumber))
  const national = phoneNumber.slice(country?.prefix.length)
  const found = country?.carriers.find(({ prefixes }) =>
    prefixes.some((prefix) => national.startsWith(prefix)),
  )
  if (country === undefined || found === undefined) return null
  return { country: country.country, provider: found.provider, phoneNumber }
}
