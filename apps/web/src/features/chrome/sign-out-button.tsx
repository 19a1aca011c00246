import { useState } from 'react'
import type { Failure } from '../../lib/http.ts'
import { Button } from '../../ui/button.tsx'

/** Signs out; a failure stays beside the button, so that nobody believes to have left who has not. */
export function SignOutButton({ signOut }: { signOut: () => Promise<Failure | null> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const onClick = async () => {
    setBusy(true)
    setFailure(await signOut())
    setBusy(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button variant="secondary" full busy={busy} onClick={() => void onClick()}>
        Sign out
      </Button>
      {failure && (
        <p role="alert" className="font-semibold text-danger">
          {failure.message} You are still signed in.
        </p>
      )}
    </div>
  )
}
