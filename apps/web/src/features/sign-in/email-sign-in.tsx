import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api.ts'
import { emailText } from '../../lib/email-schema.ts'
import { useForm } from '../../lib/form.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TrustDevice } from './trust-device.tsx'

export interface EmailSignInProps {
  typed: string
  onTyped: (email: string) => void
  onErrors: (hasErrors: boolean) => void
}

const schema = v.object({
  email: emailText,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password')),
})

/** Address and password of an account there is. The guard of the route leads on. */
export function EmailSignIn({ typed, onTyped, onErrors }: EmailSignInProps) {
  const { signIn } = useSession()
  const { search } = useLocation()
  const [trustDevice, setTrustDevice] = useState(false)
  const form = useForm({
    schema,
    initial: { email: typed, password: '' },
    onSubmit: async ({ email, password }) => {
      const body = { email, password, ...(trustDevice && { trustDevice }) }
      const { data, error } = await api.post(calls.signInByEmail, { body })
      if (error) return error
      await signIn(data)
      return null
    },
  })
  const { summary } = form
  const hasErrors = summary.length > 0
  useEffect(() => onErrors(hasErrors), [onErrors, hasErrors])
  const email = form.field('email')

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
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
      />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      <TrustDevice checked={trustDevice} onChange={setTrustDevice} />
      <Button type="submit" size="lg" full busy={form.busy} busyLabel="Signing in">
        Sign in
      </Button>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink href={paths.forgotPassword} className="py-3">
          Forgot your password?
        </TextLink>
        <TextLink href={paths.signUp + search} className="py-3">
          New here? Open an account
        </TextLink>
      </p>
    </form>
  )
}
