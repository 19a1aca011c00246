import type { Ref } from 'react'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

interface CodeFieldProps extends FieldProps {
  digits: number
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: one field, filled by the phone where it can, spaces stripped and then cut to its length. */
export function CodeField({
  digits,
  id,
  name,
  label,
  value,
  onChange,
  error,
  hint,
  disabled,
  ref,
}: CodeFieldProps) {
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        ref={ref}
        name={name ?? id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s/g, '').slice(0, digits))}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={controlClass(error, 'max-w-60 text-2xl font-semibold tracking-[0.3em] tabular-nums')}
      />
    </FieldFrame>
  )
}
