import { useEffect } from 'react'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api.ts'
import { emailText } from '../../lib/email-schema.ts'
import { useForm } from '../../lib/form.ts'
import { newPassword } from '../../lib/password-schema.ts'
import { strengthOf } from '../../lib/password-strength.ts'
import { paths } from '../../lib/paths.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface EmailSignUpProps {
  typed: string
  onTyped: (email: string) => void
  /** A link is on its way to what was typed. */
  onSent: () => void
  onErrors: (hasErrors: boolean) => void
}

const schema = v.object({ email: emailText, password: newPassword })

/** Address and password of a new account, which a link in a mail then opens. */
export function EmailSignUp({ typed, onTyped, onSent, onErrors }: EmailSignUpProps) {
  const { search } = useLocation()
  const form = useForm({
    schema,
    initial: { email: typed, password: '' },
    onSubmit: async (body) => {
      const { error } = await api.post(calls.signUpByEmail, { body })
      if (error) return error
      onSent()
      return null
    },
  })
  const { summary, values } = form
  const hasErrors = summary.length > 0
  useEffect(() => onErrors(hasErrors), [onErrors, hasErrors])
  const email = form.field('email')
  const signIn = new URLSearchParams(search)
  signIn.set('with', 'email')

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={summary} attempt={form.attempt} />
      <TextField
        {...email}
        onChange={(value) => {
          email.onChange(value)
          onTyped(value)
        }}
        label="Email address"
        hint="We send a link to it that opens your account."
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        strength={strengthOf(values.password, [values.email])}
      />
      <Button type="submit" size="lg" full busy={form.busy} busyLabel="Sending the link">
        Sign up
      </Button>
      <p>
        <TextLink href={`${paths.signIn}?${signIn}`} className="inline-block py-3">
          You have an account? Sign in
        </TextLink>
      </p>
    </form>
  )
}
