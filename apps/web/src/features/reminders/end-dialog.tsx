import { useState } from 'react'
import type { Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'

interface EndDialogProps {
  /** Null while the dialog is closed. */
  reminder: Reminder | null
  onClose: () => void
  /** Ends the reminder. Resolves to a failure, if any. */
  onEnd: (reminder: Reminder) => Promise<Failure | null>
}

/** Asks before a reminder is ended. */
export function EndDialog({ reminder, onClose, onEnd }: EndDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const end = async () => {
    if (reminder === null) return
    setBusy(true)
    setFailure(await onEnd(reminder))
    setBusy(false)
  }
  return (
    <Dialog
      open={reminder !== null}
      onClose={close}
      title={i18n.t('End this reminder?')}
      closeLabel={i18n.t('Keep')}
      busy={busy}
      actions={
        <Button variant="danger" busy={busy} busyLabel={i18n.t('Ending')} onClick={() => void end()}>
          {i18n.t('End')}
        </Button>
      }
    >
      <p>
        {rich(i18n.t('We won’t remind you to send money to <name/> any more.'), {
          name: reminder?.recipient.name,
        })}
      </p>
      {failure && (
        <Notice tone="error" title={i18n.t('We couldn’t end the reminder')}>
          {failure.message}
        </Notice>
      )}
    </Dialog>
  )
}
