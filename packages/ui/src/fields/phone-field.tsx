import { useRef, useState } from 'react'
import { findCountry, formatTyped, toE164, type Country, type CountryCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { Flag } from '../art/flag.tsx'
import { ChevronIcon } from '../art/icon.tsx'
import { GlobeIcon } from '../art/icons.tsx'
import { editPhone } from './edit-phone.ts'

/** The country of a number; null means International, whose numbers include their calling code. */
export type PhoneCountry = CountryCode | null

interface PhoneFieldProps extends FieldProps {
  /** Countries offered in addition to International. A single country shows no choice. */
  countries: readonly Country[]
  /** The country whose calling code applies until a typed code or the choice changes it. */
  country: PhoneCountry
  onCountryChange?: (country: PhoneCountry) => void
  autoComplete?: 'tel' | 'off'
}

/**
 * Renders a phone number, formatted while the customer types, national or with an editable calling code. The value is
 * E.164 as far as typed: "+231770123456". A typed calling code of another offered country selects that country; any
 * other calling code selects International. Choosing a country replaces the calling code and returns the cursor to the
 * number.
 *
 * No digit is ever dropped: a number that is too long stays visible and is refused. The text does not change while a
 * keyboard composes it. react-phone-number-input does neither, loses an exit code typed key by key, reports the value
 * late, and weighs 16 kB.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { id, name, value, onChange, error, hint, disabled, countries, country } = props
  const input = useRef<HTMLInputElement>(null)
  // The country of a number without a calling code. Falls back to the caller's if it is not offered.
  const [chosen, setChosen] = useState(country)
  const hasChoice = countries.length > 1
  const isOffered = chosen === null ? hasChoice : countries.some((entry) => entry.code === chosen)
  // A value set from outside may have a different country's calling code than the last choice.
  const ofValue = countries.find(({ dialCode }) => value.startsWith(dialCode) && value !== dialCode)
  const current = chosen === null && isOffered ? null : (ofValue?.code ?? (isOffered ? chosen : country))

  // The typed text, as long as it still means the caller's value.
  const [typed, setTyped] = useState({ text: '', value: '' })
  const shown = typed.value === value ? typed.text : textOf(value, current)
  const composing = useRef(false)

  const take = (field: HTMLInputElement, inputType: string) => {
    const { value: text, selectionStart } = field
    const next = toE164(text, current)
    const ofCode = countries.find(({ dialCode }) => next.startsWith(dialCode) && next !== dialCode)
    if (ofCode && ofCode.code !== current) choose(ofCode.code)
    if (hasChoice && current !== null && isOfNone(next, countries)) choose(null)
    if (!composing.current) {
      const edited = editPhone(shown, { text, caret: selectionStart ?? text.length }, inputType, current)
      field.value = edited.text
      field.setSelectionRange(edited.caret, edited.caret)
    }
    setTyped({ text: field.value, value: next })
    onChange(next)
  }
  const choose = (code: PhoneCountry) => {
    setChosen(code)
    props.onCountryChange?.(code)
  }
  const chooseFromList = (code: PhoneCountry) => {
    if (code !== null) onChange(withDialCode(value, countries, code))
    // From here on, the text is derived from the number and its country.
    setTyped({ text: '', value: '' })
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
        <input
          ref={input}
          id={id}
          name={name ?? id}
          type="tel"
          inputMode="tel"
          autoComplete={props.autoComplete ?? 'tel'}
          disabled={disabled}
          value={shown}
          onChange={(event) => take(event.currentTarget, inputTypeOf(event.nativeEvent))}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={(event) => {
            composing.current = false
            take(event.currentTarget, '')
          }}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={controlClass(
            error,
            cx(
              'relative min-w-0 flex-1 text-[min(1.125rem,8vw)] tabular-nums focus:z-10',
              // On a narrow phone, a whole number must fit next to the choice.
              hasChoice && 'rounded-l-none max-sm:px-2 max-sm:text-[min(1rem,6vw)]',
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

/** Renders the platform's own picker, invisible above a flag and a calling code. */
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
        aria-label={i18n.t('Country calling code')}
        id={`${id}-country`}
        value={country ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const next = countries.find((entry) => entry.code === event.target.value)
          onChoose(next?.code ?? null)
        }}
        className="absolute inset-0 w-full text-lg opacity-0"
      >
        <option value="">{i18n.t('International')}</option>
        {countries.map((entry) => (
          <option key={entry.code} value={entry.code}>
            {entry.name} ({entry.dialCode})
          </option>
        ))}
      </select>
    </span>
  )
}

const inputTypeOf = (event: Event): string => ('inputType' in event ? String(event.inputType) : '')

/** Formats a number that was not typed here: nationally if it is the country's, as people write their own. */
function textOf(value: string, country: PhoneCountry): string {
  const dialCode = country === null ? undefined : findCountry(country)?.dialCode
  if (dialCode === undefined || !value.startsWith(dialCode)) return formatTyped(value, country)
  const national = (country === 'US' ? '' : '0') + value.slice(dialCode.length)
  return formatTyped(toE164(national, country) === value ? national : value, country)
}

/** Returns true for a typed calling code that cannot become one of these countries'. */
function isOfNone(text: string, countries: readonly Country[]): boolean {
  return (
    /^\+[1-9]/.test(text) &&
    !countries.some(({ dialCode }) => dialCode.startsWith(text) || text.startsWith(dialCode))
  )
}

/** Returns the number with its calling code replaced by that of `code`. */
function withDialCode(value: string, countries: readonly Country[], code: CountryCode): string {
  // Any other calling code is unknown, and so is the start of the rest of the number.
  if (isOfNone(value, countries)) return ''
  const known = countries.find((entry) => value.startsWith(entry.dialCode))
  const rest = known ? value.slice(known.dialCode.length) : value.replace(/\D/g, '')
  return rest === '' ? '' : (findCountry(code)?.dialCode ?? '') + rest
}
