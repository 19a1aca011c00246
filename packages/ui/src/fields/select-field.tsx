import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'
import { ChevronIcon } from '../art/icons.tsx'

export interface Option<Value extends string = string> {
  value: Value
  label: string
  hint?: string
  /** Beside the label, for radio buttons: an amount. */
  aside?: string
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
  /** Shows the choice as this content instead of a box. The picker covers it, invisible. */
  chip?: ReactNode
}

type SelectFieldProps<Value extends string> = SelectBase<Value> &
  (
    | { optional?: false; onChange: (value: Value) => void }
    | { optional: true; onChange: (value: Value | '') => void }
  )

const CHIP =
  'flex min-h-12 flex-wrap items-center gap-x-3 self-start rounded-md border-2 border-edge bg-surface px-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

/** Renders a choice from a short list, with the platform's own picker. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { value, onChange, error, optional, options, placeholder, autoComplete, chip } = props
  return (
    <FieldFrame {...props}>
      <span className={cx('relative', chip ? CHIP : 'block')}>
        {chip && (
          <span aria-hidden="true" className="contents">
            {chip}
          </span>
        )}
        <select
          {...controlAttributes(props)}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
            else if (props.optional) props.onChange('')
          }}
          className={
            chip
              ? 'absolute inset-0 w-full cursor-pointer text-lg opacity-0'
              : controlClass(error, 'appearance-none pr-12')
          }
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
        {!chip && (
          <ChevronIcon className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted" />
        )}
      </span>
    </FieldFrame>
  )
}
