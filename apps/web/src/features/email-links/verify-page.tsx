import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { NoToken } from './no-token.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link that confirms an address leads. It is confirmed by a press, since mail filters open links too. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [hasErrors, setHasErrors] = useState(false)
  return (
    <Page title="Confirm your email address" hasError={hasErrors}>
      {confirmed !== null && <Confirmed email={confirmed} />}
      {confirmed === null && token === null && <NoToken />}
      {confirmed === null && token !== null && (
        <ConfirmForm token={token} onConfirmed={setConfirmed} onErrors={setHasErrors} />
      )}
    </Page>
  )
}

interface ConfirmFormProps {
  token: string
  onConfirmed: (email: string) => void
  onErrors: (hasErrors: boolean) => void
}

function ConfirmForm({ token, onConfirmed, onErrors }: ConfirmFormProps) {
  const { signIn, reloadProfile } = useSession()
  const navigate = useNavigate()
  const [wantsPassword, setWantsPassword] = useState(false)
  const form = useForm({
    schema: v.object({
      password: wantsPassword ? v.pipe(v.string(), v.nonEmpty('Enter your password')) : v.string(),
    }),
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      const body = { token, ...(password !== '' && { password }) }
      const { data, error } = await api.post(calls.verifyEmail, { body })
      onErrors(error !== undefined)
      if (error?.code === 'password_needed') {
        setWantsPassword(true)
        return { ...error, field: 'password' }
      }
      if (error) return error
      if (data.signedIn === null) {
        await reloadProfile()
        onConfirmed(data.email)
        return null
      }
      await signIn(data.signedIn)
      void navigate(paths.dashboard, { replace: true })
      return null
    },
  })

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <p>One press, and the address is yours.</p>
        {wantsPassword && (
          <PasswordField
            {...form.field('password')}
            label="Password"
            hint="This is another browser than the one you signed up with, so we ask for it once."
            autoComplete="current-password"
          />
        )}
        <Button type="submit" size="lg" full busy={form.busy} busyLabel="Confirming">
          Confirm this address
        </Button>
      </Card>
    </form>
  )
}

function Confirmed({ email }: { email: string }) {
  const { status } = useSession()
  return (
    <Notice
      tone="ok"
      title="Your email address is confirmed"
      action={
        status === 'in' ? (
          <ButtonLink href={paths.profile}>Go to your profile</ButtonLink>
        ) : (
          <ButtonLink href={paths.signIn}>Sign in</ButtonLink>
        )
      }
    >
      {email} belongs to your account now.
    </Notice>
  )
}
