import { useState } from 'react'
import { reloadAnew } from './version.ts'
import { Button } from '../../ui/button.tsx'

/** Reloads the page, once the server has stored what it can. */
export function LoadAgain() {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="secondary"
      busy={busy}
      busyLabel="Loading"
      onClick={() => {
        setBusy(true)
        // A person who stays to save their changes finds the button again.
        void reloadAnew().finally(() => setBusy(false))
      }}
    >
      Load it again
    </Button>
  )
}
