import { useState } from 'react'
import * as v from 'valibot'
import { isVisible, type BodyOf } from '@sesa/contract'
import type { officeCalls, TransferPage } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'

interface AnswerDialogProps {
  transfer: TransferPage
  label: string
  title: string
  leadsTo: string
  onSubmit: (body: BodyOf<typeof officeCalls.requestAnswer>) => Promise<Failure | null>
}

const ANSWERS = [
  { value: 'paid', label: 'The customer paid' },
  { value: 'not_paid', label: 'The customer did not pay' },
] as const

const answerSchema = v.pipe(
  v.string(),
  v.check((answer) => answer !== '', 'Choose what the network answered.'),
)

const evidenceSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isVisible(text, 3), 'Enter the number of the network’s letter or ticket.'),
  v.maxLength(100, 'Shorten it to 100 characters.'),
)

/** Asks what the network answered in writing about a payment, and under which reference. */
export function AnswerDialog({ transfer: { charged }, label, title, leadsTo, onSubmit }: AnswerDialogProps) {
  const [open, setOpen] = useState(false)
  const form = useForm({
    schema: v.object({
      answer: answerSchema,
      paid: v.string(),
      evidence: evidenceSchema,
      reason: reasonSchema,
    }),
    initial: { answer: '', paid: '', evidence: '', reason: '' },
    idPrefix: 'answer-',
    onSubmit: async ({ answer, paid: typed, ...body }) => {
      const paid = answer === 'paid' ? v.safeParse(amountSchema(charged.currency), typed) : null
      if (paid?.success === false)
        return { code: 'invalid_field', field: 'paid', message: paid.issues[0].message }
      const failure = await onSubmit({ ...body, paid: paid?.output ?? null })
      if (failure === null) setOpen(false)
      return failure
    },
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ChangeFormDialog
          title={title}
          confirm="Request approval"
          form={form}
          reason={form.field('reason')}
          hint="Recorded permanently under your name. Leave out personal data."
          onClose={() => setOpen(false)}
        >
          <p>{leadsTo}</p>
          <RadioGroup label="The network’s answer" options={ANSWERS} {...form.field('answer')} />
          {form.values.answer === 'paid' && (
            <MoneyField label="Amount paid" currency={charged.currency} {...form.field('paid')} />
          )}
          <TextField label="The network’s reference" {...form.field('evidence')} />
        </ChangeFormDialog>
      )}
    </>
  )
}
