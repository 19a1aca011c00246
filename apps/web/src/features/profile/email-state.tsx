import { useState } from 'react'
import { calls, type Profile } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'

/** Shows an unconfirmed address, which address we use until then, and a button to send the link again. */
export function EmailState({ profile }: { profile: Profile }) {
  const { email, emailVerified, pendingEmail } = profile
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSent, setIsSent] = useState(false)
  const waiting = pendingEmail ?? (emailVerified ? null : email)
  if (waiting === null) return null

  const resend = async () => {
    setBusy(true)
    const { error } = await tryCall(calls.resendEmail, {})
    setFailure(error ?? null)
    setIsSent(!error)
    setBusy(false)
  }

  return (
    <Notice
      tone="warn"
      title={
        pendingEmail === null
          ? i18n.t('Confirm your email address')
          : i18n.t('Confirm your new email address')
      }
      action={
        <Button variant="secondary" busy={busy} busyLabel={i18n.t('Sending')} onClick={() => void resend()}>
          {i18n.t('Send the link again')}
        </Button>
      }
    >
      {rich(i18n.t('Open the link we sent to <address/>'), {
        address: <strong>{noWrap(`${waiting}.`)}</strong>,
      })}{' '}
      {noWrap(
        pendingEmail === null || email === null
          ? i18n.t('Until then we won’t email you there.')
          : i18n.t('Until then we’ll use {email}.', { email }),
      )}
      <span role="status" className="block font-semibold">
        {isSent && i18n.t('We’ve sent the link again. Check your spam folder.')}
      </span>
      {failure && (
        <span role="alert" className="block font-semibold text-danger">
          {failure.message}
        </span>
      )}
    </Notice>
  )
}
