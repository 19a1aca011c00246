import { destinationsFrom, isDestination, type CountryCode, type DestinationCode } from '@sesa/contract'
import { formatMoney, formatRate } from '@sesa/money'
import { useSyncExternalStore, type ReactNode } from 'react'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatMinor, formatRecent, formatShare, formatTime } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { CountrySelect } from '@sesa/ui/fields/country-select.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { findCountries } from '../../../lib/forms/find-countries.ts'
import { paths, WANTS_MORE } from '../../../lib/paths.ts'
import type { Side } from '../../../lib/use-conversion.ts'
import { arrivalText, type Usually } from '../arrival.ts'
import { boundsText, type Bounds } from './bounds.ts'
import type { ConvertedPrice, useAmounts } from './use-amounts.ts'
import type { DetailsConfig, DetailsForm } from './use-details.ts'
import { currencyOf } from '../draft/values.ts'

interface AmountFieldsProps {
  form: DetailsForm
  sender: CountryCode
  config: DetailsConfig
  bounds: Bounds | null
  conversion: ReturnType<typeof useAmounts>['conversion']
  /** Why the typed amount cannot be sent. */
  problem: string | undefined
  onType: (side: Side, text: string) => void
  onCountry: (country: DestinationCode) => void
}

/** Matches every message about a limit over time. */
const OVER_LIMIT = /(24-hour|30-day) limit/

/** Renders the destination and the amount: the customer types either amount, and the other follows. */
export function AmountFields({
  form,
  sender,
  config,
  bounds,
  conversion,
  problem,
  onType,
  onCountry,
}: AmountFieldsProps) {
  const { values } = form
  const { country, fix } = values
  const { invalid, failure } = conversion
  const from = currencyOf(sender)
  const to = currencyOf(country)
  const price =
    conversion.price?.rate.from === from && conversion.price.rate.to === to ? conversion.price : null
  const corridor = config.corridors.find((entry) => entry.from === sender && entry.to === country)
  const offered = destinationsFrom(sender).flatMap(
    (code) => config.countries.find((entry) => entry.code === code) ?? [],
  )

  const choose = (chosen: CountryCode) => {
    if (chosen !== country && isDestination(chosen)) onCountry(chosen)
  }
  const typedField = fix === 'send' ? 'sendAmount' : 'receiveAmount'
  const amountField = (name: 'sendAmount' | 'receiveAmount', currency: typeof from) => {
    const field = form.field(name)
    // While the customer types, the error describes the current text, not the text at the last Continue.
    const error = (name === typedField ? problem : undefined) ?? field.error
    const pending = conversion.busy && name !== typedField
    return { ...field, currency, pending, ...(error !== undefined && { error }) }
  }
  const sendField = amountField('sendAmount', from)
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
        {...sendField}
        label="You send"
        placeholder="Send amount"
        // The error replaces the hint, so that the field does not move.
        hint={bounds && sendField.error === undefined ? boundsText(bounds, price?.rate ?? null) : undefined}
        noteLines={3}
        invalid={invalid !== null}
        onChange={(text) => onType('send', text)}
      />
      <p role="status" className="sr-only">
        {!conversion.busy && problem}
      </p>
      <PriceLines
        {...{ from }}
        price={failure === null ? price : null}
        busy={conversion.busy}
        empty={values.sendAmount === '' && !conversion.busy}
      >
        <ArrivalLine usually={networkOf(config, values)?.usually ?? null} minutes={config.deliveryMinutes} />
      </PriceLines>
      <MoneyField
        {...amountField('receiveAmount', to)}
        label="They receive"
        placeholder="Receive amount"
        invalid={invalid !== null}
        onChange={(text) => onType('receive', text)}
      />
      <p>
        {OVER_LIMIT.test(sendField.error ?? '') ? (
          <TextLink href={`${paths.limits}?${WANTS_MORE}`}>See how to send more</TextLink>
        ) : (
          <TextLink href={paths.limits}>See your limits</TextLink>
        )}
      </p>
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

/** Returns the chosen network, as the server describes it. */
export function networkOf(config: DetailsConfig, { country, network }: DetailsForm['values']) {
  return config.networks.find((entry) => entry.country === country && entry.value === network)
}

interface PriceLinesProps {
  from: ReturnType<typeof currencyOf>
  price: ConvertedPrice | null
  busy: boolean
  empty: boolean
  children: ReactNode
}

/**
 * Shows the cost of the transfer between the two amounts: the fee, our rate next to the market's, and our margin. They
 * wait for the price of the typed amounts: an old price next to a new amount is wrong. Every line is present from the
 * start, so that a late price does not move the field in which the customer types.
 */
function PriceLines({ from, price, busy, empty, children }: PriceLinesProps) {
  const shown = empty || busy ? null : price
  const unknown = <Muted>{busy ? '…' : '–'}</Muted>
  return (
    <dl className="ml-2 flex flex-col gap-2 border-l-4 border-accent pl-4 sm:ml-4 sm:pl-5">
      <PriceLine label="Transfer fee">{formatMinor(0, from)}</PriceLine>
      <PriceLine label="Our rate">
        {busy && (
          <span className="mr-2 inline-block align-middle">
            <Spinner size={16} label="Getting the latest rate…" />
          </span>
        )}
        {shown ? noWrap(formatRate(shown.rate, shown)) : empty && <Muted>Enter an amount</Muted>}
      </PriceLine>
      <PriceLine
        label={shown ? `Mid-market rate, ${formatRecent(shown.midRateAt)}` : 'Mid-market rate'}
        className={TWO_ROWS}
      >
        {shown ? noWrap(formatRate(shown.midRate)) : unknown}
      </PriceLine>
      <PriceLine label="Our margin">
        {shown
          ? noWrap(`${formatMoney(shown.margin)} (${formatShare(shown.margin.amount, shown.send.amount)})`)
          : unknown}
      </PriceLine>
      {children}
    </dl>
  )
}

/** Height of a line whose label and value each need a row of text on a phone. */
const TWO_ROWS = 'min-h-12 sm:min-h-6'

interface PriceLineProps {
  label: string
  className?: string
  children: ReactNode
}

function PriceLine({ label, className = 'min-h-6', children }: PriceLineProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${className}`}>
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="font-normal text-muted">{children}</span>
}

/** How often the latest arrival is recalculated: it is shown in minutes. */
const TICK_MS = 20_000

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}

/** Shows when the money arrives if the customer pays now. The build also renders this line, without a time. */
function ArrivalLine({ usually, minutes }: { usually: Usually; minutes: number }) {
  const now = useSyncExternalStore<number | null>(
    onTick,
    () => Math.floor(serverNow() / TICK_MS) * TICK_MS,
    () => null,
  )
  const latest = now === null ? null : formatTime(new Date(now + minutes * 60_000).toISOString())
  return (
    <PriceLine label="Arrives" className={TWO_ROWS}>
      {latest !== null && arrivalText(usually, latest, minutes * 60)}
    </PriceLine>
  )
}
