import PhoneInput from 'react-phone-number-input/input-core'
import { useState, type InputEvent, type InputHTMLAttributes, type Ref } from 'react'
import type { CountryCode } from '@sesa/contract'
import { excessDigits, numberAsTyped, phoneMetadata } from '@sesa/contract/phone'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange'>

export interface PhoneInputProps extends InputProps {
  ref: Ref<HTMLInputElement>
  /** The country of a number without a calling code; null (International) means that every number has one. */
  country: CountryCode | null
  /** E.164 as far as typed, or empty. */
  value: string
  onChange: (value: string) => void
}

/** The component misplaces the caret on Android keyboards (its issues 75 and 434). */
const SMART_CARET = !/android/i.test(navigator.userAgent)

/** libphonenumber formats a typed national number only with its national prefix, but people omit the 0. */
const metadata = withOptionalPrefix(phoneMetadata)

/**
 * Formats a number while the customer types. Weighs 20 kB with its library, so `PhoneField` fetches it after
 * drawing.
 *
 * The component reports typed text only in an effect, and can fall back to an older value: some digits were
 * lost when they came faster than the page was drawn. So the caller gets each change from the input event
 * itself.
 */
export default function SmartPhoneInput({ country, value, onChange, ...input }: PhoneInputProps) {
  // A number typed with its calling code keeps it, even when that changes the country.
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

/** Drops the newest digits of a number that is already complete, before the component reads them. */
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

/** Makes the national prefix optional in each format. The positions are those of libphonenumber-js. */
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
