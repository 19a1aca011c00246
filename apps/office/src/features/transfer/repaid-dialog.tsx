import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls, type TransferPage } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { amountText } from '../../lib/words.ts'

interface RepaidDialogProps {
  transfer: TransferPage
  label: string
  title: string
  onDone: () => Promise<void>
}

const FORM = 'repaid-form'

/** Asks for the amount that was paid back off the card, and why. */
export function RepaidDialog({ transfer, label, title, onDone }: RepaidDialogProps) {
  const [open, setOpen] = useState(false)
  const { reference, charged, owed } = transfer
  const form = useForm({
    schema: v.object({ amount: amountSchema(charged.currency, owed?.amount), reason: reasonSchema }),
    initial: { amount: '', reason: '' },
    idPrefix: 'repaid-',
    onSubmit: async (body) => {
      const { error } = await tryCall(officeCalls.requestRepaid, { params: { reference }, body })
      if (error) return error
      setOpen(false)
      await onDone()
      return null
    },
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Dialog
          open
          title={title}
          closeLabel="Cancel"
          busy={form.busy}
          onClose={() => setOpen(false)}
          actions={
            <Button type="submit" form={FORM} busy={form.busy}>
              Request approval
            </Button>
          }
        >
          <form
            id={FORM}
            noValidate
            onSubmit={(event) => void form.submit(event)}
            className="flex flex-col gap-4"
          >
            <ErrorSummary errors={form.summary} attempt={form.attempt} />
            <MoneyField
              label="Amount repaid"
              currency={charged.currency}
              hint={owed === null ? undefined : `At most ${amountText(owed)}, which we owe.`}
              {...form.field('amount')}
            />
            <TextArea
              label="Reason"
              rows={3}
              hint="Recorded permanently under your name. Say how it was paid; leave out personal data."
              {...form.field('reason')}
            />
          </form>
        </Dialog>
      )}
    </>
  )
}
