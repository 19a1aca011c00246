import { useState } from 'react'
import type { SignedIn } from '@sesa/contract'
import { signInByPasskey } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/button.tsx'

/** A passkey of the account. */
export function ByPasskey({ onProven }: { onProven: (signedIn: SignedIn) => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const use = async () => {
    setBusy(true)
    const { data, error } = await signInByPasskey()
    setBusy(false)
    if (data) onProven(data)
    else setFailure(error?.message ?? null)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button full busy={busy} busyLabel="Waiting for you" onClick={() => void use()}>
        Use a passkey
      </Button>
      {failure !== null && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
