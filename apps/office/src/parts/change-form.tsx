import type { FormEvent, ReactNode } from 'react'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { ErrorSummary, type SummaryError } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { Section } from './section.tsx'

interface ChangeFormProps {
  title: string
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
  /** Other buttons, beside the one that asks. */
  more?: ReactNode
  children: ReactNode
}

/** The frame of every change: its fields, the reason, and the button that asks. */
export function ChangeForm({ title, form, reason, more, children }: ChangeFormProps) {
  return (
    <Section title={title}>
      <form
        aria-keyshortcuts="e"
        noValidate
        onSubmit={(event) => void form.submit(event)}
        className="flex flex-col gap-4"
      >
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
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
        <TextArea label="Reason" rows={2} hint="Recorded permanently under your name." {...reason} />
        <ButtonRow>
          <Button type="submit" busy={form.busy}>
            Request approval
          </Button>
          {more}
        </ButtonRow>
      </form>
    </Section>
  )
}
