import { useState } from 'react'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { emailText } from '../../lib/forms/email-schema.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { EmailForm, type EmailFormProps } from './email-form.tsx'
import { TrustDevice } from './trust-device.tsx'

const schema = v.object({
  email: emailText,
  password: v.pipe(v.string(), v.nonEmpty(i18n.t('Enter your password.'))),
})

/** Signs in to an existing account by address and password. The route's guard then redirects. */
export function EmailSignIn({ typed, onTyped, onErrors }: EmailFormProps) {
  const { signIn } = useSession()
  const { search } = useLocation()
  const [trustDevice, setTrustDevice] = useState(false)
  const form = useForm({
    schema,
    initial: { email: typed, password: '' },
    onSubmit: async ({ email, password }) => {
      const body = { email, password, ...(trustDevice && { trustDevice }) }
      const { data, error } = await tryCall(calls.signInByEmail, { body })
      if (error) return error
      await signIn(data)
      return null
    },
  })

  return (
    <EmailForm {...{ form, onTyped, onErrors }}>
      <PasswordField {...form.field('password')} label={i18n.t('Password')} autoComplete="current-password" />
      <TrustDevice checked={trustDevice} onChange={setTrustDevice} />
      <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Signing in')}>
        {i18n.t('Sign in')}
      </Button>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink href={paths.forgotPassword} className="py-3">
          {i18n.t('Forgot your password?')}
        </TextLink>
        <TextLink href={paths.signUp + search} className="py-3">
          {i18n.t('New here? Open an account')}
        </TextLink>
      </p>
    </EmailForm>
  )
}
