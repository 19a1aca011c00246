import { useState } from 'react'
import type { SignedIn } from '@sesa/contract'
import { signInByGoogle } from '../../lib/google.ts'
import type { Failure } from '../../lib/http.ts'
import { canUsePasskeys, signInByPasskey } from '../../lib/passkeys.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type Way = 'google' | 'passkey'

const WAYS: Readonly<
  Record<Way, { label: string; start: () => Promise<{ data?: SignedIn; error?: Failure }> }>
> = {
  google: { label: 'Continue with Google', start: signInByGoogle },
  passkey: { label: 'Use a passkey', start: signInByPasskey },
}

/** What there is beside phone and email. What the service lacks, or this browser cannot do, is not shown. */
export function OtherWays() {
  const { config, signIn } = useSession()
  const [busy, setBusy] = useState<Way | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const methods = config?.identity.methods ?? []
  const offered = (['google', 'passkey'] as const).filter(
    (way) => methods.includes(way) && (way !== 'passkey' || canUsePasskeys()),
  )
  if (offered.length === 0) return null

  const go = async (way: Way) => {
    setBusy(way)
    setFailure(null)
    const { data, error } = await WAYS[way].start()
    if (data) await signIn(data)
    else setFailure(error ?? null)
    setBusy(null)
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {failure && (
        <Notice tone="error" title="You are not signed in">
          {failure.message}
        </Notice>
      )}
      {offered.map((way) => (
        <Button
          key={way}
          variant="secondary"
          size="lg"
          full
          busy={busy === way}
          busyLabel="Waiting for you"
          disabled={busy !== null}
          onClick={() => void go(way)}
        >
          {WAYS[way].label}
        </Button>
      ))}
    </div>
  )
}
