import { use, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { addPasskey, answerOffer, canMakePasskeys, isOfferAnswered } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'
import { METHODS_KEY } from '../../lib/session/sign-in-methods.ts'
import { withStepUp } from '../../lib/session/step-up.ts'

/**
 * Offers a passkey to a signed-in customer who has none and whose device can create one. "Not now" hides it for 90
 * days. It shows on the first render or not at all, so that nothing moves.
 */
export function PasskeyOffer() {
  const { user, config } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [gone, setGone] = useState(() => user === null || isOfferAnswered(user.uid))
  const isOffered = user?.passkeyOffered && config?.identity.methods.includes('passkey')
  if (gone || !isOffered) return null
  const answer = canMakePasskeys()
  const canMake = typeof answer === 'boolean' ? answer : use(answer)
  if (!canMake) return null

  const leave = () => {
    answerOffer(user.uid)
    setGone(true)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const make = async () => {
    setBusy(true)
    const { error } = await withStepUp(() => addPasskey())
    setBusy(false)
    setFailure(error ?? null)
    if (error) return
    void client.invalidateQueries({ queryKey: METHODS_KEY })
    toast(i18n.t('Passkey added'))
    leave()
  }
  const decline = () => {
    // No need to wait: if the request fails, the offer only returns after the next sign-in.
    void tryCall(calls.declinePasskey, {})
    leave()
  }

  return (
    <section aria-labelledby="passkey-offer">
      <Card className="flex flex-col gap-4">
        <h2 id="passkey-offer" className="text-2xl">
          {i18n.t('Sign in with a passkey next time')}
        </h2>
        <p>{i18n.t('Use your fingerprint, face or PIN. Safer than text codes, and no code to wait for.')}</p>
        {failure && (
          <p role="alert" className="font-semibold text-danger">
            {failure.message}
          </p>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Button busy={busy} busyLabel={i18n.t('Waiting for you')} onClick={() => void make()}>
            {i18n.t('Add a passkey')}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={decline}>
            {i18n.t('Not now')}
          </Button>
        </div>
      </Card>
    </section>
  )
}
