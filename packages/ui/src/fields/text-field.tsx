import type { HTMLInputAutoCompleteAttribute, HTMLAttributes, Ref } from 'react'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'date' | 'search' | 'password'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  placeholder?: string
  spellCheck?: boolean
  /** The id of a `datalist` with what can be typed. */
  list?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Renders a single-line text field, or a date. Names use `spellCheck={false}`. */
export function TextField({ type = 'text', ref, onBlur, ...props }: TextFieldProps) {
  const { value, onChange, error, autoComplete, inputMode, placeholder, spellCheck, list } = props
  return (
    <FieldFrame {...props}>
      <input
        {...controlAttributes(props)}
        {...{ type, value, autoComplete, inputMode, placeholder, spellCheck, list }}
        ref={ref}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
        className={controlClass(error)}
      />
    </FieldFrame>
  )
}
