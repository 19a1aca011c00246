import { destinationsFrom, isDestination, type CountryCode, type DestinationCode } from '@sesa/contract'
import { formatUsualRate } from '@sesa/money'
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatMinor, formatTime } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Card } from '@sesa/ui/layout/card.tsx'
import { CountrySelect } from '@sesa/ui/fields/country-select.tsx'
import { FieldError } from '@sesa/ui/fields/field.tsx'
import { AmountBox } from '../amount-box.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { findCountries } from '../../../lib/forms/find-countries.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { paths, WANTS_MORE } from '../../../lib/paths.ts'
import type { Side } from '../../../lib/use-conversion.ts'
import { arrivalText, type Usually } from '../arrival.ts'
import { Fold } from '../fold.tsx'
import type { Price } from '../price-facts.tsx'
import { boundsText, nearBounds, type Bounds } from './bounds.ts'
import type { useAmounts } from './use-amounts.ts'
import type { DetailsConfig, DetailsForm } from './use-details.ts'
import { currencyOf } from '../draft/values.ts'

/** Folded, so it loads after the form. */
const PriceFacts = lazy(() => loadCode(() => import('../price-facts.tsx')))

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
  const { invalid, failure, rate, price } = conversion
  const from = currencyOf(sender)
  const to = currencyOf(country)
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
    return { ...field, currency, pending, invalid: invalid !== null, ...(error !== undefined && { error }) }
  }
  const [sendField, receiveField] = [amountField('sendAmount', from), amountField('receiveAmount', to)]
  const wrong = [sendField, receiveField].filter(({ error }) => error !== undefined)
  // The error replaces the hint.
  const hint = bounds && wrong.length === 0 ? nearBounds(values.sendAmount, bounds, rate) : undefined
  const again = () =>
    invalid && onType(invalid, invalid === 'send' ? values.sendAmount : values.receiveAmount)

  return (
    <Card className="flex flex-col gap-3 sm:gap-4">
      <div className="label-beside">
        <CountrySelect
          {...form.field('country')}
          label={i18n.t('Send to')}
          find={findCountries}
          countries={offered}
          value={country}
          onChange={choose}
        />
      </div>
      {corridor?.reason && (
        <Notice tone="warn" title={i18n.t('Not available right now')}>
          {corridor.reason}
        </Notice>
      )}
      <div className="flex flex-col gap-2">
        <div>
          <AmountBox
            {...sendField}
            place="upper"
            label={i18n.t('You send')}
            placeholder={i18n.t('Send amount')}
            hint={hint}
            onChange={(text) => onType('send', text)}
          />
          <AmountBox
            {...receiveField}
            place="lower"
            label={i18n.t('They receive')}
            placeholder={i18n.t('Receive amount')}
            onChange={(text) => onType('receive', text)}
          />
        </div>
        {wrong.map(({ id, error = '' }) => (
          <FieldError key={id} id={id}>
            {error}
          </FieldError>
        ))}
        {hint !== undefined && (
          <p id={`${sendField.id}-hint`} className="text-muted">
            {noWrap(hint)}
          </p>
        )}
        <p role="status" className="sr-only">
          {!conversion.busy && problem}
        </p>
        {OVER_LIMIT.test(sendField.error ?? '') && (
          <p>
            <TextLink href={`${paths.limits}?${WANTS_MORE}`}>{i18n.t('See how to send more')}</TextLink>
          </p>
        )}
      </div>
      {failure !== null && (
        <Notice
          tone="error"
          title={i18n.t('We couldn’t convert the amount')}
          action={
            <Button variant="secondary" onClick={again}>
              {i18n.t('Try again')}
            </Button>
          }
        >
          {failure}
        </Notice>
      )}
      <PriceLine {...{ from, price }} busy={conversion.busy}>
        <ArrivalLine usually={networkOf(config, values)?.usually ?? null} minutes={config.deliveryMinutes} />
      </PriceLine>
      <Fold title={i18n.t('How we set the price')} className="-my-2">
        <div className="flex flex-col gap-3 pb-2">
          {price && (
            <SectionBoundary name={i18n.t('the parts of the price')}>
              <Suspense fallback={null}>
                <PriceFacts price={price} isExample={conversion.isExample} />
              </Suspense>
            </SectionBoundary>
          )}
          <p>
            {bounds && <>{noWrap(boundsText(bounds, rate))} </>}
            <TextLink href={paths.limits}>{i18n.t('See your limits')}</TextLink>
          </p>
        </div>
      </Fold>
    </Card>
  )
}

/** Returns the chosen network, as the server describes it. */
export function networkOf(config: DetailsConfig, { country, network }: DetailsForm['values']) {
  return config.networks.find((entry) => entry.country === country && entry.value === network)
}

interface PriceLineProps {
  from: ReturnType<typeof currencyOf>
  price: Price | null
  busy: boolean
  children: ReactNode
}

/**
 * Renders the cost in one line: the fee and the rate. The rate waits for the price of the typed amounts, because an old
 * price next to a new amount is wrong. Both lines are present from the start, so that a late price moves nothing.
 */
function PriceLine({ from, price, busy, children }: PriceLineProps) {
  return (
    <dl className="flex flex-wrap gap-x-2 tabular-nums">
      <div className="flex gap-x-1">
        <dt>
          <span className="max-sm:sr-only">{i18n.t('Transfer')} </span>
          <span className="inline-block max-sm:first-letter:uppercase">{i18n.t('fee')}</span>
        </dt>
        {/* The dot ends this line where the rate needs the next one. */}
        <dd
          className={cx(
            'font-semibold whitespace-nowrap',
            (price !== null || busy) && "after:content-['_·']",
          )}
        >
          {formatMinor(0, from)}
        </dd>
      </div>
      <div>
        <dt className="sr-only">{i18n.t('Our rate')}</dt>
        <dd className="flex min-h-6 items-center gap-2 font-semibold">
          {busy && <Spinner size={16} label={i18n.t('Getting the latest rate…')} />}
          {price && <span>{noWrap(formatUsualRate(price.rate))}</span>}
        </dd>
      </div>
      {children}
    </dl>
  )
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
  const words = latest === null ? '' : arrivalText(usually, latest, minutes * 60)
  return (
    <div className="min-h-6 basis-full">
      <dt className="sr-only">{i18n.t('Arrival')}</dt>
      <dd>
        {/^(In|By) /.test(words)
          ? i18n.t('Arrives {time}', { time: words.charAt(0).toLowerCase() + words.slice(1) })
          : words}
      </dd>
    </div>
  )
}
