import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls, type CancelOutcome, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { cancelQuestion } from '../../lib/cancel-question.ts'

interface CancelTransferProps {
  detail: TransferDetail
  /** Called once the customer has asked to cancel: the page's own sentence then says what happens. */
  onAsked: (outcome: CancelOutcome) => void
}

/** Cancels the transfer while that is possible, and states the consequences first. */
export default function CancelTransfer({ detail, onAsked }: CancelTransferProps) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null)
  const { payment_id } = detail
  const question = cancelQuestion(detail)
  const asked = useEffectEvent(onAsked)
  // The focused button may have disappeared.
  useEffect(() => {
    if (outcome !== null) asked(outcome)
  }, [outcome])

  const close = () => {
    setOpen(false)
    setFailure(null)
  }
  const cancel = async () => {
    setBusy(true)
    setFailure(null)
    const { data, error } = await tryCall(calls.cancelTransfer, { params: { payment_id } })
    setBusy(false)
    if (error) {
      setFailure(error)
      // The transfer may have changed in the meantime.
      void queries.invalidateQueries({ queryKey: ['transfer', payment_id] })
      return
    }
    setOutcome(data.outcome)
    queries.setQueryData(['transfer', payment_id], data.transfer)
    close()
  }

  return (
    <>
      {(detail.cancellable || open) && (
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            {i18n.t('Cancel this transfer')}
          </Button>
        </div>
      )}
      <Dialog
        open={open}
        onClose={close}
        title={i18n.t('Cancel this transfer?')}
        closeLabel={i18n.t('Keep the transfer')}
        busy={busy}
        actions={
          failure?.code !== 'not_cancellable' && (
            <Button
              variant="danger"
              busy={busy}
              busyLabel={i18n.t('Cancelling')}
              onClick={() => void cancel()}
            >
              {failure === null ? question.confirm : i18n.t('Try again')}
            </Button>
          )
        }
      >
        <p>{noWrap(question.text)}</p>
        {failure && (
          <Notice
            tone="error"
            title={
              failure.code === 'not_cancellable'
                ? i18n.t('The transfer was not cancelled')
                : i18n.t('We don’t know yet whether it’s cancelled')
            }
          >
            {failure.message}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
