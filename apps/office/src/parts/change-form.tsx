import type { FormEvent, ReactNode } from 'react'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { ErrorSummary, type SummaryError } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { Section } from './section.tsx'

export interface FormFieldsProps {
  form: {
    summary: readonly SummaryError[]
    attempt: number
    busy: boolean
    submit: (event: FormEvent) => Promise<void>
    /** The typed confirmation of a value beyond its bound; null if no value is. */
    confirmed?: string | null
    setConfirmed?: (typed: string) => void
  }
  reason: BoundField<string>
  /** The hint of the reason. */
  hint?: string
  children: ReactNode
}

/** The fields of a change: its own, the confirmation of unusual values, and the reason. */
export function FormFields({ form, reason, hint, children }: FormFieldsProps) {
  return (
    <>
      {children}
      {typeof form.confirmed === 'string' && form.setConfirmed && (
        <TextField
          id="confirmed"
          label="Confirmation text"
          hint="Type the text that the message shows. The approver types it too."
          autoComplete="off"
          value={form.confirmed}
          onChange={form.setConfirmed}
        />
      )}
      <TextArea label="Reason" rows={2} hint={hint ?? 'Recorded permanently under your name.'} {...reason} />
    </>
  )
}

interface PlainFormProps {
  form: Pick<FormFieldsProps['form'], 'summary' | 'attempt' | 'busy' | 'submit'>
  /** The button that submits. */
  confirm: string
  /** Other buttons beside it. */
  more?: ReactNode
  children: ReactNode
}

/** A form: what is wrong with it, its fields and its button. */
export function PlainForm({ form, confirm, more, children }: PlainFormProps) {
  return (
    <form
      aria-keyshortcuts="e"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      className="flex flex-col gap-4"
    >
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {children}
      <ButtonRow>
        <Button type="submit" busy={form.busy}>
          {confirm}
        </Button>
        {more}
      </ButtonRow>
    </form>
  )
}

interface ChangeFormProps extends FormFieldsProps, Pick<PlainFormProps, 'more'> {
  title: string
  /** The button that submits; by default it asks a second person. */
  confirm?: string
}

/** The frame of every change: its fields, the reason, and the button that asks. */
export function ChangeForm({ title, confirm = 'Request approval', more, ...fields }: ChangeFormProps) {
  return (
    <Section title={title}>
      <PlainForm form={fields.form} confirm={confirm} more={more}>
        <FormFields {...fields} />
      </PlainForm>
    </Section>
  )
}
