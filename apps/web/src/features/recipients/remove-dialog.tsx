import { useState } from 'react'
import type { Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'

interface RemoveDialogProps {
  /** Null while the dialog is closed. */
  recipient: Recipient | null
  onClose: () => void
  /** Removes the recipient. Resolves to a failure, if any. */
  onRemove: (recipient: Recipient) => Promise<Failure | null>
}

/** Asks before a recipient is removed. */
export function RemoveDialog({ recipient, onClose, onRemove }: RemoveDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = () => {
    setFailure(null)
    onClose()
  }
  const remove = async () => {
    if (recipient === null) return
    setBusy(true)
    const failed = await onRemove(recipient)
    setBusy(false)
    setFailure(failed)
    if (failed === null) onClose()
  }
  return (
    <Dialog
      open={recipient !== null}
      onClose={close}
      title={i18n.t('Remove {name}?', { name: recipient?.name ?? '' })}
      closeLabel={i18n.t('Keep')}
      busy={busy}
      actions={
        <Button variant="danger" busy={busy} busyLabel={i18n.t('Removing')} onClick={() => void remove()}>
          {i18n.t('Remove')}
        </Button>
      }
    >
      <p>
        {i18n.t('Your transfers to this person stay in your transactions. Your reminders about them end.')}
      </p>
      {failure && (
        <Notice tone="error" title={i18n.t('We couldn’t remove this recipient')}>
          {failure.message}
        </Notice>
      )}
    </Dialog>
  )
}
