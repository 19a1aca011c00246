import { useEffect, type FormEvent, type ReactNode } from 'react'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import type { FieldProps } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** State kept when a person switches between signing in and signing up, and what the page needs. */
export interface EmailFormProps {
  typed: string
  onTyped: (email: string) => void
  onErrors: (hasErrors: boolean) => void
}

interface Props extends Omit<EmailFormProps, 'typed'> {
  form: {
    readonly summary: Parameters<typeof ErrorSummary>[0]['errors']
    readonly attempt: number
    submit(event: FormEvent): Promise<void>
    field(name: 'email'): Omit<FieldProps, 'label'>
  }
  /** Beside the address. */
  hint?: string
  children: ReactNode
}

/** Shared by signing in and signing up by email: all errors on top, then the address. */
export function EmailForm({ form, hint, onTyped, onErrors, children }: Props) {
  const hasErrors = form.summary.length > 0
  useEffect(() => onErrors(hasErrors), [onErrors, hasErrors])
  const email = form.field('email')
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <TextField
        {...email}
        onChange={(value) => {
          email.onChange(value)
          onTyped(value)
        }}
        label="Email address"
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
      />
      {children}
    </form>
  )
}
