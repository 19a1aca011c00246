import { useEffect, useRef, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { isPushOn, readSupport, turnPushOff, turnPushOn, type PushSupport } from '../../lib/push.ts'
import { useSession } from '../../lib/session/session.ts'

type State = PushSupport | 'loading' | 'on'

const TEXTS: Readonly<Record<State, string>> = {
  loading: i18n.t('Checking this device'),
  none: i18n.t('This browser can’t show notifications from Sesa.'),
  install: i18n.t('Add Sesa to your home screen first: tap Share, then “Add to Home Screen”.'),
  blocked: i18n.t('Your browser blocks notifications from Sesa. Allow them in its settings first.'),
  ask: i18n.t('Off on this device.'),
  allowed: i18n.t('Off on this device.'),
  on: i18n.t('This device gets them until you sign out.'),
}

/** Turns push notifications on and off for this device. Applies at once, without Save. */
export default function PushDevice() {
  const { config } = useSession()
  const publicKey = config?.push?.publicKey
  const [state, setState] = useState<State>('loading')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    let current = true
    const read = async (): Promise<State> => {
      const support = await readSupport(publicKey === undefined ? null : { publicKey })
      return support === 'allowed' && (await isPushOn()) ? 'on' : support
    }
    void read()
      .catch((): State => 'none')
      .then((found) => {
        if (current) setState(found)
      })
    return () => {
      current = false
    }
  }, [publicKey])

  const press = async () => {
    if (publicKey === undefined) return
    setBusy(true)
    setFailure(null)
    if (state === 'on') {
      const failed = await turnPushOff()
      if (failed) setFailure(i18n.t('{message} They’re still on.', { message: failed.message }))
      else setState('allowed')
    } else {
      const outcome = await turnPushOn(publicKey)
      if (outcome === 'on' || outcome === 'blocked') setState(outcome)
      else if (outcome !== 'dismissed') setFailure(outcome.message)
    }
    setBusy(false)
    status.current?.focus({ preventScroll: true })
  }

  const canPress = state === 'on' || state === 'ask' || state === 'allowed'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold">{i18n.t('This device')}</p>
          <p ref={status} role="status" tabIndex={-1} className="text-muted">
            {TEXTS[state]}
          </p>
        </div>
        {canPress && (
          <Button
            variant="secondary"
            busy={busy}
            busyLabel={state === 'on' ? i18n.t('Turning off') : i18n.t('Waiting for you')}
            aria-label={
              state === 'on'
                ? i18n.t('Turn off push notifications on this device')
                : i18n.t('Turn on push notifications on this device')
            }
            onClick={() => void press()}
          >
            {state === 'on' ? i18n.t('Turn off') : i18n.t('Turn on')}
          </Button>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}
