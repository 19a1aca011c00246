import { useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow, type ButtonProps } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { reasonSchema } from '../lib/schemas.ts'
import { Refusal } from './refusal.tsx'

interface Action {
  readonly label: string
  readonly variant?: ButtonProps['variant']
  /** Does it, and returns why it failed; the text then stays. */
  readonly run: (text: string, confirmed: string | undefined) => Promise<Failure | null>
}

interface DecisionFormProps {
  /** What the ids of the fields begin with. */
  id: string
  /** The label of the text. */
  field?: string
  /** Usual reasons, to choose from. */
  reasons?: readonly string[]
  /** The text to type first if values are unusual. */
  typed?: string | undefined
  actions: readonly Action[]
  children?: ReactNode
}

/**
 * A decision beside its facts: an open field for the text, and a button for each outcome. No key decides.
 */
export function DecisionForm(props: DecisionFormProps) {
  const { id, field = 'Reason', reasons = [], typed, actions, children } = props
  const text = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [usual, setUsual] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const whole = [usual, reason.trim()].filter((part) => part !== '').join(': ')
  const problemOf = (said: string): string | undefined => v.safeParse(reasonSchema, said).issues?.[0].message

  const run = async ({ label, run: act }: Action): Promise<void> => {
    const wrong = problemOf(whole)
    setProblem(wrong)
    if (wrong !== undefined) return text.current?.focus()
    if (busy !== null) return
    setBusy(label)
    const failed = await act(whole, typed === undefined ? undefined : confirmed.trim()).finally(() =>
      setBusy(null),
    )
    setFailure(failed)
    if (failed) return
    setReason('')
    setUsual('')
    setConfirmed('')
  }

  return (
    // `e` leads here. Enter in a field decides nothing.
    <form
      aria-keyshortcuts="e"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-3"
    >
      {children}
      {failure && <Refusal failure={failure} />}
      {typed !== undefined && (
        <TextField
          id={`${id}-confirmed`}
          label={`Type: ${typed}`}
          hint="Unusual values: the requester and the approver both type this."
          autoComplete="off"
          value={confirmed}
          onChange={setConfirmed}
        />
      )}
      {reasons.length > 0 && (
        <SelectField
          id={`${id}-usual`}
          label="Why"
          optional
          placeholder="Choose, or write below"
          value={usual}
          options={reasons.map((one) => ({ value: one, label: one }))}
          onChange={setUsual}
        />
      )}
      <TextArea
        id={`${id}-reason`}
        ref={text}
        label={field}
        hint="Recorded permanently under your name. Leave out personal data."
        rows={2}
        value={reason}
        onChange={(next) => {
          setReason(next)
          if (problem !== undefined) setProblem(undefined)
        }}
        error={problem}
      />
      <ButtonRow>
        {actions.map((action) => (
          <Button
            key={action.label}
            variant={action.variant}
            busy={busy === action.label}
            onClick={() => void run(action)}
          >
            {action.label}
          </Button>
        ))}
      </ButtonRow>
    </form>
  )
}
