import PhoneInput from 'react-phone-number-input/input-core'
import { useRef, useState } from 'react'
import { findCountry, type Country, type CountryCode } from '@sesa/contract'
import { phoneMetadata } from '@sesa/contract/phone'
import { cx } from './class-names.ts'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { Flag } from './flag.tsx'
import { ChevronIcon } from './icons.tsx'

interface PhoneFieldProps extends FieldProps {
  /** Countries offered. With one, the choice is not shown. */
  countries: readonly Country[]
  /** Whose calling code is assumed until a typed prefix or the choice says otherwise. */
  country: CountryCode
  onCountryChange?: (country: CountryCode) => void
  autoComplete?: 'tel' | 'off'
}

/** The component misplaces the caret on Android keyboards (its issues 75 and 434). */
const SMART_CARET = typeof navigator === 'undefined' || !/android/i.test(navigator.userAgent)

/**
 * A phone number, formatted as it is typed, national or with a calling code that can be edited. The value is E.164
 * so far as typed: "+231770123456". A typed calling code of another offered country chooses that country; choosing a
 * country replaces the calling code and puts the cursor back into the number.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { id, name, label, value, onChange, error, hint, optional, disabled, countries, country } = props
  const input = useRef<HTMLInputElement>(null)
  // The country whose calling code a text without one means; it follows the caller until the person types.
  const [chosen, setChosen] = useState(country)
  const current = countries.some((entry) => entry.code === chosen) ? chosen : country

  const take = (text: string) => {
    const typed = countries.find((entry) => text.startsWith(entry.dialCode))
    if (typed && typed.code !== current) choose(typed.code)
    onChange(text)
  }
  const choose = (code: CountryCode) => {
    setChosen(code)
    props.onCountryChange?.(code)
  }
  const chooseFromList = (code: CountryCode) => {
    onChange(withDialCode(value, countries, code))
    choose(code)
    input.current?.focus()
  }

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} {...(optional && { optional })}>
      <div className="flex">
        {countries.length > 1 && (
          <CountryChoice
            {...{ id, countries, error, disabled }}
            country={current}
            onChoose={chooseFromList}
          />
        )}
        <PhoneInput
          ref={input}
          id={id}
          name={name ?? id}
          type="tel"
          inputMode="tel"
          autoComplete={props.autoComplete ?? 'tel'}
          metadata={phoneMetadata}
          defaultCountry={current}
          smartCaret={SMART_CARET}
          disabled={disabled}
          {...(isE164Start(value) && { value })}
          onChange={(text?: string) => take(text ?? '')}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={controlClass(
            error,
            cx('relative min-w-0 flex-1 tabular-nums focus:z-10', countries.length > 1 && 'rounded-l-none'),
          )}
        />
      </div>
    </FieldFrame>
  )
}

interface ChoiceProps {
  id: string
  countries: readonly Country[]
  country: CountryCode
  error: string | undefined
  disabled: boolean | undefined
  onChoose: (country: CountryCode) => void
}

/** The platform's own picker, invisible over a flag and a calling code. */
function CountryChoice({ id, countries, country, error, disabled, onChoose }: ChoiceProps) {
  return (
    <span
      className={cx(
        'relative flex items-center gap-2 rounded-l-md border-2 border-r-0 bg-sunken px-3 tabular-nums',
        'has-focus-visible:z-20 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        error === undefined ? 'border-edge' : 'border-danger',
      )}
    >
      <Flag country={country} />
      <span aria-hidden="true">{findCountry(country)?.dialCode}</span>
      <ChevronIcon className="size-5 text-muted" />
      <select
        aria-label="Country calling code"
        id={`${id}-country`}
        value={country}
        disabled={disabled}
        onChange={(event) => {
          const next = countries.find((entry) => entry.code === event.target.value)
          if (next) onChoose(next.code)
        }}
        className="absolute inset-0 w-full text-lg opacity-0"
      >
        {countries.map((entry) => (
          <option key={entry.code} value={entry.code}>
            {entry.name} ({entry.dialCode})
          </option>
        ))}
      </select>
    </span>
  )
}

/** The number with the calling code of `code` in place of the one it has. */
function withDialCode(value: string, countries: readonly Country[], code: CountryCode): string {
  const next = findCountry(code)?.dialCode ?? ''
  const known = countries.find((entry) => value.startsWith(entry.dialCode))
  return next + (known ? value.slice(known.dialCode.length) : value.replace(/\D/g, ''))
}

function isE164Start(value: string): boolean {
  return /^\+\d+$/.test(value)
}
