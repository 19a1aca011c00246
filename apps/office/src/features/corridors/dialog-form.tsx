import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary, type SummaryError } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'

interface DialogFormProps {
  title: string
  confirm: string
  form: {
    summary: readonly SummaryError[]
    attempt: number
    busy: boolean
    submit: (event: FormEvent) => Promise<void>
  }
  reason: BoundField<string>
  /** Shown above the form. */
  intro?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that ends in a reason. */
export function DialogForm({ title, confirm, form, reason, intro, onClose, children }: DialogFormProps) {
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      closeLabel="Cancel"
      busy={form.busy}
      onClose={onClose}
      actions={
        <Button type="submit" form={id} busy={form.busy}>
          {confirm}
        </Button>
      }
    >
      {intro}
      <form id={id} noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-4">
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {children}
        <TextArea label="Reason" rows={2} hint="Recorded permanently under your name." {...reason} />
      </form>
    </Dialog>
  )
}
