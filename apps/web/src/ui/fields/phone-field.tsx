import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { findCountry, type Country, type CountryCode } from '@sesa/contract'
import { cx } from '../class-names.ts'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { Flag } from '../art/flag.tsx'
import { ChevronIcon } from '../art/icon.tsx'
import { GlobeIcon } from '../art/icons.tsx'
import type { PhoneInputProps } from './smart-phone-input.tsx'

/** The country of a number; null is International, whose numbers include their calling code. */
export type PhoneCountry = CountryCode | null

interface PhoneFieldProps extends FieldProps {
  /** Countries offered beside International. A single country shows no choice at all. */
  countries: readonly Country[]
  /** The country whose calling code applies until a typed code or the choice says otherwise. */
  country: PhoneCountry
  onCountryChange?: (country: PhoneCountry) => void
  autoComplete?: 'tel' | 'off'
}

/**
 * A phone number, formatted while the customer types, national or with an editable calling code. The value is
 * E.164 as far as typed: "+231770123456". A typed calling code of another offered country chooses that
 * country; any other calling code chooses International. Choosing a country replaces the calling code and
 * puts the cursor back into the number.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { id, name, value, onChange, error, hint, disabled, countries, country } = props
  const input = useRef<HTMLInputElement>(null)
  // The country of a number without a calling code. Falls back to the caller's when it is not offered.
  const [chosen, setChosen] = useState(country)
  const hasChoice = countries.length > 1
  const isOffered = chosen === null ? hasChoice : countries.some((entry) => entry.code === chosen)
  // A value set from outside may have another country's calling code than the one chosen last.
  const ofValue = countries.find(({ dialCode }) => value.startsWith(dialCode) && value !== dialCode)
  const current = chosen === null && isOffered ? null : (ofValue?.code ?? (isOffered ? chosen : country))

  const take = (text: string) => {
    // Not on the calling code alone: the formatting input would then lose the typed text.
    const typed = countries.find(({ dialCode }) => text.startsWith(dialCode) && text !== dialCode)
    if (typed && typed.code !== current) choose(typed.code)
    if (hasChoice && current !== null && isOfNone(text, countries)) choose(null)
    onChange(text)
  }
  const choose = (code: PhoneCountry) => {
    setChosen(code)
    props.onCountryChange?.(code)
  }
  const chooseFromList = (code: PhoneCountry) => {
    if (code !== null) onChange(withDialCode(value, countries, code))
    choose(code)
    input.current?.focus()
  }

  return (
    <FieldFrame {...props}>
      <div className="flex">
        {hasChoice && (
          <CountryChoice
            {...{ id, countries, error, disabled }}
            country={current}
            onChoose={chooseFromList}
          />
        )}
        <NumberInput
          ref={input}
          id={id}
          name={name ?? id}
          type="tel"
          inputMode="tel"
          autoComplete={props.autoComplete ?? 'tel'}
          disabled={disabled}
          country={current}
          value={value}
          onChange={take}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={controlClass(
            error,
            cx(
              'relative min-w-0 flex-1 tabular-nums focus:z-10',
              // On a narrow phone, a whole number must fit beside the choice.
              hasChoice && 'rounded-l-none max-sm:px-2 max-sm:text-base',
            ),
          )}
        />
      </div>
    </FieldFrame>
  )
}

interface ChoiceProps {
  id: string
  countries: readonly Country[]
  country: PhoneCountry
  error: string | undefined
  disabled: boolean | undefined
  onChoose: (country: PhoneCountry) => void
}

/** The platform's own picker, invisible above a flag and a calling code. */
function CountryChoice({ id, countries, country, error, disabled, onChoose }: ChoiceProps) {
  return (
    <span
      className={cx(
        'relative flex items-center gap-1 rounded-l-md border-2 border-r-0 bg-sunken px-2 tabular-nums sm:gap-2 sm:px-3',
        'has-focus-visible:z-20 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        error === undefined ? 'border-edge' : 'border-danger',
      )}
    >
      {country === null ? <GlobeIcon /> : <Flag country={country} />}
      <span aria-hidden="true" data-dial-code="">
        {country === null ? '+' : findCountry(country)?.dialCode}
      </span>
      <ChevronIcon className="size-5 text-muted" />
      <select
        aria-label="Country calling code"
        id={`${id}-country`}
        value={country ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const next = countries.find((entry) => entry.code === event.target.value)
          onChoose(next?.code ?? null)
        }}
        className="absolute inset-0 w-full text-lg opacity-0"
      >
        <option value="">International</option>
        {countries.map((entry) => (
          <option key={entry.code} value={entry.code}>
            {entry.name} ({entry.dialCode})
          </option>
        ))}
      </select>
    </span>
  )
}

/** True for a typed calling code that cannot become one of these countries'. */
function isOfNone(text: string, countries: readonly Country[]): boolean {
  return (
    /^\+[1-9]/.test(text) &&
    !countries.some(({ dialCode }) => dialCode.startsWith(text) || text.startsWith(dialCode))
  )
}

/** Returns the number with the calling code of `code` in place of its own. */
function withDialCode(value: string, countries: readonly Country[], code: CountryCode): string {
  const next = findCountry(code)?.dialCode ?? ''
  // Any other calling code is unknown, and so is where the rest of the number starts.
  if (isOfNone(value, countries)) return next
  const known = countries.find((entry) => value.startsWith(entry.dialCode))
  return next + (known ? value.slice(known.dialCode.length) : value.replace(/\D/g, ''))
}

let loadedInput: ComponentType<PhoneInputProps> | null = null

/**
 * Accepts a number at once, and formats it while typing as soon as that code has loaded. The swap waits until
 * the customer is not typing, so that neither focus nor caret is lost.
 */
function NumberInput(props: PhoneInputProps) {
  const [Smart, setSmart] = useState<ComponentType<PhoneInputProps> | null>(() => loadedInput)
  const [typed, setTyped] = useState<string | null>(null)
  const focused = useRef(false)
  const { country, value, onChange, ...input } = props

  useEffect(() => {
    let gone = false
    const adopt = () => {
      if (!gone && !focused.current) setSmart(() => loadedInput)
    }
    // If that code fails to load, the plain input stays usable.
    import('./smart-phone-input.tsx').then(
      (module) => {
        loadedInput = module.default
        adopt()
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])

  // The customer may have entered the field between the decision to swap and the swap itself.
  useLayoutEffect(() => {
    if (Smart && focused.current && input.id !== undefined) document.getElementById(input.id)?.focus()
  }, [Smart, input.id])

  if (Smart) return <Smart {...props} />
  return (
    <input
      {...input}
      value={typed ?? value}
      onFocus={() => {
        focused.current = true
      }}
      onBlur={() => {
        focused.current = false
        setSmart(() => loadedInput)
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(asE164(event.target.value, country))
      }}
    />
  )
}

/** Returns the typed number with a calling code: its own, or the country's in place of a leading 0. */
function asE164(text: string, country: PhoneCountry): string {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return ''
  if (text.trim().startsWith('+') || country === null) return `+${digits}`
  return (findCountry(country)?.dialCode ?? '+') + digits.replace(/^0/, '')
}
