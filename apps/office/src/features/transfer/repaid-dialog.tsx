import { useState } from 'react'
import * as v from 'valibot'
import type { BodyOf } from '@sesa/contract'
import type { officeCalls, TransferPage } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { amountText } from '../../lib/words.ts'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'

interface RepaidDialogProps {
  transfer: TransferPage
  label: string
  title: string
  onSubmit: (body: BodyOf<typeof officeCalls.requestRepaid>) => Promise<Failure | null>
}

/** Asks for the amount that was paid back off the card, and why. */
export function RepaidDialog({ transfer, label, title, onSubmit }: RepaidDialogProps) {
  const [open, setOpen] = useState(false)
  const { charged, owed } = transfer
  const form = useForm({
    schema: v.object({ amount: amountSchema(charged.currency, owed?.amount), reason: reasonSchema }),
    initial: { amount: '', reason: '' },
    idPrefix: 'repaid-',
    onSubmit: async (body) => {
      const failure = await onSubmit(body)
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
          hint="Recorded permanently under your name. Say how it was paid; leave out personal data."
          onClose={() => setOpen(false)}
        >
          <MoneyField
            label="Amount repaid"
            currency={charged.currency}
            hint={owed === null ? undefined : `At most ${amountText(owed)}, which we owe.`}
            {...form.field('amount')}
          />
        </ChangeFormDialog>
      )}
    </>
  )
}
