import PhoneInput from 'react-phone-number-input/input-core'
import type { InputHTMLAttributes, Ref } from 'react'
import type { CountryCode } from '@sesa/contract'
import { phoneMetadata } from '@sesa/contract/phone'

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

/** Formats a number as it is typed. With its library it weighs 20 kB: `PhoneField` fetches it after it is drawn. */
export default function SmartPhoneInput({ country, value, onChange, ...input }: PhoneInputProps) {
  return (
    <PhoneInput
      {...input}
      metadata={phoneMetadata}
      defaultCountry={country}
      smartCaret={SMART_CARET}
      {...(/^\+\d+$/.test(value) && { value })}
      onChange={(text?: string) => onChange(text ?? '')}
    />
  )
}
