import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { FormFields, type FormFieldsProps } from './change-form.tsx'

interface FormDialogProps {
  title: string
  /** The button that submits. */
  confirm: string
  busy: boolean
  onSubmit: (event: FormEvent) => unknown
  onClose: () => void
  /** Shown above the form. */
  intro?: ReactNode
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog({ title, confirm, busy, onSubmit, onClose, intro, children }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      {...{ title, busy, onClose }}
      closeLabel="Cancel"
      actions={
        <Button type="submit" form={id} busy={busy}>
          {confirm}
        </Button>
      }
    >
      {intro}
      <form id={id} noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}

/** A dialog with a form that ends in a reason. */
export function ChangeFormDialog(
  props: FormFieldsProps & Pick<FormDialogProps, 'title' | 'confirm' | 'onClose' | 'intro'>,
) {
  const { form } = props
  return (
    <FormDialog {...props} busy={form.busy} onSubmit={form.submit}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <FormFields {...props} />
    </FormDialog>
  )
}
