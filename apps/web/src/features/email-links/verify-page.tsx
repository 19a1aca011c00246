import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { useGoTo } from '../../lib/go-to.tsx'
import { paths, safeTo } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { NoToken } from './no-token.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Renders the target of the link that confirms an address. Requires a press, since mail filters also open links. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  const [confirmed, setConfirmed] = useState<ConfirmedAddress | null>(null)
  const [hasErrors, setHasErrors] = useState(false)
  return (
    <Page title={i18n.t('Confirm your email address')} hasError={hasErrors}>
      {confirmed !== null && <Confirmed {...confirmed} />}
      {confirmed === null && token === null && <NoToken />}
      {confirmed === null && token !== null && (
        <ConfirmForm token={token} onConfirmed={setConfirmed} onErrors={setHasErrors} />
      )}
    </Page>
  )
}

interface ConfirmedAddress {
  email: string
  /** When this address can first reset the password; null means now. */
  resetFrom: string | null
}

interface ConfirmFormProps {
  token: string
  onConfirmed: (confirmed: ConfirmedAddress) => void
  onErrors: (hasErrors: boolean) => void
}

function ConfirmForm({ token, onConfirmed, onErrors }: ConfirmFormProps) {
  const { status, signIn, reloadProfile } = useSession()
  const goTo = useGoTo()
  const [query] = useSearchParams()
  const [wantsPassword, setWantsPassword] = useState(false)
  const form = useForm({
    schema: v.object({
      password: wantsPassword ? v.pipe(v.string(), v.nonEmpty(i18n.t('Enter your password.'))) : v.string(),
    }),
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      const body = { token, ...(password !== '' && { password }) }
      const { data, error } = await tryCall(calls.verifyEmail, { body })
      onErrors(error !== undefined)
      if (error?.code === 'password_needed') {
        setWantsPassword(true)
        return { ...error, field: 'password' }
      }
      if (error) return error
      if (data.signedIn === null) {
        await reloadProfile()
        onConfirmed(data)
        return null
      }
      await signIn(data.signedIn)
      goTo(safeTo(query.get('to')) ?? paths.dashboard, { replace: true })
      return null
    },
  })

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <p>{i18n.t('Tap to confirm your email address.')}</p>
        {status === 'out' && !wantsPassword && <SignedOutAdvice />}
        {wantsPassword && (
          <PasswordField
            {...form.field('password')}
            label={i18n.t('Password')}
            hint={i18n.t('You signed up in another browser, so we need it once.')}
            autoComplete="current-password"
          />
        )}
        <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Confirming')}>
          {i18n.t('Confirm this address')}
        </Button>
      </Card>
    </form>
  )
}

/** Renders the advice for a customer who adds an address to an account; a customer who is signing up has no account yet. */
function SignedOutAdvice() {
  return (
    <Notice
      tone="info"
      title={i18n.t('Already have an account?')}
      action={
        <ButtonLink href={paths.signIn} variant="secondary">
          {i18n.t('Sign in')}
        </ButtonLink>
      }
    >
      {i18n.t(
        'Sign in first, then open the link in the email again. If you confirm without signing in, you can reset your password by email after 24 hours.',
      )}
    </Notice>
  )
}

function Confirmed({ email, resetFrom }: ConfirmedAddress) {
  const { status } = useSession()
  return (
    <Notice
      tone="ok"
      title={i18n.t('Your email address is confirmed')}
      action={
        status === 'in' ? (
          <ButtonLink href={paths.profile}>{i18n.t('Go to your profile')}</ButtonLink>
        ) : (
          <ButtonLink href={paths.signIn}>{i18n.t('Sign in')}</ButtonLink>
        )
      }
    >
      {resetFrom === null
        ? i18n.t('{email} is now confirmed.', { email })
        : i18n.t(
            '{email} is now confirmed. To protect your account, you can use it to reset your password after 24 hours.',
            { email },
          )}
    </Notice>
  )
}
