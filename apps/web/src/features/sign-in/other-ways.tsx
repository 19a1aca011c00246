import { useState } from 'react'
import type { SignedIn } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { KeyIcon } from '@sesa/ui/art/icons.tsx'
import { useIdentity } from '../../lib/session/identity.ts'
import { canUsePasskeys, signInByPasskey } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'
import { GoogleMark } from './google-mark.tsx'

type Way = 'google' | 'passkey'

type Start = () => Promise<{ data?: SignedIn; error?: Failure }>

const LABELS: Readonly<Record<Way, string>> = {
  google: 'Continue with Google',
  passkey: 'Use a passkey',
}

/** Ways to sign in besides phone and email. Hides those that the service or this browser does not support. */
export function OtherWays() {
  const { config, signIn } = useSession()
  const [busy, setBusy] = useState<Way | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { byGoogle } = useIdentity()
  const hasPasskeys = config?.identity.methods.includes('passkey') === true && canUsePasskeys()
  const offered: { way: Way; start: Start }[] = [
    ...(byGoogle ? [{ way: 'google' as const, start: () => byGoogle('sign-in') }] : []),
    ...(hasPasskeys ? [{ way: 'passkey' as const, start: signInByPasskey }] : []),
  ]
  if (offered.length === 0) return null

  const go = async (way: Way, start: Start) => {
    setBusy(way)
    setFailure(null)
    const { data, error } = await start()
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
        <Notice tone="error" title="You’re not signed in">
          {failure.message}
        </Notice>
      )}
      {offered.map(({ way, start }) => (
        <Button
          key={way}
          variant="secondary"
          size="lg"
          full
          busy={busy === way}
          busyLabel="Waiting for you"
          disabled={busy !== null}
          onClick={() => void go(way, start)}
        >
          {way === 'google' ? <GoogleMark /> : <KeyIcon className="size-5" />}
          {LABELS[way]}
        </Button>
      ))}
    </div>
  )
}
