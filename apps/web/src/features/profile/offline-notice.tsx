import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useSession } from '../../lib/session/session.ts'

/** Reports that the profile could not be loaded, and offers a retry. */
export function OfflineNotice() {
  const { reloadProfile } = useSession()
  const [busy, setBusy] = useState(false)

  const retry = async () => {
    setBusy(true)
    await reloadProfile()
    setBusy(false)
  }

  return (
    <Notice
      tone="warn"
      title={i18n.t('We couldn’t load your profile')}
      action={
        <Button
          variant="secondary"
          busy={busy}
          busyLabel={i18n.t('Trying again')}
          onClick={() => void retry()}
        >
          {i18n.t('Try again')}
        </Button>
      }
    >
      {i18n.t('These details come from your sign-in. Try again to see and edit the rest.')}
    </Notice>
  )
}
