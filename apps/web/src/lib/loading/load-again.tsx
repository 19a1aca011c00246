import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { saveAndReload } from './version.ts'

/** Renders a button that saves unsaved input and reloads the page. */
export function LoadAgain() {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="secondary"
      busy={busy}
      busyLabel={i18n.t('Loading')}
      onClick={() => {
        setBusy(true)
        // If the customer stays to save changes, the button must work again.
        void saveAndReload().finally(() => setBusy(false))
      }}
    >
      {i18n.t('Load it again')}
    </Button>
  )
}
