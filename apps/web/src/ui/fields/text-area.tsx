import type { Ref } from 'react'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

interface TextAreaProps extends FieldProps {
  /** Lines shown at first; the person may draw it longer. */
  rows?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. */
export function TextArea({ label, error, hint, optional, hideLabel, rows = 5, ...props }: TextAreaProps) {
  const { id, name, value, onChange, disabled, ref } = props
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={hint}
      {...(optional && { optional })}
      {...(hideLabel && { hideLabel })}
    >
      <textarea
        ref={ref}
        id={id}
        name={name ?? id}
        rows={rows}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={controlClass(error, 'resize-y')}
      />
    </FieldFrame>
  )
}
