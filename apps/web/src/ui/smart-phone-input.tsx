import PhoneInput from 'react-phone-number-input/input-core'
import type { InputEvent, InputHTMLAttributes, Ref } from 'react'
import type { CountryCode } from '@sesa/contract'
import { numberAsTyped, phoneMetadata } from '@sesa/contract/phone'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange'>

export interface PhoneInputProps extends InputProps {
  ref: Ref<HTMLInputElement>
  country: CountryCode
  /** E.164 so far as typed, or empty. */
  value: string
  onChange: (value: string) => void
}

/** The component misplaces the caret on Android keyboards (its issues 75 and 434). */
const SMART_CARET = !/android/i.test(navigator.userAgent)

/**
 * Formats a number as it is typed. With its library it weighs 20 kB: `PhoneField` fetches it after it is drawn.
 *
 * The component says what was typed only in an effect, and goes back to a value that is not its newest: of digits that come
 * faster than the page is drawn, some were undone. So the caller hears of each with the very event that brings it.
 */
export default function SmartPhoneInput({ country, value, onChange, ...input }: PhoneInputProps) {
  return (
    <PhoneInput
      {...input}
      metadata={phoneMetadata}
      defaultCountry={country}
      smartCaret={SMART_CARET}
      {...(/^\+\d+$/.test(value) && { value })}
      onInput={(event: InputEvent<HTMLInputElement>) =>
        onChange(numberAsTyped(event.currentTarget.value, country))
      }
      onChange={(text?: string) => onChange(text ?? '')}
    />
  )
}
