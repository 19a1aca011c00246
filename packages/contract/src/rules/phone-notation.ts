import { COUNTRIES, findCountry, type Country, type CountryCode } from './countries.ts'

/** How a country writes a mobile number: the trunk digit before a national one, and the groups of its digits. */
const MOBILE_NOTATION: Readonly<
  Record<CountryCode, { readonly trunk: '0' | '1'; readonly groups: readonly number[] }>
> = {
  SL: { trunk: '0', groups: [2, 6] },
  LR: { trunk: '0', groups: [2, 3, 4] },
  GH: { trunk: '0', groups: [2, 3, 4] },
  US: { trunk: '1', groups: [3, 3, 4] },
}

/** Returns how many digits a mobile number has without its calling code. */
export function mobileLength(country: CountryCode): number {
  return MOBILE_NOTATION[country].groups.reduce((sum, digits) => sum + digits)
}

/** Writes the digits of every script as 0 to 9 and the wide plus sign as +, and drops invisible characters. */
export function plainDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[＋﹢]/g, '+')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/** Unicode keeps the ten digits of a script side by side, from zero to nine. */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let zero = at
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((at - zero) % 10)
}

/** A number as a person wrote it. */
interface Notation {
  /** What stands before a calling code: a plus sign, or the exit code of our countries. Empty before a national number. */
  readonly prefix: '+' | '00' | '011' | ''
  readonly digits: string
}

/**
 * Reads what a text means as a number, before anything is said about its length: everything but digits and a plus sign
 * before them is decoration. No national number of our countries starts like an exit code. A calling code needs no plus
 * sign once its number is complete and too long for a national one. Null is International.
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

/** Returns national digits without their trunk digit. */
function national(digits: string, country: CountryCode): string {
  return digits.startsWith(MOBILE_NOTATION[country].trunk) ? digits.slice(1) : digits
}

/** True for a calling code of ours with all digits of its number, such as 233244123456. */
function isWhole(digits: string): boolean {
  const served = countryOfCode(digits)
  return (
    served !== undefined && asNumber(digits).length === served.dialCode.length + mobileLength(served.code)
  )
}

/** Writes a plus sign before a calling code and its number, without the zero of "+233 (0)24 412 3456". */
function asNumber(digits: string): string {
  const served = countryOfCode(digits)
  if (!served) return `+${digits}`
  const rest = digits.slice(served.dialCode.length - 1)
  const hasTrunk = rest.startsWith('0') && rest.length === mobileLength(served.code) + 1
  return served.dialCode + (hasTrunk ? rest.slice(1) : rest)
}

/**
 * Returns the number that a text means, in E.164 as far as written: "+23177". No digit is left out: a text that is too
 * long stays too long. National digits belong to `country`. Empty without digits.
 */
export function toE164(text: string, country: CountryCode | null): string {
  const { prefix, digits } = readNotation(text, country)
  if (digits === '') return ''
  if (prefix !== '') return asNumber(digits)
  return (
    (country === null ? '+' : findCountry(country)?.dialCode) + (country ? national(digits, country) : digits)
  )
}

/** Formats a number as it is typed, with the digits and the prefix that it has: "077 012 34", "00 231 77 012 3461". */
export function formatTyped(text: string, country: CountryCode | null): string {
  const { prefix, digits } = readNotation(text, country)
  if (prefix === '') return country === null ? digits : formatNational(digits, country)
  return (
    (prefix === '+' ? '+' : `${prefix} `.slice(0, digits === '' ? -1 : undefined)) +
    formatInternational(digits)
  )
}

/** Formats the E.164 number of a country we serve in groups that are easy to read: "+233 24 123 4567". */
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
  // The trunk digit has a group of its own there: 1 (202) 555-0143.
  return rest.length === 0 ? first : `(${first}) ${rest.join('-')}`.replace(/^\(1/, '1 (')
}

/** Splits a national number into its groups: the trunk digit stays with the first, digits too many with the last. */
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
