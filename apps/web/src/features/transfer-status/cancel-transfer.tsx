import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { calls, type AnswerOf, type TransferDetail } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { cancelAnswer, cancelQuestion } from '../../lib/money-words.ts'

type Outcome = AnswerOf<typeof calls.cancelTransfer>['outcome']

/** Cancels the transfer while that is possible. States the consequences before and the outcome after. */
export function CancelTransfer({ detail }: { detail: TransferDetail }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { payment_id } = detail
  const question = cancelQuestion(detail)
  const told = useRef<HTMLDivElement>(null)
  // The focused button may have disappeared.
  useEffect(() => {
    if (outcome) told.current?.focus()
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

  const answer = outcome && cancelAnswer(outcome, detail)
  return (
    <>
      {answer && (
        <div ref={told} tabIndex={-1}>
          <Notice tone={outcome === 'refund_if_not_delivered' ? 'warn' : 'ok'} title={answer.title}>
            {answer.text}
          </Notice>
        </div>
      )}
      {(detail.cancellable || open) && (
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            Cancel this transfer
          </Button>
        </div>
      )}
      <Dialog
        open={open}
        onClose={close}
        title="Cancel this transfer?"
        closeLabel="Keep the transfer"
        busy={busy}
        actions={
          failure?.code !== 'not_cancellable' && (
            <Button variant="danger" busy={busy} busyLabel="Cancelling" onClick={() => void cancel()}>
              {failure === null ? question.confirm : 'Try again'}
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
                ? 'The transfer was not cancelled'
                : 'We don’t know yet whether it’s cancelled'
            }
          >
            {failure.message}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
