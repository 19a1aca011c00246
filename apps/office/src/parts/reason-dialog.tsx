import { useState, type FormEvent, type ReactNode } from 'react'
import * as v from 'valibot'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, type ButtonProps } from '@sesa/ui/button.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { reasonSchema } from '../lib/schemas.ts'
import { Refusal } from './refusal.tsx'

/** Returns what is wrong with a reason, or undefined. */
const reasonProblem = (reason: string): string | undefined =>
  v.safeParse(reasonSchema, reason).issues?.[0].message

interface ReasonDialogProps {
  /** The button that opens the dialog. */
  label: string
  variant?: ButtonProps['variant']
  /** The key that presses the button. */
  shortcut?: string | undefined
  title: string
  /** What will happen, in a sentence. */
  children?: ReactNode
  /** The label of the button that goes ahead. */
  confirm: string
  /** The label of the text: "Reason" unless given. */
  field?: string
  /** The text to type first if values are unusual. */
  typed?: string | undefined
  /** Does it, and returns why it failed; the dialog then stays open with the text. */
  onSubmit: (reason: string, confirmed: string | undefined) => Promise<Failure | null>
  onDone?: () => void
}

/** A button that asks for a reason before it acts. The text stays until the action succeeds. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, variant = 'secondary', title, children, confirm, field = 'Reason', typed } = props
  const { onSubmit, onDone } = props
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = reasonProblem(reason)
    setProblem(wrong)
    if (wrong !== undefined || busy) return
    setBusy(true)
    const said = typed === undefined ? undefined : confirmed.trim()
    const failed = await onSubmit(reason.trim(), said).finally(() => setBusy(false))
    setFailure(failed)
    if (failed) return
    setOpen(false)
    setReason('')
    setConfirmed('')
    onDone?.()
  }

  return (
    <>
      <Button variant={variant} aria-keyshortcuts={props.shortcut} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ReasonForm
          {...{ title, children, confirm, field, reason, problem, failure, busy, typed, confirmed }}
          onConfirmed={setConfirmed}
          onChange={(text) => {
            setReason(text)
            if (problem !== undefined) setProblem(reasonProblem(text))
          }}
          onSubmit={(event) => void submit(event)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface ReasonFormProps extends Pick<ReasonDialogProps, 'title' | 'children' | 'confirm' | 'typed'> {
  field: string
  confirmed: string
  onConfirmed: (confirmed: string) => void
  reason: string
  problem: string | undefined
  failure: Failure | null
  busy: boolean
  onChange: (reason: string) => void
  onSubmit: (event: FormEvent) => void
  onClose: () => void
}

const FORM = 'reason-form'

function ReasonForm(props: ReasonFormProps) {
  const { title, children, confirm, field, reason, problem, failure, busy, onChange, onSubmit, onClose } =
    props
  const { typed, confirmed, onConfirmed } = props
  return (
    <Dialog
      open
      title={title}
      closeLabel="Cancel"
      busy={busy}
      onClose={onClose}
      actions={
        <Button type="submit" form={FORM} busy={busy}>
          {confirm}
        </Button>
      }
    >
      {children}
      {failure && <Refusal failure={failure} />}
      <form id={FORM} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        {typed !== undefined && (
          <TextField
            id="confirmed"
            label={`Type: ${typed}`}
            hint="Unusual values: the requester and the approver both type this."
            autoComplete="off"
            value={confirmed}
            onChange={onConfirmed}
          />
        )}
        <TextArea
          id="reason"
          label={field}
          hint="Recorded permanently under your name. Leave out personal data."
          rows={3}
          value={reason}
          onChange={onChange}
          {...(problem !== undefined && { error: problem })}
        />
      </form>
    </Dialog>
  )
}
