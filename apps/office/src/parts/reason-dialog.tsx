import { useState, type FormEvent, type ReactNode } from 'react'
import { Button, type ButtonProps } from '@sesa/ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { ReasonFields, useReason, type ActFor } from './reason.tsx'

interface ReasonDialogProps {
  /** The button that opens the dialog. */
  label: string
  variant?: ButtonProps['variant']
  /** The key that presses the button. */
  shortcut?: string | undefined
  title: string
  /** What will happen, in a sentence. */
  text?: ReactNode
  children?: ReactNode
  /** The label of the button that goes ahead, if it is not the first one's. */
  confirm?: string
  /** The label of the text: "Reason" unless given. */
  field?: string
  onSubmit: ActFor
}

/** A button that asks for a reason before it acts. The dialog stays open, with the text, until the action succeeds. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, variant = 'secondary', title, text, children, confirm = label, field = 'Reason' } = props
  const [open, setOpen] = useState(false)
  const state = useReason(undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await state.run(props.onSubmit, label)) setOpen(false)
  }
  return (
    <>
      <Button variant={variant} aria-keyshortcuts={props.shortcut} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <FormDialog
          {...{ title, confirm }}
          intro={
            <>
              {text !== undefined && <p>{text}</p>}
              {children}
            </>
          }
          busy={state.busy !== null}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <ReasonFields state={state} id="dialog" label={field} />
        </FormDialog>
      )}
    </>
  )
}
