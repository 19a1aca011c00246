import { useLocation } from 'react-router'
import * as v from 'valibot'
import { calls, TO_MAX } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { emailText } from '../../lib/forms/email-schema.ts'
import { newPassword } from '../../lib/forms/password-schema.ts'
import { strengthOf } from '../../lib/forms/password-strength.ts'
import { paths, safeTo } from '../../lib/paths.ts'
import { EmailForm, type EmailFormProps } from './email-form.tsx'

interface EmailSignUpProps extends EmailFormProps {
  /** Called once the link was emailed to the typed address. */
  onSent: () => void
}

const schema = v.object({ email: emailText, password: newPassword })

/** Renders address and password of a new account. A link in an email opens it. */
export function EmailSignUp({ typed, onTyped, onSent, onErrors }: EmailSignUpProps) {
  const { search } = useLocation()
  const to = safeTo(new URLSearchParams(search).get('to'))
  const form = useForm({
    schema,
    initial: { email: typed, password: '' },
    onSubmit: async (account) => {
      const body = { ...account, ...(to !== undefined && to.length <= TO_MAX && { to }) }
      const { error } = await tryCall(calls.signUpByEmail, { body })
      if (error) return error
      onSent()
      return null
    },
  })
  const { values } = form
  const signIn = new URLSearchParams(search)
  signIn.set('with', 'email')

  return (
    <EmailForm {...{ form, onTyped, onErrors }} hint={i18n.t('We’ll email you a link to open your account.')}>
      <PasswordField
        {...form.field('password')}
        label={i18n.t('Password')}
        autoComplete="new-password"
        strength={strengthOf(values.password, [values.email])}
      />
      <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Sending the link')}>
        {i18n.t('Sign up')}
      </Button>
      <p>
        <TextLink href={`${paths.signIn}?${signIn}`} className="inline-block py-3">
          {i18n.t('Already have an account? Sign in')}
        </TextLink>
      </p>
    </EmailForm>
  )
}
