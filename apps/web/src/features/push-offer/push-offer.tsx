import { useEffect, useId, useState } from 'react'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { isPushOn, readSupport, turnPushOn, type PushSupport } from '../../lib/push.ts'
import { useSession } from '../../lib/session/session.ts'

/** Hides the answered offer until a reload. */
let answered = false

/**
 * Offers push notifications on the page of a transfer in progress. The browser's own question is final, so it appears
 * only after a tap on ours. "Not now" hides the offer for 30 days.
 */
export default function PushOffer() {
  const { config } = useSession()
  const publicKey = config?.push?.publicKey
  const titleId = useId()
  const [support, setSupport] = useState<PushSupport>('none')
  const [phase, setPhase] = useState<'open' | 'busy' | 'on' | 'blocked' | 'gone'>(answered ? 'gone' : 'open')
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let current = true
    void isOffered(publicKey).then((found) => {
      if (current) setSupport(found)
    })
    return () => {
      current = false
    }
  }, [publicKey])

  if (support === 'none' || publicKey === undefined || phase === 'gone') return null

  const decline = () => {
    answered = true
    // No need to wait: if the request fails, the offer only returns with the next transfer.
    void tryCall(calls.declinePush, {})
    setPhase('gone')
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const accept = async () => {
    setPhase('busy')
    setFailure(null)
    const outcome = await turnPushOn(publicKey)
    if (outcome === 'dismissed') return decline()
    if (outcome === 'on' || outcome === 'blocked') {
      answered = true
      return setPhase(outcome)
    }
    setFailure(outcome.message)
    setPhase('open')
  }

  return (
    <section aria-labelledby={titleId}>
      <Card className="flex flex-col gap-4">
        <h2 id={titleId} className="text-2xl">
          {i18n.t('Tell me when it arrives')}
        </h2>
        {phase === 'on' && <p role="status">{i18n.t('We’ll send a notification to this device.')}</p>}
        {phase === 'blocked' && (
          <p role="status">
            {i18n.t(
              'Your browser blocks notifications from Sesa. You can allow them in its settings. We’ll still email you.',
            )}
          </p>
        )}
        {phase !== 'on' && phase !== 'blocked' && (
          <>
            {support === 'install' ? (
              <p>
                {i18n.t(
                  'Add Sesa to your home screen first: tap Share, then “Add to Home Screen”. Then open it there.',
                )}
              </p>
            ) : (
              <p>{i18n.t('Get a notification on this device. It shows no amount and no name.')}</p>
            )}
            {failure !== null && (
              <p role="alert" className="font-semibold text-danger">
                {failure}
              </p>
            )}
            <div className="flex flex-wrap gap-x-6 gap-y-3">
              {support !== 'install' && (
                <Button
                  busy={phase === 'busy'}
                  busyLabel={i18n.t('Waiting for you')}
                  onClick={() => void accept()}
                >
                  {i18n.t('Notify me')}
                </Button>
              )}
              <Button variant="quiet" disabled={phase === 'busy'} onClick={decline}>
                {i18n.t('Not now')}
              </Button>
            </div>
          </>
        )}
      </Card>
    </section>
  )
}

/** Resolves to how this browser can be offered notifications; `none` if it already gets them or the customer declined. */
async function isOffered(publicKey: string | undefined): Promise<PushSupport> {
  if (publicKey === undefined || answered) return 'none'
  const support = await readSupport({ publicKey })
  if (support === 'none' || support === 'blocked') return 'none'
  try {
    if (support === 'allowed' && (await isPushOn())) return 'none'
    const { offered } = await callApi(calls.getPush, {})
    return offered ? support : 'none'
  } catch {
    // The transfer matters more than the offer.
    return 'none'
  }
}
