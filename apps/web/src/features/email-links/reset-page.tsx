import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { newPassword } from '../../lib/forms/password-schema.ts'
import { strengthOf } from '../../lib/forms/password-strength.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { NoToken } from './no-token.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Renders the target of the password-reset link. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const [hasErrors, setHasErrors] = useState(false)
  return (
    <Page
      title={i18n.t('Choose a new password')}
      hasError={hasErrors}
      lead={i18n.t('You’ll be signed in here and signed out everywhere else.')}
    >
      {token === null ? <NoToken /> : <ResetForm token={token} onErrors={setHasErrors} />}
    </Page>
  )
}

interface ResetFormProps {
  token: string
  onErrors: (hasErrors: boolean) => void
}

function ResetForm({ token, onErrors }: ResetFormProps) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm({
    schema: v.object({ password: newPassword }),
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      const { data, error } = await tryCall(calls.resetPassword, { body: { token, password } })
      if (error) return error
      await signIn(data)
      toast(i18n.t('Password changed'))
      void navigate(paths.dashboard, { replace: true })
      return null
    },
  })
  const { summary, values } = form
  const hasErrors = summary.length > 0
  useEffect(() => onErrors(hasErrors), [onErrors, hasErrors])

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <PasswordField
          {...form.field('password')}
          label={i18n.t('New password')}
          autoComplete="new-password"
          strength={strengthOf(values.password)}
        />
        <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Saving')}>
          {i18n.t('Save the new password')}
        </Button>
        <p>
          <TextLink href={paths.forgotPassword} className="inline-block py-3">
            {i18n.t('Request a new link')}
          </TextLink>
        </p>
      </Card>
    </form>
  )
}
