import { useState } from 'react'
import { calls, type Profile } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import type { Failure } from '../../lib/api/http.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { noWrap } from '../../ui/layout/no-wrap.tsx'

/** An address that waits to be confirmed: which one, what counts meanwhile, and the link once more. */
export function EmailState({ profile }: { profile: Profile }) {
  const { email, emailVerified, pendingEmail } = profile
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSent, setIsSent] = useState(false)
  const waiting = pendingEmail ?? (emailVerified ? null : email)
  if (waiting === null) return null

  const resend = async () => {
    setBusy(true)
    const { error } = await api.post(calls.resendEmail, {})
    setFailure(error ?? null)
    setIsSent(!error)
    setBusy(false)
  }

  return (
    <Notice
      tone="warn"
      title={pendingEmail === null ? 'Confirm your email address' : 'Your new email address waits for you'}
      action={
        <Button variant="secondary" busy={busy} busyLabel="Sending" onClick={() => void resend()}>
          Send the link again
        </Button>
      }
    >
      We sent a link to <strong>{noWrap(waiting)}</strong>{' '}
      {pendingEmail === null
        ? 'and send no other mail there until you open it.'
        : `and write to ${email} until you open it.`}
      <span role="status" className="block font-semibold">
        {isSent && 'The link is on its way. Look under spam too.'}
      </span>
      {failure && (
        <span role="alert" className="block font-semibold text-danger">
          {failure.message}
        </span>
      )}
    </Notice>
  )
}
