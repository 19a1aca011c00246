import { useEffect, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { clockText, secondsUntilResend } from '../../lib/session/verification.ts'
import { WorkNotice } from './work-notice.tsx'

interface ResendProps {
  /** When another code may be requested. */
  resendAfter: string
  /** Sends another code; resolves to an error message, or null. */
  onSend: () => Promise<string | null>
}

/** Offers another code, once the waiting time is over. */
export function Resend({ resendAfter, onSend }: ResendProps) {
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const left = secondsUntilResend(resendAfter, now)
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])

  const send = async () => {
    setBusy(true)
    setFailure(await onSend())
    setBusy(false)
  }

  if (waiting) {
    return (
      <p className="text-muted tabular-nums">
        {rich(i18n.t('Resend code in <time/>'), {
          time: <span className="font-semibold text-ink">{clockText(left)}</span>,
        })}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Button variant="secondary" busy={busy} busyLabel={i18n.t('Sending')} onClick={() => void send()}>
        {i18n.t('Send a new code')}
      </Button>
      <WorkNotice />
      {failure !== null && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
