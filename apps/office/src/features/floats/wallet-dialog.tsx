import * as v from 'valibot'
import { officeCalls, type FloatWallet } from '@sesa/contract/office'
import { formatAmount, money, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { useForm } from '@sesa/ui/form.ts'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { walletText } from '../../lib/words.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'

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
  const act = useAct()
  const form = useForm({
    schema: v.object({ amount: levelSchema(currency), reason: reasonSchema }),
    initial: { amount: formatAmount(money(BigInt(alertLevel.amount), currency)), reason: '' },
    idPrefix: 'level-',
    onSubmit: act(
      (given) =>
        tryCall(officeCalls.setAlertLevel, { body: { wallet: { account, country, currency }, ...given } }),
      { stores: ['floats'], said: 'Alert level set', then: onClose },
    ),
  })
  return (
    <ChangeFormDialog
      title={`Alert level for ${walletText(wallet)}`}
      confirm="Set"
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <MoneyField
        label="Alert below"
        hint="Staff get an alert when the free amount falls below this."
        currency={currency}
        {...form.field('amount')}
      />
    </ChangeFormDialog>
  )
}
