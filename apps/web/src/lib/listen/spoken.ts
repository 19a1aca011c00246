import type { Quote } from '@sesa/contract'
import { currencyInSentence, type CurrencyCode } from '@sesa/money'
import { formatMinor } from '@sesa/ui/format.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = [
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

/** Returns a whole number in words, because voices read "1,004" in different ways. */
function inWords(number: number): string {
  for (const [size, word] of SCALES) {
    if (number < size) continue
    const rest = number % size
    const joint = rest === 0 ? '' : rest < 100 ? ' and ' : ' '
    return `${inWords(Math.floor(number / size))} ${word}${joint}${rest === 0 ? '' : inWords(rest)}`
  }
  if (number < 20) return SMALL[number] ?? ''
  const ones = number % 10
  const tens = TENS[Math.floor(number / 10)] ?? ''
  return ones === 0 ? tens : `${tens}-${SMALL[ones] ?? ''}`
}

/** Names an amount's unit: "one leone", "two leones". */
const count = (number: number, plural: string): string =>
  `${inWords(number)} ${number === 1 ? plural.replace(/s$/, '') : plural}`

function amountInWords(currency: CurrencyCode, whole: string, parts = '00'): string {
  const [units, hundredths] = [Number(whole.replaceAll(',', '')), Number(parts)]
  const first = count(units, currencyInSentence(currency))
  return hundredths === 0
    ? first
    : `${first} and ${count(hundredths, currency === 'GHS' ? 'pesewas' : 'cents')}`
}

const AMOUNT = /\b(LRD|GHS|SLE|USD) (\d[\d,]*)(?:\.(\d\d))?(?!\d)/g
/** A phone number, and a code or a reference: others might overhear them, and nobody remembers them. */
const PHONE = /\+\d[\d ]{4,}\d/g
const CODE = /\bS-[0-9A-Z]{8}\b|\d[\d ]{4,}\d/g
/** Marks that keep a name's direction. */
const SILENT = /[\u2066-\u2069]/g

/** Returns a displayed text as a person would say it. */
export function spoken(text: string): string {
  return text
    .replace(AMOUNT, (_, currency: CurrencyCode, whole: string, parts?: string) =>
      amountInWords(currency, whole, parts),
    )
    .replace(PHONE, (number) => `the number ending ${[...number.slice(-2)].join(' ')}`)
    .replace(CODE, 'shown here')
    .replace(SILENT, '')
}

/** The network's answer about the name of a number; `shown` may be initials, and null where it may not be shown. */
export type NameCheck =
  | { readonly kind: 'checking' | 'unchecked' | 'unsupported' | 'unnamed' | 'inactive' }
  | { readonly kind: 'match' | 'close'; readonly name: string }
  | { readonly kind: 'named'; readonly shown: string }
  | { readonly kind: 'different'; readonly shown: string | null }

/** Says the name check, with what to do; null while there is no answer. */
export function nameCheckWords(check: NameCheck): string | null {
  switch (check.kind) {
    case 'checking':
      return null
    case 'match':
      return `The name matches. The money goes to ${check.name}.`
    case 'named':
      return `Is ${check.shown} the right person? That is the name on this number.`
    case 'close':
      return `Did you mean ${check.name}? That is the name on this number.`
    case 'different':
      return check.shown === null
        ? 'Stop. The name does not match. This number is in a different name. Check the number.'
        : `Stop. The name does not match. This number is in the name of ${check.shown}. Check the number.`
    case 'inactive':
      return 'This number has no mobile money wallet. Check the number.'
    case 'unchecked':
    case 'unsupported':
    case 'unnamed':
      return 'We could not check the name. Check the number again.'
  }
}

/** Says what the customer pays, and what arrives. */
export function totalWords(
  quote: Pick<Quote, 'total' | 'currency' | 'receiveAmount' | 'receiveCurrency' | 'charge'>,
  recipient: string,
): string {
  const { total, currency, receiveAmount, receiveCurrency, charge } = quote
  const card =
    charge.currency === currency
      ? ''
      : ` We charge ${formatMinor(charge.amount, charge.currency)} to your card.`
  return `You pay ${formatMinor(total, currency)}.${card} ${recipient} gets ${formatMinor(receiveAmount, receiveCurrency)}.`
}

/** The text to read aloud, and how its button names it: "Listen to the total". Null while there is no text. */
export type ListenProps =
  | { to: 'the name check'; check: NameCheck | null }
  | { to: 'the total'; quote: Quote | null; recipient: string }
  | { to: 'the status'; text: string }
