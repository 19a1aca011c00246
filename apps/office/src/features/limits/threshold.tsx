import * as v from 'valibot'
import { officeCalls, type Approval } from '@sesa/contract/office'
import type { CurrencyCode } from '@sesa/money'
import { formatMoment } from '@sesa/ui/format.ts'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { amountText } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'

interface ThresholdProps {
  onAsked: (approval: Approval) => void
}

/** The amount from which a release needs two people. */
export function Threshold({ onAsked }: ThresholdProps) {
  const threshold = useCall(['release-threshold'], officeCalls.readReleaseThreshold, {})
  return (
    <Loaded query={threshold} what="the release threshold">
      {({ amount, since }) => (
        <ThresholdForm
          currency={amount.currency}
          now={`Releases of ${amountText(amount)} or more need approval. In force since ${formatMoment(since)}.`}
          onAsked={onAsked}
        />
      )}
    </Loaded>
  )
}

function ThresholdForm({ currency, now, onAsked }: ThresholdProps & { currency: CurrencyCode; now: string }) {
  const form = useChange({
    schema: v.object({ amount: amountSchema(currency), reason: reasonSchema }),
    initial: { amount: '', reason: '' },
    idPrefix: 'threshold-',
    ask: (body, typed) => tryCall(officeCalls.requestReleaseThreshold, { body: { ...body, ...typed } }),
    onAsked,
  })
  return (
    <ChangeForm title="Release threshold" form={form} reason={form.field('reason')}>
      <MoneyField label="New amount" hint={now} currency={currency} {...form.field('amount')} />
    </ChangeForm>
  )
}
