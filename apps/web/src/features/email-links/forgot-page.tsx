import { useState } from 'react'
import * as v from 'valibot'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { emailText } from '../../lib/forms/email-schema.ts'
import { paths } from '../../lib/paths.ts'

/** Requests a password-reset link. The answer does not reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    schema: v.object({ email: emailText }),
    initial: { email: '' },
    onSubmit: async (body) => {
      const { error } = await tryCall(calls.forgotPassword, { body })
      if (error) return error
      setSentTo(body.email)
      return null
    },
  })
  const { summary } = form

  return (
    <Page
      title={i18n.t('Forgot your password?')}
      hasError={summary.length > 0}
      lead={i18n.t('We’ll email you a link to reset it.')}
    >
      {sentTo !== null && (
        <Notice tone="ok" title={i18n.t('Check your email')}>
          {i18n.t(
            'If {sentTo} has an account, we’ve emailed a link that works for 10 minutes. Check your spam folder too.',
            { sentTo },
          )}
        </Notice>
      )}
      <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
        <ErrorSummary errors={summary} attempt={form.attempt} />
        <Card className="flex flex-col gap-6">
          <TextField
            {...form.field('email')}
            label={i18n.t('Email address')}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
          <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Sending the link')}>
            {sentTo === null ? i18n.t('Send the link') : i18n.t('Send it again')}
          </Button>
        </Card>
      </form>
      <p>
        {rich(
          i18n.t(
            'You can also <link>sign in with your phone number</link> and set a password under Security.',
          ),
          { link: (text) => <TextLink href={paths.phoneSignIn}>{text}</TextLink> },
        )}
      </p>
    </Page>
  )
}
