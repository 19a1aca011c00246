import { useEffect, useState } from 'react'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { endSession, loadSession, signOut, type Me } from '../lib/session.ts'
import { Refusal } from '../parts/refusal.tsx'

const WARN_MS = 60_000
const TICK_MS = 1000

/** Warns one minute before the session ends, and ends it on time. */
export function SessionClock({ me, endsAt }: { me: Me; endsAt: number }) {
  const [now, setNow] = useState(serverNow)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const left = endsAt - now

  useEffect(() => {
    const real = endsAt - serverNow()
    if (real <= 0) return endSession()
    const timer = setTimeout(
      () => setNow(serverNow()),
      real > WARN_MS ? Math.min(real - WARN_MS, WARN_MS) : TICK_MS,
    )
    return () => clearTimeout(timer)
  }, [endsAt, now])

  const stay = async () => {
    setBusy(true)
    await loadSession().finally(() => setBusy(false))
    setNow(serverNow())
  }
  const isLast = endsAt >= Date.parse(me.endsAt)
  return (
    <Dialog
      open={left <= WARN_MS && left > 0}
      title="You’re about to be signed out"
      closeLabel="Sign out"
      busy={busy}
      onClose={() => void signOut().then(setFailure)}
      actions={
        !isLast && (
          <Button busy={busy} onClick={() => void stay()}>
            Stay signed in
          </Button>
        )
      }
    >
      {failure && <Refusal failure={failure} />}
      <p>
        {isLast
          ? 'Sessions last 8 hours at most. Save your work, then sign in again.'
          : 'You’ve been inactive for a while. What you typed stays on the page.'}
      </p>
      <p className="text-xl font-bold tabular-nums" role="timer">
        {Math.max(0, Math.ceil(left / 1000))} seconds left
      </p>
    </Dialog>
  )
}
