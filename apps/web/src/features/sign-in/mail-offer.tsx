import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'

interface MailOfferProps {
  /** Emails a code to the confirmed address of the number's account; resolves to a failure, or null. */
  onMail: () => Promise<Failure | null>
}

/** Offers another way to sign in when no more codes are sent to a number, perhaps because a stranger requested too many. */
export function MailOffer({ onMail }: MailOfferProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const press = async () => {
    setBusy(true)
    setFailure(await onMail())
    setBusy(false)
  }
  return (
    <div className="mt-6 flex flex-col gap-4">
      {failure && (
        <Notice tone="error" title={i18n.t('The code was not sent')}>
          {failure.message}
        </Notice>
      )}
      <p>{i18n.t('You can still sign in now. We can email a code to the address you confirmed.')}</p>
      <Button
        variant="secondary"
        size="lg"
        full
        busy={busy}
        busyLabel={i18n.t('Sending the code')}
        onClick={() => void press()}
      >
        {i18n.t('Email me a code')}
      </Button>
    </div>
  )
}
