import type { Ref } from 'react'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'

interface CodeFieldProps extends FieldProps {
  digits: number
  ref?: Ref<HTMLInputElement>
}

/**
 * A one-time code in one field, filled in by the phone where it can. Spaces are removed before cutting to
 * length.
 */
export function CodeField({ digits, ref, ...props }: CodeFieldProps) {
  const { value, onChange, error } = props
  return (
    <FieldFrame {...props}>
      <input
        {...controlAttributes(props)}
        ref={ref}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s/g, '').slice(0, digits))}
        className={controlClass(error, 'max-w-60 text-2xl font-semibold tracking-[0.3em] tabular-nums')}
      />
    </FieldFrame>
  )
}
