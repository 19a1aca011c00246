import type { HTMLInputAutoCompleteAttribute, HTMLAttributes, Ref } from 'react'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'date' | 'search' | 'password'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  placeholder?: string
  spellCheck?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One line of text, or a date. Names take `spellCheck={false}`. */
export function TextField(props: TextFieldProps) {
  const {
    id,
    name,
    label,
    value,
    onChange,
    error,
    hint,
    optional,
    hideLabel,
    type = 'text',
    ...input
  } = props
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={hint}
      {...(optional && { optional })}
      {...(hideLabel && { hideLabel })}
    >
      <input
        {...input}
        id={id}
        name={name ?? id}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={controlClass(error)}
      />
    </FieldFrame>
  )
}
