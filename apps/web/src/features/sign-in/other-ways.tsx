import { useState } from 'react'
import type { SignedIn } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { KeyIcon } from '@sesa/ui/art/icons.tsx'
import { useIdentity } from '../../lib/session/identity.ts'
import { canUsePasskeys, signInByPasskey } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'

/**
 * Renders Google's G, which its brand guidelines require on the button
 * (developers.google.com/identity/branding-guidelines).
 */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" strokeWidth="3.6" aria-hidden="true">
      <path stroke="#ea4335" d="M15.6 5.4A7.3 7.3 0 0 0 3.7 6.4" />
      <path stroke="#fbbc05" d="M3.7 6.4a7.3 7.3 0 0 0 0 7.2" />
      <path stroke="#34a853" d="M3.7 13.6a7.3 7.3 0 0 0 11.1 1.9" />
      <path stroke="#4285f4" d="M14.8 15.5a7.3 7.3 0 0 0 2.5-5.5H10" />
    </svg>
  )
}

type Way = 'google' | 'passkey'

type Start = () => Promise<{ data?: SignedIn; error?: Failure }>

const LABELS: Readonly<Record<Way, string>> = {
  google: i18n.t('Continue with Google'),
  passkey: i18n.t('Use a passkey'),
}

/** Renders ways to sign in other than phone and email. Hides those that the service or this browser does not support. */
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
        {i18n.t('or')}
      </p>
      {failure && (
        <Notice tone="error" title={i18n.t('You’re not signed in')}>
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
          busyLabel={i18n.t('Waiting for you')}
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
