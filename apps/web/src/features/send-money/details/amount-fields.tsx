import {
  destinationsFrom,
  isDestination,
  type Config,
  type CountryCode,
  type DestinationCode,
} from '@sesa/contract'
import { formatRate } from '@sesa/money'
import { findCountries } from '../../../lib/forms/find-countries.ts'
import { formatMinor } from '../../../lib/format.ts'
import type { Side, useConversion } from '../../../lib/use-conversion.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CountrySelect } from '../../../ui/fields/country-select.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { boundsText, type Bounds } from './bounds.ts'
import { getValidator } from './lazy-validator.ts'
import type { DetailsForm } from './use-details.ts'
import { currencyOf } from '../draft/values.ts'

interface AmountFieldsProps {
  form: DetailsForm
  sender: CountryCode
  config: Config
  bounds: Bounds | null
  /** The error for an amount below the minimum. */
  tooLittle: string | undefined
  conversion: ReturnType<typeof useConversion>
  onType: (side: Side, text: string) => void
  onCountry: (country: DestinationCode) => void
}

/** The destination and the amount: the customer types either amount, and the other follows. */
export function AmountFields({
  form,
  sender,
  config,
  bounds,
  tooLittle,
  conversion,
  onType,
  onCountry,
}: AmountFieldsProps) {
  const { values } = form
  const { country } = values
  const { invalid, failure } = conversion
  const from = currencyOf(sender)
  const to = currencyOf(country)
  const corridor = config.corridors.find((entry) => entry.from === sender && entry.to === country)
  const offered = destinationsFrom(sender).flatMap(
    (code) => config.countries.find((entry) => entry.code === code) ?? [],
  )

  const choose = (chosen: CountryCode) => {
    if (chosen !== country && isDestination(chosen)) onCountry(chosen)
  }
  const range = bounds && tooLittle === undefined ? boundsText(bounds) : undefined
  // An invalid amount disables Continue, so its error shows at once.
  const amountField = (name: 'sendAmount' | 'receiveAmount', currency: typeof from) => {
    const field = form.field(name)
    const error = field.error ?? getValidator()?.typingProblem(field.value, currency)
    return { ...field, currency, ...(error !== undefined && { error }) }
  }
  const again = () =>
    invalid && onType(invalid, invalid === 'send' ? values.sendAmount : values.receiveAmount)

  return (
    <Card className="flex flex-col gap-5">
      <CountrySelect
        {...form.field('country')}
        label="Send to"
        find={findCountries}
        countries={offered}
        value={country}
        onChange={choose}
      />
      {corridor?.reason && (
        <Notice tone="warn" title="Not available right now">
          {corridor.reason}
        </Notice>
      )}
      <MoneyField
        {...(tooLittle !== undefined && { error: tooLittle })}
        {...amountField('sendAmount', from)}
        label="You send"
        placeholder="Send amount"
        // The error already says this.
        hint={range === form.errors.sendAmount ? undefined : range}
        invalid={invalid !== null}
        onChange={(text) => onType('send', text)}
      />
      <p role="status" className="sr-only">
        {!conversion.busy && tooLittle}
      </p>
      <PriceLines {...{ from, to, conversion }} empty={values.sendAmount === ''} />
      <MoneyField
        {...amountField('receiveAmount', to)}
        label="They receive"
        placeholder="Receive amount"
        invalid={invalid !== null}
        onChange={(text) => onType('receive', text)}
      />
      {failure !== null && (
        <Notice
          tone="error"
          title="We couldn’t convert the amount"
          action={
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
    </Card>
  )
}

interface PriceLinesProps {
  from: ReturnType<typeof currencyOf>
  to: ReturnType<typeof currencyOf>
  conversion: AmountFieldsProps['conversion']
  empty: boolean
}

/** The fee and the rate, shown between the two amounts. */
function PriceLines({ from, to, empty, conversion: { rate, busy } }: PriceLinesProps) {
  const known = rate?.from === from && rate.to === to ? formatRate(rate) : null
  return (
    <dl className="ml-2 flex flex-col gap-2 border-l-4 border-accent pl-4 sm:ml-4 sm:pl-5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">Transfer fee</dt>
        <dd className="font-semibold tabular-nums">{formatMinor(0, from)}</dd>
      </div>
      <div className="flex min-h-6 flex-wrap justify-between gap-x-4">
        <dt className="text-muted">Exchange rate</dt>
        <dd className="ml-auto flex items-center gap-2 font-semibold tabular-nums">
          {busy && <Spinner size={16} label="Getting the rate" />}
          {known ?? (empty && <span className="font-normal text-muted">Enter an amount</span>)}
        </dd>
      </div>
    </dl>
  )
}
