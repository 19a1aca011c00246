import PhoneInput from 'react-phone-number-input/input-core'
import { useState, type InputEvent, type InputHTMLAttributes, type Ref } from 'react'
import type { CountryCode } from '@sesa/contract'
import { excessDigits, numberAsTyped, phoneMetadata } from '@sesa/contract/phone'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange'>

export interface PhoneInputProps extends InputProps {
  ref: Ref<HTMLInputElement>
  /** The country of a number typed without a calling code; null (International) means that every number has one. */
  country: CountryCode | null
  /** E.164 so far as typed, or empty. */
  value: string
  onChange: (value: string) => void
}

/** The component misplaces the caret on Android keyboards (its issues 75 and 434). */
const SMART_CARET = !/android/i.test(navigator.userAgent)

/** libphonenumber formats a national number as it is typed only behind its national prefix. People leave the 0 out. */
const metadata = withOptionalPrefix(phoneMetadata)

/**
 * Formats a number as it is typed. With its library it weighs 20 kB: `PhoneField` fetches it after it is drawn.
 *
 * The component says what was typed only in an effect, and goes back to a value that is not its newest: of digits that come
 * faster than the page is drawn, some were undone. So the caller hears of each with the very event that brings it.
 */
export default function SmartPhoneInput({ country, value, onChange, ...input }: PhoneInputProps) {
  // A number that was typed with its calling code keeps it, also when that changes the country.
  const [hasCode, setHasCode] = useState(false)
  return (
    <PhoneInput
      {...input}
      metadata={metadata}
      {...(country && { defaultCountry: country })}
      useNationalFormatForDefaultCountryValue={!hasCode}
      smartCaret={SMART_CARET}
      {...(/^\+\d+$/.test(value) && { value })}
      onInput={(event: InputEvent<HTMLInputElement>) => {
        dropExcess(event.currentTarget, country)
        setHasCode(event.currentTarget.value.startsWith('+'))
        onChange(numberAsTyped(event.currentTarget.value, country))
      }}
      onChange={(text?: string) => onChange(numberAsTyped(text ?? '', country))}
    />
  )
}

/** Refuses the newest digits of a number that has all of its own, before the component reads them. */
function dropExcess(input: HTMLInputElement, country: CountryCode | null): void {
  let { value } = input
  let caret = input.selectionStart ?? value.length
  for (let excess = excessDigits(value, country); excess > 0;) {
    const isDigit = /\d/.test(value.charAt(caret - 1))
    if (caret === 0) caret = value.length
    else {
      value = value.slice(0, caret - 1) + value.slice(caret)
      caret -= 1
      if (isDigit) excess -= 1
    }
  }
  if (value === input.value) return
  input.value = value
  input.setSelectionRange(caret, caret)
}

/** The metadata with a national prefix that each format does without. Where it is in a format: libphonenumber-js. */
function withOptionalPrefix(original: typeof phoneMetadata): typeof phoneMetadata {
  const FORMATS = 4
  const PREFIX_RULE = 3
  const PREFIX_IS_OPTIONAL = 4
  const copy = structuredClone(original) as unknown as { countries: Record<string, unknown[][][]> }
  for (const country of Object.values(copy.countries)) {
    for (const format of country[FORMATS] ?? []) if (format[PREFIX_RULE]) format[PREFIX_IS_OPTIONAL] = 1
  }
  return copy as unknown as typeof phoneMetadata
}
