import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { officeCalls, type FloatWallet } from '@sesa/contract/office'
import { formatAmount, money, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { walletText } from '../../lib/words.ts'
import { reasonSchema } from '../../lib/schemas.ts'

const FORM = 'alert-level'

/** A level, which may be zero: then only an empty wallet or a short forecast alerts. */
const levelSchema = (currency: CurrencyCode) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseAmount(dataset.value, currency)
      if (parsed.ok) return { amount: toMinorNumber(parsed.money), currency }
      addIssue({ message: `Enter an amount, for example ${currency} 50,000, or 0 for no alert.` })
      return NEVER
    }),
  )

/** Sets the alert level of a wallet. */
export function WalletDialog({ wallet, onClose }: { wallet: FloatWallet; onClose: () => void }) {
  const { account, country, currency, alertLevel } = wallet
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({
    schema: v.object({ amount: levelSchema(currency), reason: reasonSchema }),
    initial: { amount: formatAmount(money(BigInt(alertLevel.amount), currency)), reason: '' },
    idPrefix: 'level-',
    onSubmit: async ({ amount, reason }) => {
      const body = { wallet: { account, country, currency }, amount, reason }
      const { data, error } = await tryCall(officeCalls.setAlertLevel, { body })
      if (error) return error
      client.setQueryData(['floats'], data)
      toast('Alert level set')
      onClose()
      return null
    },
  })
  return (
    <Dialog
      open
      title={`Alert level for ${walletText(wallet)}`}
      closeLabel="Cancel"
      busy={form.busy}
      onClose={onClose}
      actions={
        <Button type="submit" form={FORM} busy={form.busy}>
          Set
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
          label="Alert below"
          hint="Staff get an alert when the free amount falls below this."
          currency={currency}
          {...form.field('amount')}
        />
        <TextArea
          label="Reason"
          rows={2}
          hint="Recorded permanently under your name."
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
