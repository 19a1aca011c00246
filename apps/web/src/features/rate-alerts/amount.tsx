import type { CorridorRate, RateAlertKind } from '@sesa/contract'
import { formatUsualAmount } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { bestAmount, stepped, suggestion } from './form-schema.ts'

interface AmountProps {
  field: BoundField<string>
  corridor: CorridorRate
  kind: Exclude<RateAlertKind, 'daily'>
}

/** Renders what the usual amount has to give, with buttons that set it. */
export function Amount({ field, corridor, kind }: AmountProps) {
  const { fromCurrency, toCurrency } = corridor
  const amount = formatUsualAmount(fromCurrency)
  const isRise = kind === 'at_or_above'
  const label = isRise
    ? i18n.t('{amount} gives at least', { amount })
    : i18n.t('{amount} gives at most', { amount })
  const percent = suggestion(corridor, kind)
  const best = isRise ? bestAmount(corridor) : null
  const set = (text: string) => () => field.onChange(text)
  return (
    <div className="flex flex-col gap-3">
      <MoneyField {...field} label={label} currency={toCurrency} />
      <p role="status" className="sr-only">
        {label} {toCurrency} {field.value}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          aria-label={i18n.t('Less')}
          onClick={set(stepped(field.value, corridor, -1n))}
        >
          −
        </Button>
        <Button
          variant="secondary"
          aria-label={i18n.t('More')}
          onClick={set(stepped(field.value, corridor, 1n))}
        >
          +
        </Button>
        {percent !== '' && (
          <Button variant="secondary" onClick={set(percent)}>
            {isRise ? i18n.t('1% better') : i18n.t('1% worse')}
          </Button>
        )}
        {best !== null && (
          <Button variant="secondary" onClick={set(best)}>
            {i18n.t('Best of 30 days')}
          </Button>
        )}
      </div>
    </div>
  )
}
