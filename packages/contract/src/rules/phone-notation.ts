import { COUNTRIES, findCountry, type Country, type CountryCode } from './countries.ts'

/** How a country writes mobile numbers: the trunk digit before a national number, and the grouping of its digits. */
const MOBILE_NOTATION: Readonly<
  Record<CountryCode, { readonly trunk: '0' | '1'; readonly groups: readonly number[] }>
> = {
  SL: { trunk: '0', groups: [2, 6] },
  LR: { trunk: '0', groups: [2, 3, 4] },
  GH: { trunk: '0', groups: [2, 3, 4] },
  US: { trunk: '1', groups: [3, 3, 4] },
}

/** Returns the number of digits of a mobile number without its calling code. */
export function mobileLength(country: CountryCode): number {
  return MOBILE_NOTATION[country].groups.reduce((sum, digits) => sum + digits)
}

/** Converts the digits of every script to 0 to 9 and the wide plus sign to +, and removes invisible characters. */
export function plainDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[＋﹢]/g, '+')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/** Returns a digit as 0 to 9: Unicode orders the ten digits of a script consecutively, from zero to nine. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((at - zero) % 10)
}

/** A number as written. */
interface Notation {
  /** Prefix before a calling code: a plus sign, or an exit code of our countries. Empty before a national number. */
  readonly prefix: '+' | '00' | '011' | ''
  readonly digits: string
}

/**
 * Parses the number that a text means, before its length is checked: everything except digits and a leading plus sign
 * is decoration. No national number in our countries starts like an exit code. A calling code needs no plus sign once
 * its number is complete and too long for a national one. Null means international.
 */
function readNotation(text: string, country: CountryCode | null): Notation {
  const marks = plainDigits(text).replace(/[^\d+]/g, '')
  const digits = marks.replaceAll('+', '')
  if (marks.startsWith('+')) return { prefix: '+', digits }
  const exit = /^(?:00|011)/.exec(digits)?.[0]
  if (exit !== undefined) return { prefix: exit as '00' | '011', digits: digits.slice(exit.length) }
  if (country === null) return { prefix: /^[1-9]/.test(digits) ? '+' : '', digits }
  const isTooLong = national(digits, country).length > mobileLength(country)
  return { prefix: isTooLong && isWhole(digits) ? '+' : '', digits }
}

/** Returns the country whose calling code starts these digits. */
export function countryOfCode(digits: string): Country | undefined {
  return COUNTRIES.find(({ dialCode }) => `+${digits}`.startsWith(dialCode))
}

/** Removes the trunk digit from national digits. */
function national(digits: string, country: CountryCode): string {
  return digits.startsWith(MOBILE_NOTATION[country].trunk) ? digits.slice(1) : digits
}

/** Returns true for one of our calling codes followed by all digits of a number, such as 233244123456. */
function isWhole(digits: string): boolean {
  const served = countryOfCode(digits)
  return (
    served !== undefined && asNumber(digits).length === served.dialCode.length + mobileLength(served.code)
  )
}

/** Adds a plus sign before a calling code and its number, and drops the zero of "+233 (0)24 412 3456". */
function asNumber(digits: string): string {
  const served = countryOfCode(digits)
  if (!served) return `+${digits}`
  const rest = digits.slice(served.dialCode.length - 1)
  const hasTrunk = rest.startsWith('0') && rest.length === mobileLength(served.code) + 1
  return served.dialCode + (hasTrunk ? rest.slice(1) : rest)
}

/**
 * Returns the number that a text means, in E.164 as far as typed: "+23177". Drops no digit: a text that is too long
 * stays too long. National digits belong to `country`. Empty without digits.
 */
export function toE164(text: string, country: CountryCode | null): string {
  const { prefix, digits } = readNotation(text, country)
  if (digits === '') return ''
  if (prefix !== '') return asNumber(digits)
  return (
    (country === null ? '+' : findCountry(country)?.dialCode) + (country ? national(digits, country) : digits)
  )
}

/** Formats a number while it is typed, keeping its digits and its prefix: "077 012 34", "00 231 77 012 3461". */
export function formatTyped(text: string, country: CountryCode | null): string {
  const { prefix, digits } = readNotation(text, country)
  if (prefix === '') return country === null ? digits : formatNational(digits, country)
  return (
    (prefix === '+' ? '+' : `${prefix} `.slice(0, digits === '' ? -1 : undefined)) +
    formatInternational(digits)
  )
}

/** Formats the E.164 number of a country we serve in readable groups: "+233 24 123 4567". */
export function formatPhone(e164: string): string {
  return formatTyped(e164, null)
}

function formatInternational(digits: string): string {
  const served = countryOfCode(digits)
  if (!served) return digits
  const code = served.dialCode.slice(1)
  return [code, ...inGroups(digits.slice(code.length), served.code)].join(' ')
}

function formatNational(digits: string, country: CountryCode): string {
  const [first = '', ...rest] = inGroups(digits, country)
  if (country !== 'US') return [first, ...rest].join(' ')
  // There, the trunk digit is a separate group: 1 (202) 555-0143.
  return rest.length === 0 ? first : `(${first}) ${rest.join('-')}`.replace(/^\(1/, '1 (')
}

/** Splits a national number into groups: the trunk digit joins the first, excess digits join the last. */
function inGroups(digits: string, country: CountryCode): string[] {
  const { trunk, groups } = MOBILE_NOTATION[country]
  const found: string[] = []
  let from = 0
  groups.forEach((size, at) => {
    const to =
      at === groups.length - 1 ? undefined : from + size + (at === 0 && digits.startsWith(trunk) ? 1 : 0)
    const group = digits.slice(from, to)
    if (group !== '') found.push(group)
    from += group.length
  })
  return found
}
