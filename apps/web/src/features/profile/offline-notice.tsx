import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The profile could not be loaded: says so, and asks again. */
export function OfflineNotice() {
  const { reloadProfile } = useSession()
  const [busy, setBusy] = useState(false)

  const retry = async () => {
    setBusy(true)
    await reloadProfile()
    setBusy(false)
  }

  return (
    <Notice
      tone="warn"
      title="Offline: your profile could not be loaded"
      action={
        <Button variant="secondary" busy={busy} busyLabel="Trying again" onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      What we know from your sign-in is shown and cannot be changed right now. Nothing has been lost.
    </Notice>
  )
}
