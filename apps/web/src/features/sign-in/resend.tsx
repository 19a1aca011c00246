import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { startVerification } from './start.ts'
import { clockText, secondsUntilResend, type Verification } from './verification.ts'

interface ResendProps {
  resendAfter: string
  /** Where to send it, in E.164. */
  phone: string
  onSent: (verification: Verification) => void
}

/** Asks for another code, once the time for it has come. */
export function Resend({ resendAfter, phone, onSent }: ResendProps) {
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
    setFailure(null)
    const { verification, error } = await startVerification(phone)
    setBusy(false)
    if (error) setFailure(error.message)
    else onSent(verification)
  }

  if (waiting) {
    return (
      <p className="text-muted tabular-nums">
        You can ask for a new code in <span className="font-semibold text-ink">{clockText(left)}</span>
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Button variant="secondary" busy={busy} busyLabel="Sending" onClick={() => void send()}>
        Send a new code
      </Button>
      {failure !== null && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
