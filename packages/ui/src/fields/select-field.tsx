import type { HTMLInputAutoCompleteAttribute } from 'react'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'
import { ChevronIcon } from '../art/icons.tsx'

export interface Option<Value extends string = string> {
  value: Value
  label: string
  hint?: string
  disabled?: boolean
}

interface SelectBase<Value extends string> extends Omit<FieldProps, 'value' | 'onChange' | 'optional'> {
  /** Empty while no entry is selected. */
  value: Value | ''
  options: readonly Option<Value>[]
  /** The entry for no selection; in an optional field, it also clears the selection. */
  placeholder?: string
  /** The kind of value, so that the browser can fill it in. */
  autoComplete?: HTMLInputAutoCompleteAttribute
}

type SelectFieldProps<Value extends string> = SelectBase<Value> &
  (
    | { optional?: false; onChange: (value: Value) => void }
    | { optional: true; onChange: (value: Value | '') => void }
  )

/** Renders a choice from a short list, with the platform's own picker. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, onChange, error, optional, options, placeholder, autoComplete } = props
  return (
    <FieldFrame {...props}>
      <span className="relative block">
        <select
          {...controlAttributes(props)}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
            else if (props.optional) props.onChange('')
          }}
          className={controlClass(error, 'appearance-none pr-12')}
        >
          {(placeholder !== undefined || value === '' || optional) && (
            <option value="" disabled={!optional}>
              {placeholder ?? ''}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted" />
      </span>
    </FieldFrame>
  )
}
