import { formatPhone, type Config, type CountryCode, type Quote } from '@sesa/contract'
import { formatMoney, formatUsualRate, money, rate } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatBy } from '@sesa/ui/format-day.ts'
import { formatMinor } from '@sesa/ui/format.ts'
import { AmountsPanel } from '@sesa/ui/layout/amounts-panel.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { arrivalText, type Usually } from '../arrival.ts'
import { Fold } from '../fold.tsx'
import PriceFacts from '../price-facts.tsx'
import type { TransferRequest } from '../details/transfer-request.ts'

interface SummaryProps {
  order: TransferRequest
  sender: CountryCode
  network: Config['networks'][number] | undefined
  /** The server's price, once known. */
  quote: Quote | null
  onEdit: () => void
  /** True while the card is being charged: edits are disabled then. */
  locked: boolean
}

/** Renders the amounts and the recipient, with a button to edit them. */
export function Summary({ order, sender, network, quote, onEdit, locked }: SummaryProps) {
  return (
    <AmountsPanel
      label={i18n.t('Your transfer')}
      sent={{
        label: i18n.t('You send'),
        country: sender,
        amount: quote ? formatMinor(quote.amount, quote.currency) : formatMoney(order.send),
      }}
      received={{
        label: i18n.t('To {name}', { name: order.name }),
        country: order.country,
        amount: quote ? formatMinor(quote.receiveAmount, quote.receiveCurrency) : formatMoney(order.receive),
      }}
      action={
        <div className="-my-3 flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-on-deep-muted">
            {noWrap(formatPhone(order.phone))}, {network?.label ?? order.network}
          </p>
          <button
            type="button"
            onClick={onEdit}
            disabled={locked}
            className="-mx-3 flex min-h-12 items-center rounded-full px-3 font-bold underline decoration-2 underline-offset-4 hover:decoration-4 disabled:opacity-60"
          >
            {rich(i18n.t('Edit<span> the details of this transfer</span>'), {
              span: (text) => <span className="sr-only">{text}</span>,
            })}
          </button>
        </div>
      }
    />
  )
}

interface PriceSummaryProps {
  quote: Quote
  /** How long recent transfers took; null where this says nothing about this one. */
  usually: Usually
}

/**
 * Renders the price, its parts behind one tap, and when the money arrives. The total is with Pay, unless the card is
 * charged in another currency: then Pay has that amount.
 */
export function PriceSummary({ quote, usually }: PriceSummaryProps) {
  const { amount, fee, total, currency, receiveCurrency, deliveryEstimate, charge } = quote
  const exact = rate(quote.rate, currency, receiveCurrency)
  const now = serverNow()
  const secondsLeft = (Date.parse(deliveryEstimate) - now) / 1000
  return (
    <Card className="flex flex-col gap-2 py-3 sm:p-5 min-[60rem]:px-4 min-[60rem]:py-3">
      <h2 className="sr-only">{i18n.t('Overview')}</h2>
      <Facts
        compact
        facts={[
          { key: 'fee', label: i18n.t('Transfer fee'), value: formatMinor(fee, currency) },
          { key: 'rate', label: i18n.t('Rate'), value: formatUsualRate(exact) },
          ...(charge.currency === currency
            ? []
            : [{ key: 'total', label: i18n.t('Total'), value: formatMinor(total, currency) }]),
          {
            key: 'arrives',
            label: i18n.t('Arrives'),
            value: arrivalText(usually, formatBy(deliveryEstimate, now), secondsLeft),
          },
        ]}
      />
      <Fold title={i18n.t('How we set the price')} className="-my-2">
        <div className="pb-2">
          <PriceFacts
            price={{
              rate: exact,
              midRate: rate(quote.midRate, currency, receiveCurrency),
              midRateAt: quote.midRateAt,
              margin: money(quote.margin, currency),
              send: money(amount, currency),
              receive: money(quote.receiveAmount, receiveCurrency),
            }}
          />
        </div>
      </Fold>
    </Card>
  )
}
