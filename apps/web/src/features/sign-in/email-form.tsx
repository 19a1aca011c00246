import { useEffect, type FormEvent, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import type { FieldProps } from '@sesa/ui/fields/field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'

/** The address, kept when the customer switches between sign-in and sign-up, and the page's error state. */
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
  /** Shown with the address field. */
  hint?: string
  children: ReactNode
}

/** Renders the shared part of email sign-in and sign-up: the error summary on top, then the address. */
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
        label={i18n.t('Email address')}
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
